//! Direct-address state tables: one entry for every possible vector.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use kibitz_game::{StopReason, SuccessorBuffer};

use super::entry::Entry;
use super::half_index::HalfIndex;
use super::state_store::StateStore;
use super::state_table::{Finder, Todo};
use crate::zeroed::{Zeroed, prefetch};

/// An injective numbering of vectors.
pub(super) trait Indexing: Sync {
    /// Per-thread cache between vectors.
    type Memo: Default;

    /// Upper bound of all numbers.
    fn size(&self) -> u64;

    /// The halves, if vectors are numbered by them.
    fn halves(&self) -> Option<&HalfIndex> {
        None
    }

    /// The number of possible vectors in all sections.
    fn used(&self) -> u64 {
        self.size()
    }

    /// The number of a vector; `None` if it has none.
    fn index(&self, row: &[i64], memo: &mut Self::Memo) -> Option<u64>;

    /// Appends the numbers of the successors of some moves to `numbers`; false if one has none.
    fn index_all(
        &self,
        steps: &SuccessorBuffer,
        memo: &mut Self::Memo,
        numbers: &mut Vec<u64>,
    ) -> bool {
        for (row, _) in steps.iter() {
            match self.index(row, memo) {
                Some(number) => numbers.push(number),
                None => return false,
            }
        }
        true
    }

    /// The same without numbering new vectors.
    fn peek(&self, row: &[i64]) -> Option<u64>;

    /// The number of sections, ordered so that neighbouring sections have neighbouring successors.
    fn sections(&self) -> u32;

    /// Visits the ranges of numbers that a section consists of.
    fn section(&self, number: u32, visit: impl FnMut(Range<u64>));
}

/// A table with one entry for every number.
#[derive(Debug)]
pub(super) struct DirectTable<I> {
    indexing: I,
    entries: Zeroed<AtomicU32>,
}

impl<I: Indexing> DirectTable<I> {
    /// An empty table.
    pub(super) fn new(indexing: I) -> Result<DirectTable<I>, StopReason> {
        let entries = Zeroed::new(indexing.size() as usize)?;
        Ok(DirectTable { indexing, entries })
    }

    /// The numbering of vectors.
    pub(super) fn indexing(&self) -> &I {
        &self.indexing
    }

    /// The entry at a place.
    #[inline]
    pub(super) fn at(&self, place: u64) -> Option<Entry> {
        Entry::from_bits(self.entries[place as usize].load(Ordering::Acquire))
    }

    /// The size in bytes of a table of this many entries.
    pub(super) fn bytes(entries: u64) -> u64 {
        entries.saturating_mul(size_of::<AtomicU32>() as u64)
    }
}

impl DirectTable<HalfIndex> {
    /// Copies the entries of another table, whose halves have the same numbers.
    pub(super) fn copy_from(&self, old: &DirectTable<HalfIndex>) {
        let (_, rights) = old.indexing.counts();
        let [from, to] = [old, self].map(|table| table.indexing.room().1 as usize);
        for (old, new) in old
            .entries
            .chunks_exact(from)
            .zip(self.entries.chunks_exact(to))
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

impl<I: Indexing> Finder for DirectTable<I> {
    const KEYED: bool = false;
    type Memo = I::Memo;

    #[inline]
    fn probe(&self, row: &[i64], _: &[u64], memo: &mut I::Memo) -> Option<u64> {
        self.indexing.index(row, memo)
    }

    #[inline]
    fn probe_all(
        &self,
        steps: &SuccessorBuffer,
        memo: &mut I::Memo,
        probes: &mut Vec<u64>,
    ) -> bool {
        self.indexing.index_all(steps, memo, probes)
    }

    fn peek(&self, row: &[i64], _: &[u64]) -> Option<u64> {
        self.indexing.peek(row)
    }

    #[inline]
    fn halves(&self) -> Option<&HalfIndex> {
        self.indexing.halves()
    }

    #[inline]
    fn prefetch(&self, probe: u64) {
        prefetch(&self.entries, probe as usize);
    }

    #[inline]
    fn prefetch_key(&self, _: u64, _: &StateStore) {}

    #[inline]
    fn look(&self, probe: u64, _: &[u64], _: &StateStore) -> Result<Entry, u64> {
        let bits = self.entries[probe as usize].load(Ordering::Acquire);
        Entry::from_bits(bits).ok_or(probe)
    }

    #[inline]
    fn put(&self, place: u64, _: u64, entry: Entry) -> bool {
        let slot = &self.entries[place as usize];
        slot.compare_exchange(0, entry.bits(), Ordering::Release, Ordering::Relaxed)
            .is_ok()
    }

    fn put_new(&self, probe: u64, entry: Entry) {
        self.entries[probe as usize].store(entry.bits(), Ordering::Release);
    }

    fn limit(&self) -> u32 {
        StateStore::MAX
    }

    fn sections(&self) -> u32 {
        self.indexing.sections()
    }

    fn places(&self) -> u64 {
        self.indexing.used()
    }

    fn section(&self, number: u32, level: &Range<u32>, todo: &mut Vec<Todo>) {
        self.indexing.section(number, |places| {
            let entries = &self.entries[places.start as usize..places.end as usize];
            for (slot, place) in entries.iter().zip(places) {
                let entry = Entry::from_bits(slot.load(Ordering::Relaxed));
                if let Some(entry) = entry.filter(|entry| level.contains(&entry.id()))
                    && entry.static_result().is_none()
                {
                    let (id, place) = (entry.id(), Some(place));
                    todo.push(Todo { id, place });
                }
            }
        });
    }
}
