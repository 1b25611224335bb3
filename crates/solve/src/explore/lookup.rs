//! From a row to its id: tables that several threads fill at the same time.
//!
//! A table has places; a place is empty or holds an [`Entry`], and never
//! changes after that. Whoever wants to add a position looks along the same
//! places as everybody else and writes into the first empty one by compare and
//! swap, so a position never gets two ids.

use std::ops::Range;

use kibitz_game::{Steps, Stop};

use super::direct::Direct;
use super::entry::Entry;
use super::fields::Fields;
use super::halves::Halves;
use super::hashed::Hashed;
use super::pool::Pool;
use super::radix::Radix;

/// A position to be expanded, with its place in the table where that is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Todo {
    pub(super) id: u32,
    pub(super) place: Option<u64>,
}

/// Finds the ids of rows.
pub(super) trait Finder: Sync {
    /// Whether a row must be packed before it can be looked up.
    const KEYED: bool;
    /// What one thread remembers from row to row.
    type Memo: Default;

    /// Where to begin to look for a row; `None` where the table has no place
    /// for such a row. `key` is the packed row where that is needed.
    fn probe(&self, row: &[i64], key: &[u64], memo: &mut Self::Memo) -> Option<u64>;

    /// Where to begin to look for the rows of some moves, appended to `probes`
    /// one after the other; false where the table has no place for one of them.
    /// Not for tables that want packed rows.
    fn probe_all(&self, steps: &Steps, memo: &mut Self::Memo, probes: &mut Vec<u64>) -> bool {
        for (row, _) in steps.iter() {
            match self.probe(row, &[], memo) {
                Some(probe) => probes.push(probe),
                None => return false,
            }
        }
        true
    }

    /// The same for somebody who adds nothing.
    fn peek(&self, row: &[i64], key: &[u64]) -> Option<u64>;

    /// The halves, where rows are found by these.
    fn halves(&self) -> Option<&Halves> {
        None
    }

    /// Asks for the memory of a probe beforehand.
    fn prefetch(&self, probe: u64);

    /// Asks for what [`look`](Finder::look) reads after that.
    fn prefetch_key(&self, probe: u64, pool: &Pool);

    /// The entry of a row, or the empty place where it belongs.
    fn look(&self, probe: u64, key: &[u64], pool: &Pool) -> Result<Entry, u64>;

    /// Writes into an empty place; false where somebody else was faster.
    fn put(&self, place: u64, probe: u64, entry: Entry) -> bool;

    /// Enters a row that is not in the table yet, nor being added.
    fn put_new(&self, probe: u64, entry: Entry);

    /// How many ids it may hold.
    fn limit(&self) -> u32;

    /// How many sections the table has, to be gone through in an order in
    /// which the children of one position lie close to those of the next; 0
    /// where there is no such order.
    fn sections(&self) -> u32 {
        0
    }

    /// How many places are looked at in going through all sections.
    fn cells(&self) -> u64 {
        0
    }

    /// Appends the positions of a section whose ids are within `level`, but for
    /// those that are decided at a glance.
    fn section(&self, number: u32, level: &Range<u32>, todo: &mut Vec<Todo>) {
        let _ = (number, level, todo);
    }
}

/// A table of one of several kinds.
#[derive(Debug)]
pub(super) enum Lookup {
    /// A place for every combination of numbers.
    Radix(Direct<Radix>),
    /// A place for every pair of halves that occur.
    Halves(Direct<Halves>),
    /// Places by hash.
    Hashed(Hashed),
}

/// Evaluates an expression for whichever table it is.
macro_rules! with_finder {
    ($lookup:expr, $finder:ident => $body:expr) => {
        match $lookup {
            $crate::explore::lookup::Lookup::Radix($finder) => $body,
            $crate::explore::lookup::Lookup::Halves($finder) => $body,
            $crate::explore::lookup::Lookup::Hashed($finder) => $body,
        }
    };
}
pub(super) use with_finder;

impl Lookup {
    /// A table of nothing, while it is being changed for another.
    pub(super) fn nothing() -> Result<Lookup, Stop> {
        let nothing = Radix::new(&[], &[], 1).expect("one place at most");
        Ok(Lookup::Radix(Direct::new(nothing)?))
    }

    /// The entry of a row, where it has one.
    pub(super) fn find(&self, row: &[i64], fields: &Fields, pool: &Pool) -> Option<Entry> {
        // Only some tables want rows packed.
        let words = match self {
            Lookup::Hashed(_) => fields.words(),
            Lookup::Radix(_) | Lookup::Halves(_) => 0,
        };
        let mut key = vec![0; words];
        with_finder!(self, finder => find(finder, row, &mut key, fields, pool))
    }

    /// Enters some ids.
    pub(super) fn fill(&self, ids: Range<u32>, fields: &Fields, pool: &Pool) {
        with_finder!(self, finder => fill(finder, ids, fields, pool));
    }
}

/// The entry of a row, where it has one. `key` is room for it packed, where the
/// table wants that.
#[inline]
pub(super) fn find<F: Finder>(
    finder: &F,
    row: &[i64],
    key: &mut [u64],
    fields: &Fields,
    pool: &Pool,
) -> Option<Entry> {
    if F::KEYED && !fields.pack(row, key) {
        return None;
    }
    finder.look(finder.peek(row, key)?, key, pool).ok()
}

/// Positions whose places are asked for at the same time.
const AHEAD: usize = 32;

fn fill<F: Finder>(finder: &F, ids: Range<u32>, fields: &Fields, pool: &Pool) {
    let mut key = vec![0; fields.words()];
    let mut row = vec![0; fields.spans().len()];
    let mut memo = F::Memo::default();
    let mut batch: Vec<(u64, Entry)> = Vec::with_capacity(AHEAD);
    for start in ids.clone().step_by(AHEAD) {
        for id in start..ids.end.min(start.saturating_add(AHEAD as u32)) {
            pool.get(id, &mut key);
            fields.unpack(&key, &mut row);
            let probe = finder.probe(&row, &key, &mut memo);
            let probe = probe.expect("a table made for these rows");
            finder.prefetch(probe);
            batch.push((probe, Entry::new(id, pool.early(id).at_once())));
        }
        for (probe, entry) in batch.drain(..) {
            finder.put_new(probe, entry);
        }
    }
}
