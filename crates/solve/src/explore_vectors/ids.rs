//! Allocation of ids for new positions: each thread takes blocks of them.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

/// The ids of one thread.
#[derive(Debug, Default)]
pub(super) struct Ids {
    /// The first id that has not been reported.
    from: u32,
    /// The next id to be used.
    next: u32,
    end: u32,
    /// Used and not yet reported.
    used: Vec<Range<u32>>,
}

impl Ids {
    /// Ids per block.
    pub(super) const BLOCK: u32 = 1 << 10;

    /// The next id, if the block has one.
    #[inline]
    pub(super) fn next(&self) -> Option<u32> {
        (self.next < self.end).then_some(self.next)
    }

    /// Marks the id as used.
    #[inline]
    pub(super) fn advance(&mut self) {
        self.next += 1;
    }

    /// Takes another block below `limit` once the current one is exhausted; `None` if there is
    /// none.
    pub(super) fn refill(&mut self, all: &AtomicU32, limit: u32) -> Option<Range<u32>> {
        let more = |next: u32| next.checked_add(Ids::BLOCK).filter(|end| *end <= limit);
        let start = all
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, more)
            .ok()?;
        if start != self.end {
            self.report();
            (self.from, self.next) = (start, start);
        }
        self.end = start + Ids::BLOCK;
        Some(start..self.end)
    }

    fn report(&mut self) {
        if self.from < self.next {
            self.used.push(self.from..self.next);
            self.from = self.next;
        }
    }

    /// Abandons the rest of the block, and returns it.
    pub(super) fn abandon(&mut self) -> Range<u32> {
        self.report();
        let unused = self.next..self.end;
        (self.from, self.next) = (self.end, self.end);
        unused
    }

    /// The ids used since the last call.
    pub(super) fn take_used(&mut self) -> Vec<Range<u32>> {
        self.report();
        std::mem::take(&mut self.used)
    }

    /// The same without reporting them.
    pub(super) fn used(&self) -> impl Iterator<Item = Range<u32>> {
        let present = (self.from < self.next).then_some(self.from..self.next);
        self.used.iter().cloned().chain(present)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_across_threads() {
        let all = AtomicU32::new(0);
        let limit = 5 * Ids::BLOCK;
        let mut both = [Ids::default(), Ids::default()];
        let mut seen = vec![false; limit as usize];
        for turn in 0.. {
            let ids = &mut both[turn % 2];
            if ids.next().is_none() && ids.refill(&all, limit).is_none() {
                break;
            }
            let id = ids.next().unwrap() as usize;
            assert!(!std::mem::replace(&mut seen[id], true));
            ids.advance();
        }
        let used: Vec<_> = both.iter_mut().flat_map(Ids::take_used).collect();
        let unused = both
            .iter_mut()
            .map(|ids| ids.abandon().len())
            .sum::<usize>();
        let count: usize = used.iter().map(Range::len).sum();
        assert_eq!(count, seen.iter().filter(|seen| **seen).count());
        assert_eq!(count + unused, limit as usize);
        assert!(both.iter().all(|ids| ids.used().count() == 0));
    }
}
