//! Concurrent state tables: from a state vector to its id.
//!
//! A table has places; a place is empty or holds an [`Entry`], which never changes. An insertion
//! probes the same places as every other thread and writes into the first empty one by
//! compare-and-swap, so a state never gets two ids.

use std::ops::Range;

use kibitz_game::{StopReason, SuccessorBuffer};

use super::direct_table::DirectTable;
use super::entry::Entry;
use super::fields::Fields;
use super::half_index::HalfIndex;
use super::hash_table::HashTable;
use super::radix::Radix;
use super::state_store::StateStore;

/// A position to be expanded, with its place in the table if known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Todo {
    pub(super) id: u32,
    pub(super) place: Option<u64>,
}

/// Finds the ids of states.
pub(super) trait Finder: Sync {
    /// Whether a vector must be packed before it can be looked up.
    const KEYED: bool;
    /// Per-thread cache between lookups.
    type Memo: Default;

    /// The first place to probe for a vector; `None` if the table has no place for such a vector.
    /// `key` is the packed state if it is needed.
    fn probe(&self, row: &[i64], key: &[u64], memo: &mut Self::Memo) -> Option<u64>;

    /// The first places to probe for the successors of some moves, appended to `probes`; false if
    /// the table has no place for one of them. Not for tables that need packed states.
    fn probe_all(
        &self,
        steps: &SuccessorBuffer,
        memo: &mut Self::Memo,
        probes: &mut Vec<u64>,
    ) -> bool {
        for (row, _) in steps.iter() {
            match self.probe(row, &[], memo) {
                Some(probe) => probes.push(probe),
                None => return false,
            }
        }
        true
    }

    /// The same for lookups that do not insert.
    fn peek(&self, row: &[i64], key: &[u64]) -> Option<u64>;

    /// The halves, if states are found by these.
    fn halves(&self) -> Option<&HalfIndex> {
        None
    }

    /// Prefetches the place of a probe.
    fn prefetch(&self, probe: u64);

    /// Prefetches what [`look`](Finder::look) reads after that.
    fn prefetch_key(&self, probe: u64, pool: &StateStore);

    /// The entry of a state, or the empty place where it belongs.
    fn look(&self, probe: u64, key: &[u64], pool: &StateStore) -> Result<Entry, u64>;

    /// Writes into an empty place; false if another thread was faster.
    fn put(&self, place: u64, probe: u64, entry: Entry) -> bool;

    /// Inserts a state that is neither in the table nor being inserted.
    fn put_new(&self, probe: u64, entry: Entry);

    /// Maximum number of ids.
    fn limit(&self) -> u32;

    /// The number of sections of the table, ordered so that successors of neighbouring sections are
    /// close; 0 if there is no such order.
    fn sections(&self) -> u32 {
        0
    }

    /// The number of places in all sections.
    fn places(&self) -> u64 {
        0
    }

    /// Appends the positions of a section whose ids are within `level`, except statically decided
    /// ones.
    fn section(&self, number: u32, level: &Range<u32>, todo: &mut Vec<Todo>) {
        let _ = (number, level, todo);
    }
}

/// A table of one of several kinds.
#[derive(Debug)]
pub(super) enum StateTable {
    /// Direct-address, one place for every combination of numbers.
    Radix(DirectTable<Radix>),
    /// Direct-address, one place for every pair of halves.
    Halves(DirectTable<HalfIndex>),
    /// Hash table.
    Hashed(HashTable),
}

/// Evaluates an expression for the actual kind of table.
macro_rules! with_finder {
    ($lookup:expr, $finder:ident => $body:expr) => {
        match $lookup {
            $crate::explore_vectors::state_table::StateTable::Radix($finder) => $body,
            $crate::explore_vectors::state_table::StateTable::Halves($finder) => $body,
            $crate::explore_vectors::state_table::StateTable::Hashed($finder) => $body,
        }
    };
}
pub(super) use with_finder;

impl StateTable {
    /// A placeholder while the table is replaced.
    pub(super) fn nothing() -> Result<StateTable, StopReason> {
        let nothing = Radix::new(&[], &[], 1).expect("one place at most");
        Ok(StateTable::Radix(DirectTable::new(nothing)?))
    }

    /// The entry of a state, if it has one.
    pub(super) fn find(&self, row: &[i64], fields: &Fields, pool: &StateStore) -> Option<Entry> {
        // Only some tables need packed states.
        let words = match self {
            StateTable::Hashed(_) => fields.words(),
            StateTable::Radix(_) | StateTable::Halves(_) => 0,
        };
        let mut key = vec![0; words];
        with_finder!(self, finder => find(finder, row, &mut key, fields, pool))
    }

    /// Inserts some ids.
    pub(super) fn fill(&self, ids: Range<u32>, fields: &Fields, pool: &StateStore) {
        with_finder!(self, finder => fill(finder, ids, fields, pool));
    }
}

/// The entry of a state, if it has one. `key` is scratch space for packing it.
#[inline]
pub(super) fn find<F: Finder>(
    finder: &F,
    row: &[i64],
    key: &mut [u64],
    fields: &Fields,
    pool: &StateStore,
) -> Option<Entry> {
    if F::KEYED && !fields.pack(row, key) {
        return None;
    }
    finder.look(finder.peek(row, key)?, key, pool).ok()
}

/// Prefetch distance, in states.
const PREFETCH_DISTANCE: usize = 32;

fn fill<F: Finder>(finder: &F, ids: Range<u32>, fields: &Fields, pool: &StateStore) {
    let mut key = vec![0; fields.words()];
    let mut row = vec![0; fields.spans().len()];
    let mut memo = F::Memo::default();
    let mut batch: Vec<(u64, Entry)> = Vec::with_capacity(PREFETCH_DISTANCE);
    for start in ids.clone().step_by(PREFETCH_DISTANCE) {
        for id in start..ids.end.min(start.saturating_add(PREFETCH_DISTANCE as u32)) {
            pool.get(id, &mut key);
            fields.unpack(&key, &mut row);
            let probe = finder.probe(&row, &key, &mut memo);
            let probe = probe.expect("the table was sized for these vectors");
            finder.prefetch(probe);
            batch.push((probe, Entry::new(id, pool.status(id).at_once())));
        }
        for (probe, entry) in batch.drain(..) {
            finder.put_new(probe, entry);
        }
    }
}
