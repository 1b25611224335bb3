//! A table with a place for every row there can be.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use kibitz_game::{Steps, Stop};

use super::entry::Entry;
use super::halves::Halves;
use super::lookup::{Finder, Todo};
use super::pool::Pool;
use crate::zeroed::{Zeroed, prefetch};

/// Numbers rows; different rows get different numbers.
pub(super) trait Indexing: Sync {
    /// What one thread remembers from row to row.
    type Memo: Default;

    /// All numbers are below this.
    fn cells(&self) -> u64;

    /// The halves, where rows are numbered by these.
    fn halves(&self) -> Option<&Halves> {
        None
    }

    /// How many there are in all sections.
    fn used(&self) -> u64 {
        self.cells()
    }

    /// The number of a row; `None` where it has none.
    fn index(&self, row: &[i64], memo: &mut Self::Memo) -> Option<u64>;

    /// The numbers of the rows of some moves, appended to `numbers`; false
    /// where one has none.
    fn index_all(&self, steps: &Steps, memo: &mut Self::Memo, numbers: &mut Vec<u64>) -> bool {
        for (row, _) in steps.iter() {
            match self.index(row, memo) {
                Some(number) => numbers.push(number),
                None => return false,
            }
        }
        true
    }

    /// The same, where rows that are new get no number.
    fn peek(&self, row: &[i64]) -> Option<u64>;

    /// How many sections there are, in an order in which neighbours have
    /// neighbouring children.
    fn sections(&self) -> u32;

    /// Visits runs of numbers that make up a section.
    fn section(&self, number: u32, visit: impl FnMut(Range<u64>));
}

/// A table with a place for every number.
#[derive(Debug)]
pub(super) struct Direct<I> {
    indexing: I,
    cells: Zeroed<AtomicU32>,
}

impl<I: Indexing> Direct<I> {
    /// An empty table.
    pub(super) fn new(indexing: I) -> Result<Direct<I>, Stop> {
        let cells = Zeroed::new(indexing.cells() as usize)?;
        Ok(Direct { indexing, cells })
    }

    /// How rows are numbered.
    pub(super) fn indexing(&self) -> &I {
        &self.indexing
    }

    /// The entry at a place.
    #[inline]
    pub(super) fn at(&self, cell: u64) -> Option<Entry> {
        Entry::from_bits(self.cells[cell as usize].load(Ordering::Acquire))
    }

    /// The bytes of a table of so many places.
    pub(super) fn bytes(cells: u64) -> u64 {
        cells.saturating_mul(size_of::<AtomicU32>() as u64)
    }
}

impl Direct<Halves> {
    /// Takes the entries of another table over, whose halves have the same
    /// numbers.
    pub(super) fn take_over(&self, old: &Direct<Halves>) {
        let (_, rights) = old.indexing.counts();
        let [from, to] = [old, self].map(|table| table.indexing.room().1 as usize);
        for (old, new) in old
            .cells
            .chunks_exact(from)
            .zip(self.cells.chunks_exact(to))
        {
            for (old, new) in old.iter().zip(new).take(rights as usize) {
                let bits = old.load(Ordering::Relaxed);
                if bits != 0 {
                    new.store(bits, Ordering::Relaxed);
                }
            }
        }
    }
}

impl<I: Indexing> Finder for Direct<I> {
    const KEYED: bool = false;
    type Memo = I::Memo;

    #[inline]
    fn probe(&self, row: &[i64], _: &[u64], memo: &mut I::Memo) -> Option<u64> {
        self.indexing.index(row, memo)
    }

    #[inline]
    fn probe_all(&self, steps: &Steps, memo: &mut I::Memo, probes: &mut Vec<u64>) -> bool {
        self.indexing.index_all(steps, memo, probes)
    }

    fn peek(&self, row: &[i64], _: &[u64]) -> Option<u64> {
        self.indexing.peek(row)
    }

    #[inline]
    fn halves(&self) -> Option<&Halves> {
        self.indexing.halves()
    }

    #[inline]
    fn prefetch(&self, probe: u64) {
        prefetch(&self.cells, probe as usize);
    }

    #[inline]
    fn prefetch_key(&self, _: u64, _: &Pool) {}

    #[inline]
    fn look(&self, probe: u64, _: &[u64], _: &Pool) -> Result<Entry, u64> {
        let bits = self.cells[probe as usize].load(Ordering::Acquire);
        Entry::from_bits(bits).ok_or(probe)
    }

    #[inline]
    fn put(&self, place: u64, _: u64, entry: Entry) -> bool {
        let cell = &self.cells[place as usize];
        cell.compare_exchange(0, entry.bits(), Ordering::Release, Ordering::Relaxed)
            .is_ok()
    }

    fn put_new(&self, probe: u64, entry: Entry) {
        self.cells[probe as usize].store(entry.bits(), Ordering::Release);
    }

    fn limit(&self) -> u32 {
        Pool::MOST
    }

    fn sections(&self) -> u32 {
        self.indexing.sections()
    }

    fn cells(&self) -> u64 {
        self.indexing.used()
    }

    fn section(&self, number: u32, level: &Range<u32>, todo: &mut Vec<Todo>) {
        self.indexing.section(number, |places| {
            let cells = &self.cells[places.start as usize..places.end as usize];
            for (cell, place) in cells.iter().zip(places) {
                let entry = Entry::from_bits(cell.load(Ordering::Relaxed));
                if let Some(entry) = entry.filter(|entry| level.contains(&entry.id()))
                    && entry.glance().is_none()
                {
                    let (id, place) = (entry.id(), Some(place));
                    todo.push(Todo { id, place });
                }
            }
        });
    }
}
