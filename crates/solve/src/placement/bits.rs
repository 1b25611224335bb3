//! Reading bits in the order of a table file.

use std::ops::Range;

use kibitz_game::{BREAK, CONTINUE, Flow, Wdl};
use kibitz_tablebase::Entry;

use super::losing::{LosingSet, Seen};
use crate::SolveError;
use crate::solution::known;

/// Where a position is: its side, and its filled cells; `None` if it is nowhere.
pub(super) type Place = Option<(usize, u64)>;

/// The lost positions of each side, and where the position with a number is.
pub(super) struct Bits<'a, P> {
    pub(super) lost: &'a [LosingSet],
    pub(super) place: P,
}

impl<P: Fn(u64) -> Place> Bits<'_, P> {
    /// Passes whether positions are lost to `take`, as long as it continues; then releases what it
    /// has read of a table on disk.
    fn read(
        &self,
        numbers: Range<u64>,
        mut take: impl FnMut(bool) -> Flow,
    ) -> Result<(), SolveError> {
        let mut seen = Seen::default();
        for number in numbers {
            let (side, filled) = known((self.place)(number), &number)?;
            seen.add(filled);
            if take(self.lost[side].is_lost(filled)).is_break() {
                break;
            }
        }
        self.lost.iter().for_each(|side| side.release(&seen));
        Ok(())
    }

    /// See [`Solution::entries`](crate::Solution::entries).
    pub(super) fn entries(
        &self,
        numbers: Range<u64>,
        into: &mut Vec<Option<Entry>>,
    ) -> Result<(), SolveError> {
        let entries = [false, true].map(|is_lost| Some(Entry::from(result(is_lost))));
        self.read(numbers, |is_lost| {
            into.push(entries[usize::from(is_lost)]);
            CONTINUE
        })
    }

    /// See [`Solution::distinct_entries`](crate::Solution::distinct_entries). There are two of them,
    /// which are soon found.
    pub(super) fn distinct_entries(
        &self,
        numbers: Range<u64>,
        into: &mut Vec<Option<Entry>>,
    ) -> Result<(), SolveError> {
        let mut found = [false; 2];
        self.read(numbers, |is_lost| {
            found[usize::from(is_lost)] = true;
            if found == [true; 2] { BREAK } else { CONTINUE }
        })?;
        let results = [false, true].into_iter().zip(found);
        let found = results.filter(|(_, is_found)| *is_found);
        into.extend(found.map(|(is_lost, _)| Some(Entry::from(result(is_lost)))));
        Ok(())
    }
}

/// The result that one bit gives.
pub(super) fn result(is_lost: bool) -> Wdl {
    if is_lost { Wdl::Loss } else { Wdl::Win }
}
