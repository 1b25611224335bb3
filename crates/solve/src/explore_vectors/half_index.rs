//! Recursive indexing of states as pairs of halves (as in SPIN's COLLAPSE), each half numbered when
//! it is first seen.
//!
//! If a position consists of one half per player, there may be few different halves, and most pairs
//! of them occur: a direct table of pairs is then smaller than a hash table. It is also faster,
//! because the moves of a position often share a half, so their entries are adjacent.

mod common_left;
mod half;

use std::ops::Range;

use hashbrown::HashSet;
use kibitz_game::{StopReason, SuccessorBuffer};

use super::direct_table::Indexing;
use super::fields::Fields;
use super::state_store::StateStore;
pub(super) use common_left::{CommonLeft, Rights};
pub(super) use half::Named;
use half::{Half, NUMBER};

/// State vectors as pairs of halves.
#[derive(Debug)]
pub(super) struct HalfIndex {
    left: Box<Half>,
    right: Box<Half>,
}

/// The number of distinct halves of each side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    left: u32,
    right: u32,
}

impl Counts {
    /// Counts the halves of some positions; `None` if this encoding cannot be used because a side
    /// has more than `max` halves or does not fit a word.
    pub(super) fn of(
        fields: &Fields,
        pool: &StateStore,
        ids: &[Range<u32>],
        max: u32,
    ) -> Option<Counts> {
        let slots = fields.spans().len();
        let (left, right) = split(fields)?;
        if slots < 2 {
            return None;
        }
        let mut seen = [HashSet::new(), HashSet::new()];
        let (mut key, mut row) = (vec![0; fields.words()], vec![0; slots]);
        for id in ids.iter().cloned().flatten() {
            pool.get(id, &mut key);
            fields.unpack(&key, &mut row);
            seen[0].insert(left.pack_word(&row[..slots / 2]).0);
            seen[1].insert(right.pack_word(&row[slots / 2..]).0);
            if seen.iter().any(|halves| halves.len() > max as usize) {
                return None;
            }
        }
        let [left, right] = seen.map(|halves| halves.len() as u32);
        Some(Counts { left, right })
    }

    /// The counts of the numbered halves.
    pub(super) fn in_use(halves: &HalfIndex) -> Counts {
        let (left, right) = halves.counts();
        Counts { left, right }
    }

    /// Room for twice as many halves.
    fn room(self) -> (u32, u32) {
        (2 * self.left + 64, 2 * self.right + 64)
    }

    /// The number of table entries with that room.
    pub(super) fn table_size(self) -> u64 {
        let (left, right) = self.room();
        if left.max(right) >> NUMBER > 0 {
            return u64::MAX;
        }
        u64::from(left) * u64::from(right)
    }
}

/// The fields of both halves; `None` if one does not fit a word together with its number.
fn split(fields: &Fields) -> Option<(Fields, Fields)> {
    let spans = fields.spans();
    let (left, right) = spans.split_at(spans.len() / 2);
    let sides = [left, right].map(|side| Fields::new(side.to_vec()));
    let [left, right] = sides;
    let max = u64::BITS - NUMBER;
    (left.bits() <= max && right.bits() <= max).then_some((left, right))
}

impl HalfIndex {
    /// An index with the halves of an old one, which keep their numbers, and room for twice the
    /// counted number.
    pub(super) fn new(
        fields: &Fields,
        counts: Counts,
        old: Option<&HalfIndex>,
    ) -> Result<Option<HalfIndex>, StopReason> {
        let Some((left, right)) = split(fields) else {
            return Ok(None);
        };
        let from = left.spans().len();
        let room = counts.room();
        let halves = HalfIndex {
            left: Box::new(Half::new(left, 0, room.0)?),
            right: Box::new(Half::new(right, from, room.1)?),
        };
        let kept = old.is_none_or(|old| halves.copy_from(old).is_some());
        Ok(kept.then_some(halves))
    }

    /// The numbers of left and right halves.
    pub(super) fn counts(&self) -> (u32, u32) {
        (self.left.count(), self.right.count())
    }

    /// Their maximum numbers.
    pub(super) fn room(&self) -> (u32, u32) {
        (self.left.max, self.right.max)
    }

    /// Copies all halves of another index with their numbers, if there is room.
    fn copy_from(&self, old: &HalfIndex) -> Option<()> {
        self.left.copy_from(&old.left)?;
        self.right.copy_from(&old.right)
    }

    /// The numbers of the successors of some moves; false if one has none.
    #[inline(always)]
    fn index_all_with(&self, steps: &SuccessorBuffer, numbers: &mut Vec<u64>) -> bool {
        // All moves of a position often lead to the same left half.
        let mut last: Option<(&[i64], u64)> = None;
        for (row, _) in steps.iter() {
            let half = &row[..self.right.from];
            let start = match last {
                Some((same, start)) if differ(same, half) == 0 => start,
                _ => match self.left.pack(row).and_then(|key| self.left.number(key)) {
                    Some(number) => u64::from(number) * u64::from(self.right.max),
                    None => return false,
                },
            };
            last = Some((half, start));
            match self.right.pack(row).and_then(|key| self.right.number(key)) {
                Some(number) => numbers.push(start + u64::from(number)),
                None => return false,
            }
        }
        true
    }

