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

use super::sizes::MOST_BITS;
use crate::retrograde::Division;
use crate::work::{DiskError, Identity, Work, entries_name, updates_name};

/// Changes whenever files of another version of this program cannot be continued.
const FORMAT: u32 = 2;

/// All that is known apart from the files of entries and updates.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct State {
    #[serde(flatten)]
    identity: Identity,
    size: u64,
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
            identity: identity(scratch, ranks),
            size: ranks,
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
        Division::new(self.size, self.bits, 1)
    }

    /// The last checkpoint, if there is one.
    pub(super) fn load(
        work: &Work,
        scratch: &Scratch,
        ranks: u64,
    ) -> Result<Option<State>, DiskError> {
        let expected = identity(scratch, ranks);
        let Some(json) = work.read_checkpoint(&expected)? else {
            return Ok(None);
        };
        let found: State = work.parse_checkpoint(&json)?;
        let new = State::new(scratch, ranks, found.width, found.bits.min(MOST_BITS));
        let is_valid = matches!(found.width, 2 | 4)
            && found.bits <= MOST_BITS
            && found.shards.len() == new.shards.len();
        match is_valid {
            true => Ok(Some(found)),
            false => Err(work.unusable("it contradicts itself")),
        }
    }

    /// Makes it the last checkpoint, in place of one with the files `previous`, and removes all
    /// files that it does not name. Returns the names of its files.
    pub(super) fn save(
        &self,
        work: &Work,
        previous: &HashSet<String>,
    ) -> Result<HashSet<String>, DiskError> {
        let files = self.files();
        work.save_checkpoint(self, &files, previous)?;
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

/// What is solved.
fn identity(scratch: &Scratch, ranks: u64) -> Identity {
    Identity {
        format: FORMAT,
        purpose: scratch.purpose.clone(),
        ranks: Some(ranks),
    }
}
