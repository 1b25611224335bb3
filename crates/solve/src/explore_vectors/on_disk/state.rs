//! The state of a solve between two steps, as checkpoints have it.

use std::collections::HashSet;

use kibitz_game::Scratch;
use serde::{Deserialize, Serialize};

use super::hashed_file::{StoredFile, name};
use super::key::{Key, Packer, StoredKey, WIDEST};
use crate::DiskError;
use crate::explore_vectors::fields::{Fields, Span};
use crate::work::{DEGREES, Identity, MARKS, PREDECESSORS, ROWS, RUN, Work};

/// Changes whenever files of another version of this program cannot be continued. Different from
/// those of [`retrograde`](crate::retrograde::on_disk).
const FORMAT: u32 = 101;

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum Phase {
    /// Enumeration, level by level.
    Levels,
    /// All positions are expanded again: now their numbers are known.
    Moves,
    /// Moves are sorted into lists of predecessors.
    Predecessors,
    /// Grundy values, if there are any, and whether there is a cycle.
    Grundy,
    /// The values are computed, or are known.
    Values,
}

/// All that is known apart from the contents of the files.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct State {
    #[serde(flatten)]
    identity: Identity,
    pub(super) phase: Phase,
    /// The least and the greatest number that fit each field.
    spans: Vec<(i64, i64)>,
    /// The level that is being reached: moves from the roots.
    pub(super) depth: u32,
    pub(super) next_file: u64,
    /// All positions so far, in order of their keys.
    pub(super) shards: Vec<ShardState>,
    pub(super) arriving: Runs,
    pub(super) leaving: Runs,
    pub(super) has_extra_turns: bool,
    /// The number of positions with a Grundy value so far.
    pub(super) removed: u64,
    /// The least and the greatest number in each slot, once all positions are known.
    pub(super) ranges: Option<Vec<(i64, i64)>>,
}

/// Positions with adjacent keys.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ShardState {
    /// The first key of its range, which ends where that of the next shard begins.
    pub(super) low: StoredKey,
    /// The number of positions.
    pub(super) positions: u64,
    /// Their rows; none if there are no positions.
    pub(super) rows: Option<StoredFile>,
    pub(super) degrees: Option<StoredFile>,
    pub(super) predecessors: Option<StoredFile>,
    /// Grundy values as far as they are known.
    pub(super) marks: Option<StoredFile>,
}

impl ShardState {
    /// A shard of which only the positions are known.
    pub(super) fn new(low: StoredKey, positions: u64, rows: Option<StoredFile>) -> ShardState {
        ShardState {
            low,
            positions,
            rows,
            degrees: None,
            predecessors: None,
            marks: None,
        }
    }

    /// Its files, each with its kind.
    pub(super) fn files(&self) -> impl Iterator<Item = (&'static str, StoredFile)> {
        let files = [
            (ROWS, self.rows),
            (DEGREES, self.degrees),
            (PREDECESSORS, self.predecessors),
            (MARKS, self.marks),
        ];
        let files = files.into_iter();
        files.filter_map(|(kind, file)| Some((kind, file?)))
    }
}

/// Runs of rows or moves for shards.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Runs {
    /// The ranges of the shards when the runs were begun: some may have been divided since.
    pub(super) lows: Vec<StoredKey>,
    /// The number of items for each.
    pub(super) items: Vec<u64>,
    /// Which of them have been used.
    pub(super) is_done: Vec<bool>,
    pub(super) files: Vec<u64>,
}

impl Runs {
    /// None so far.
    pub(super) fn new(lows: Vec<StoredKey>) -> Runs {
        Runs {
            items: vec![0; lows.len()],
            is_done: vec![false; lows.len()],
            files: Vec::new(),
            lows,
        }
    }
}

impl State {
    /// The state before the enumeration.
    pub(super) fn new(scratch: &Scratch, fields: &Fields) -> State {
        let low = Key::<1>::ZERO.stored();
        State {
            identity: identity(scratch),
            phase: Phase::Levels,
            spans: pairs(fields),
            depth: 0,
            next_file: 0,
            shards: vec![ShardState::new(low.clone(), 0, None)],
            arriving: Runs::new(vec![low.clone()]),
            leaving: Runs::new(vec![low]),
            has_extra_turns: false,
            removed: 0,
            ranges: None,
        }
    }

    /// The last checkpoint of a game with this many slots, if there is one.
    pub(super) fn load(
        work: &Work,
        scratch: &Scratch,
        slots: usize,
    ) -> Result<Option<State>, DiskError> {
        let Some(json) = work.read_checkpoint(&identity(scratch))? else {
            return Ok(None);
        };
        let state: State = work.parse_checkpoint(&json)?;
        match state.is_valid(slots) {
            true => Ok(Some(state)),
            false => Err(work.unusable("it contradicts itself")),
        }
    }

    fn is_valid(&self, slots: usize) -> bool {
        let is_complete = |runs: &Runs| {
            let ranges = runs.lows.len();
            ranges > 0 && runs.items.len() == ranges && runs.is_done.len() == ranges
        };
        let ranges = self.ranges.as_ref();
        let shards = self.shards.iter();
        let has_rows = |s: &ShardState| s.rows.is_some() == (s.positions > 0);
        let has_degrees = |s: &ShardState| s.degrees.is_some() || s.positions == 0;
        let has_predecessors = |s: &ShardState| s.predecessors.is_some() || s.positions == 0;
        self.spans.len() == slots
            && self.spans.iter().all(|(low, high)| low <= high)
            && self.fields().words() <= WIDEST
            && !self.shards.is_empty()
            && is_complete(&self.arriving)
            && is_complete(&self.leaving)
            && shards.clone().all(has_rows)
            && (self.phase < Phase::Predecessors || shards.clone().all(has_degrees))
            && (self.phase < Phase::Grundy || shards.clone().all(has_predecessors))
            && (self.phase < Phase::Predecessors || ranges.is_some_and(|all| all.len() == slots))
    }

    fn fields(&self) -> Fields {
        let spans = self.spans.iter();
        Fields::new(spans.map(|&(low, high)| Span { low, high }).collect())
    }

    /// How vectors are packed.
    pub(super) fn packer(&self) -> Packer {
        Packer::new(self.fields())
    }

    pub(super) fn set_fields(&mut self, fields: &Fields) {
        self.spans = pairs(fields);
    }

    /// The number of positions so far.
    pub(super) fn positions(&self) -> u64 {
        self.shards.iter().map(|shard| shard.positions).sum()
    }

    /// The first keys of all shards.
    pub(super) fn lows(&self) -> Vec<StoredKey> {
        self.shards.iter().map(|shard| shard.low.clone()).collect()
    }

    /// The names of its files.
    pub(super) fn files(&self) -> HashSet<String> {
        let runs = self.arriving.files.iter().chain(&self.leaving.files);
        let runs = runs.map(|run| name(RUN, *run));
        let shards = self.shards.iter().flat_map(ShardState::files);
        let shards = shards.map(|(kind, file)| name(kind, file.number));
        runs.chain(shards).collect()
    }
}

/// What is solved.
pub(super) fn identity(scratch: &Scratch) -> Identity {
    Identity {
        format: FORMAT,
        purpose: scratch.purpose.clone(),
        ranks: None,
    }
}

fn pairs(fields: &Fields) -> Vec<(i64, i64)> {
    let spans = fields.spans().iter();
    spans.map(|span| (span.low, span.high)).collect()
}