    /// The same, compiled for AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn index_all_avx2(&self, steps: &SuccessorBuffer, numbers: &mut Vec<u64>) -> bool {
        self.index_all_with(steps, numbers)
    }

    /// All right halves by number.
    pub(super) fn rights(&self) -> Vec<Named> {
        self.right.all()
    }

    /// Copies the vector at a place that is in use.
    #[inline]
    pub(super) fn row(&self, place: u64, row: &mut [i64]) {
        let (left, right) = part(place, self.right.max);
        self.left.unpack(left, row);
        self.right.unpack(right, row);
    }

    fn pair(&self, left: Option<u32>, right: Option<u32>) -> Option<u64> {
        Some(u64::from(left?) * u64::from(self.right.max) + u64::from(right?))
    }
}

/// The numbers of both halves at a place, for `rights` right halves.
#[inline]
pub(super) fn part(place: u64, rights: u32) -> (u32, u32) {
    // 32-bit division is much faster.
    if let Ok(place) = u32::try_from(place) {
        return (place / rights, place % rights);
    }
    let rights = u64::from(rights);
    ((place / rights) as u32, (place % rights) as u32)
}

/// The bits in which two halves differ. Branch-free over all slots: they are few, and the compiler
/// can vectorise it.
#[inline(always)]
fn differ(a: &[i64], b: &[i64]) -> i64 {
    a.iter().zip(b).fold(0, |bits, (a, b)| bits | (a ^ b))
}

impl Indexing for HalfIndex {
    type Memo = ();

    fn size(&self) -> u64 {
        u64::from(self.left.max) * u64::from(self.right.max)
    }

    fn halves(&self) -> Option<&HalfIndex> {
        Some(self)
    }

    fn used(&self) -> u64 {
        u64::from(self.left.count()) * u64::from(self.right.count())
    }

    fn index(&self, row: &[i64], (): &mut ()) -> Option<u64> {
        let left = self.left.number(self.left.pack(row)?);
        let right = self.right.number(self.right.pack(row)?);
        self.pair(left, right)
    }

    #[inline]
    fn index_all(&self, steps: &SuccessorBuffer, (): &mut (), numbers: &mut Vec<u64>) -> bool {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has these instructions.
            return unsafe { self.index_all_avx2(steps, numbers) };
        }
        self.index_all_with(steps, numbers)
    }

    fn peek(&self, row: &[i64]) -> Option<u64> {
        let left = self.left.look(self.left.pack(row)?).ok();
        let right = self.right.look(self.right.pack(row)?).ok();
        self.pair(left, right)
    }

    /// A move usually swaps the halves, so the new left half is the old right one: the successors
    /// of positions with a few right halves lie in a few rows of the table.
    fn sections(&self) -> u32 {
        self.right.count().div_ceil(COLUMNS)
    }

    fn section(&self, number: u32, mut visit: impl FnMut(Range<u64>)) {
        let right = u64::from(self.right.max);
        let start = u64::from(number * COLUMNS);
        let end = right.min(start + u64::from(COLUMNS));
        for left in 0..u64::from(self.left.count()) {
            visit(left * right + start..left * right + end);
        }
    }
}

/// Right halves per section: enough positions for data of a left half to be loaded once for many of
/// them.
const COLUMNS: u32 = 64;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore_vectors::fields::Span;

    #[test]
    fn pairs_of_halves_are_numbered_until_full() {
        let fields = Fields::new(vec![Span { low: -9, high: 999 }; 3]);
        let counts = Counts { left: 1, right: 2 };
        let halves = HalfIndex::new(&fields, counts, None).unwrap().unwrap();
        assert_eq!(halves.size(), 66 * 68);
        let mut seen = HashSet::new();
        for a in 0..66 {
            for b in 0..68 {
                let row = [a, b, -b / 8];
                assert_eq!(halves.peek(&row).is_some(), a > 0 && b > 0);
                let number = halves.index(&row, &mut ()).unwrap();
                assert!(number < halves.size() && seen.insert(number));
                assert_eq!(halves.peek(&row), Some(number));
            }
            if a == 0 {
                assert_eq!(halves.index(&[0, 900, 0], &mut ()), None);
            }
        }
        assert_eq!(halves.index(&[100, 0, 0], &mut ()), None);
        assert_eq!(halves.peek(&[0, 1000, 0]), None);
    }

    #[test]
    fn batch_index_agrees_with_single_index_scalar_and_avx2() {
        let fields = Fields::new(vec![Span { low: -1, high: 9 }; 11]);
        let counts = Counts {
            left: 100,
            right: 100,
        };
        let halves = || HalfIndex::new(&fields, counts, None).unwrap().unwrap();
        let mut steps = SuccessorBuffer::new(11);
        for n in 0..60i64 {
            let row: Vec<i64> = (0..11)
                .map(|i| n / (4 + i % 3) * (i + n % 5) % 11 - 1)
                .collect();
            steps.push(&row, kibitz_game::Turn::Other);
        }
        let (one, any, plain) = (halves(), halves(), halves());
        let rows = steps
            .iter()
            .map(|(row, _)| one.index(row, &mut ()).unwrap());
        let expected: Vec<u64> = rows.collect();
        let (mut found, mut found_plain) = (Vec::new(), Vec::new());
        assert!(any.index_all(&steps, &mut (), &mut found));
        assert!(plain.index_all_with(&steps, &mut found_plain));
        assert_eq!((&found, &found_plain), (&expected, &expected));
        steps.push(
            &[0, 0, 0, 0, 0, 0, 0, 15, 0, 0, 0],
            kibitz_game::Turn::Other,
        );
        assert!(!any.index_all(&steps, &mut (), &mut found));
        assert!(!plain.index_all_with(&steps, &mut found));
    }
}
