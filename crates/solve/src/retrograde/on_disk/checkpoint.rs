//! The state of a solve between two rounds, and its file.
//!
//! The file `checkpoint` has a checksum on the first line, and the state as JSON on the second. It
//! names the files that belong to it: one of entries for each shard, and the runs of updates. None
//! of these is changed after it was written, and all are on the disk before the checkpoint replaces
//! the previous one; what only the previous one names is removed afterwards. So there is a valid
//! checkpoint at any moment, after the first one.

use std::collections::HashSet;

use kibitz_game::Scratch;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::sizes::MOST_BITS;
use super::work::{CHECKPOINT, DiskError, Work, entries_name, system, updates_name};
use crate::retrograde::Division;

/// Changes whenever files of another version of this program cannot be continued.
const FORMAT: u32 = 1;

/// All that is known apart from the files of entries and updates.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct State {
    format: u32,
    /// Game, parameters and rules.
    purpose: String,
    ranks: u64,
    /// Bytes of an entry.
    pub(super) width: usize,
    /// Log2 of the ranks of a shard.
    pub(super) bits: u32,
    /// The number of the pass. The first one, 0, makes the entries.
    pub(super) pass: u32,
    /// The level that the pass emits.
    pub(super) level: u32,
    /// The number of the next run of updates.
    pub(super) next_run: u64,
    /// Runs with the updates that the previous pass has emitted, and this one.
    pub(super) arriving: Vec<u64>,
    pub(super) leaving: Vec<u64>,
    pub(super) shards: Vec<ShardState>,
    /// The number of ranks that are not holes, and of those solved, so far.
    pub(super) positions: u64,
    pub(super) solved: u64,
    pub(super) is_complete: bool,
}

/// What is known about a shard.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct ShardState {
    /// The last pass over it; none before it was made.
    pub(super) pass: Option<u32>,
    /// The pass that has written its entries.
    pub(super) file: u32,
    /// Their checksum.
    pub(super) checksum: u64,
    /// The next level at which static values take effect.
    pub(super) known: Option<u32>,
    /// The number of updates for it in the arriving and in the leaving runs.
    pub(super) arriving: u64,
    pub(super) leaving: u64,
}

impl State {
    /// The state before the first pass.
    pub(super) fn new(scratch: &Scratch, ranks: u64, width: usize, bits: u32) -> State {
        State {
            format: FORMAT,
            purpose: scratch.purpose.clone(),
            ranks,
            width,
            bits,
            pass: 0,
            level: 0,
            next_run: 0,
            arriving: Vec::new(),
            leaving: Vec::new(),
            shards: vec![ShardState::default(); Division::new(ranks, bits, 1).shards()],
            positions: 0,
            solved: 0,
            is_complete: false,
        }
    }

    pub(super) fn division(&self) -> Division {
        Division::new(self.ranks, self.bits, 1)
    }

    /// The last checkpoint, if there is one.
    pub(super) fn load(
        work: &Work,
        scratch: &Scratch,
        ranks: u64,
    ) -> Result<Option<State>, DiskError> {
        let path = work.path(CHECKPOINT);
        if !path.exists() {
            return Ok(None);
        }
        let content = std::fs::read(&path).map_err(system("read", &path))?;
        let damaged = |problem: &str| work.damaged(CHECKPOINT, problem);
        let line_end = content.iter().position(|byte| *byte == b'\n');
        let (line, json) = content.split_at(line_end.map_or(content.len(), |end| end + 1));
        if line != first_line(json).as_bytes() {
            return Err(damaged("its checksum is wrong"));
        }
        let found: State = serde_json::from_slice(json).map_err(|e| damaged(&e.to_string()))?;
        let new = State::new(scratch, ranks, found.width, found.bits.min(MOST_BITS));
        if found.identity() != new.identity() {
            return Err(DiskError::Foreign {
                directory: work.directory().to_owned(),
                found: found.identity(),
                expected: new.identity(),
            });
        }
        let is_valid = matches!(found.width, 2 | 4)
            && found.bits <= MOST_BITS
            && found.shards.len() == new.shards.len();
        match is_valid {
            true => Ok(Some(found)),
            false => Err(damaged("it contradicts itself")),
        }
    }

    /// What is solved.
    fn identity(&self) -> String {
        let State {
            format,
            purpose,
            ranks,
            ..
        } = self;
        format!("{purpose}, {ranks} ranks (format {format})")
    }

    /// Makes it the last checkpoint, in place of one with the files `previous`, and removes all
    /// files that it does not name. Returns the names of its files.
    pub(super) fn save(
        &self,
        work: &Work,
        previous: &HashSet<String>,
    ) -> Result<HashSet<String>, DiskError> {
        let files = self.files();
        for new in files.difference(previous) {
            work.sync(new)?;
        }
        let json = serde_json::to_vec(self);
        let json = json.map_err(|error| work.unwritable(CHECKPOINT, error.into()))?;
        work.replace_checkpoint(&[first_line(&json).as_bytes(), &json].concat())?;
        work.remove_others(|name| files.contains(name))?;
        Ok(files)
    }

    /// The names of its files.
    pub(super) fn files(&self) -> HashSet<String> {
        let made = self.shards.iter().enumerate();
        let made = made.filter(|(_, shard)| shard.pass.is_some());
        let entries = made.map(|(i, shard)| entries_name(i, shard.file));
        let runs = self.arriving.iter().chain(&self.leaving);
        entries.chain(runs.map(|run| updates_name(*run))).collect()
    }
}

/// The line before the state.
fn first_line(json: &[u8]) -> String {
    format!("{:016x}\n", xxh3_64(json))
}
