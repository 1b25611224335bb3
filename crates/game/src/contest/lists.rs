//! Lists of numbers of a case: smaller ones, all of a size, and typical numbers.

use std::ops::{Range, RangeInclusive};

use super::{lower, pieces};
use crate::{CONTINUE, Flow};

/// Constraints on the lists of a format.
#[derive(Clone, Copy, Debug)]
pub struct ListShape {
    /// Numbers are added and removed in groups of this size: 2 for pairs.
    pub group_len: usize,
    /// The minimum length.
    pub fewest: usize,
    /// The minimum of each number.
    pub least: u64,
}

/// Number of the largest changes of each kind that are tried first.
const LARGE: usize = 32;
/// All pairs of numbers are changed together in lists of at most this length, and
/// their common bits in lists of at most the second.
const MAX_PAIRED: usize = 32;
const MAX_PAIRED_BITS: usize = 8;
/// Lists with a greater minimum length are not enumerated: there are too many.
const MAX_LISTED: usize = 1000;

/// The size of a list: its length plus the sum of its numbers.
#[must_use]
pub fn list_measure(list: impl ExactSizeIterator<Item = u64>) -> u64 {
    let length = list.len() as u64;
    list.fold(length, u64::saturating_add)
}

impl ListShape {
    /// Smaller lists: with fewer numbers, then with many numbers set to the
    /// least, then with two numbers or more changed so that their XOR remains,
    /// then with one number lowered. `counted` are the places of the numbers
    /// that count in the nim-sum.
    pub fn smaller(self, list: &[u64], counted: &[usize], mut visit: impl FnMut(Vec<u64>) -> Flow) {
        let least = self.least;
        let fewer = || {
            self.spare(list.len()).map(|piece| {
                let mut rest = list.to_vec();
                rest.drain(piece);
                rest
            })
        };
        let is_above = |number: &u64| *number > least;
        let emptied = || {
            pieces(list.len())
                .filter(move |piece| piece.len() > 1 && list[piece.clone()].iter().any(is_above))
                .map(|piece| with(list, piece, least))
        };
        let folded = || {
            pieces(counted.len())
                .map(|piece| &counted[piece])
                .filter_map(|places| folded(list, places))
        };
        let lowered = (0..list.len())
            .flat_map(|i| lower(list[i], least).map(move |number| with(list, [i], number)));
        // Large changes of all kinds come before the many small ones of a long list.
        let large = fewer()
            .take(LARGE)
            .chain(emptied().take(LARGE))
            .chain(folded().take(LARGE));
        let small = fewer()
            .skip(LARGE)
            .chain(emptied().skip(LARGE))
            .chain(folded().skip(LARGE));
        let now = list_measure(list.iter().copied());
        let _ = large
            .chain(small)
            .chain(self.pairs_changed(list, counted))
            .chain(lowered)
            .filter(|other| list_measure(other.iter().copied()) < now || now == u64::MAX)
            .try_for_each(&mut visit);
    }

    /// Lists in which two numbers are changed or removed together. There are too
    /// many pairs in a long list.
    fn pairs_changed(self, list: &[u64], counted: &[usize]) -> impl Iterator<Item = Vec<u64>> {
        let counted = match counted.len() {
            0..=MAX_PAIRED => counted,
            _ => &[],
        };
        let is_short = counted.len() <= MAX_PAIRED_BITS;
        let pairs = (1..counted.len()).flat_map(move |j| (0..j).map(move |i| [i, j]));
        pairs
            .map(move |pair| pair.map(|place| counted[place]))
            .flat_map(move |[i, j]| {
                let shared = list[i] & list[j];
                let bits = (0..u64::BITS).map(|bit| 1 << bit);
                let bits = bits.filter(move |bit| is_short && shared & bit != 0);
                let lowered = bits.rev().map(move |bit| {
                    let mut lowered = list.to_vec();
                    lowered[i] -= bit;
                    lowered[j] -= bit;
                    lowered
                });
                let removed = (self.spare_len(list.len()) >= 2 && self.group_len == 1).then(|| {
                    let mut rest = list.to_vec();
                    rest.remove(i.max(j));
                    rest.remove(i.min(j));
                    rest
                });
                // Bits alone do not lower equal numbers to any equal ones.
                let equal = (list[i] == list[j]).then(move || {
                    lower(list[i], self.least).map(move |number| with(list, [i, j], number))
                });
                let emptied = with(list, [i, j], self.least);
                let folded = folded(list, &[i, j]);
                removed
                    .into_iter()
                    .chain([emptied])
                    .chain(folded)
                    .chain(equal.into_iter().flatten())
                    .chain(lowered)
            })
    }

    /// By how much a list of this length can be shortened.
    fn spare_len(self, length: usize) -> usize {
        length.saturating_sub(self.fewest)
    }

    /// Ranges that can be removed from a list of this length.
    fn spare(self, length: usize) -> impl Iterator<Item = Range<usize>> {
        let group_len = self.group_len;
        let spare = self.spare_len(length);
        // A long list of minimum length would have millions of ranges.
        let units = if spare > 0 { length / group_len } else { 0 };
        pieces(units)
            .map(move |piece| piece.start * group_len..piece.end * group_len)
            .filter(move |piece| piece.len() <= spare)
    }

    /// Every list of this `measure`, unless the minimum length is too great.
    pub fn every(self, measure: u64, visit: &mut dyn FnMut(Vec<u64>) -> Flow) -> Option<Flow> {
        if self.fewest > MAX_LISTED {
            return None;
        }
        // A number counts 1 plus its value.
        let each = self.least + 1;
        let longest = (measure / each) as usize;
        let mut lengths = (self.fewest..=longest).step_by(self.group_len);
        Some(lengths.try_for_each(|length| {
            let mut list = vec![self.least; length];
            spread(measure - each * length as u64, 0, &mut list, visit)
        }))
    }
}

/// A list with the same number at some places.
fn with(list: &[u64], places: impl IntoIterator<Item = usize>, number: u64) -> Vec<u64> {
    let mut changed = list.to_vec();
    for place in places {
        changed[place] = number;
    }
    changed
}

/// A list in which the last of these places has the XOR of their numbers and the
/// others are 0; `None` if the XOR is greater than all numbers of the list, and
/// may exceed the contest's limit.
fn folded(list: &[u64], places: &[usize]) -> Option<Vec<u64>> {
    let (last, others) = places.split_last()?;
    let sum = places.iter().fold(0, |sum, place| sum ^ list[*place]);
    let is_within = list.iter().any(|number| *number >= sum);
    (is_within && !others.is_empty()).then(|| {
        let mut folded = with(list, others.iter().copied(), 0);
        folded[*last] = sum;
        folded
    })
}

/// Every way to add `rest` to the numbers from `at` on.
fn spread(
    rest: u64,
    at: usize,
    list: &mut Vec<u64>,
    visit: &mut dyn FnMut(Vec<u64>) -> Flow,
) -> Flow {
    let least = list[at];
    if at + 1 == list.len() {
        list[at] += rest;
        visit(list.clone())?;
    } else {
        for here in 0..=rest {
            list[at] = least + here;
            spread(rest - here, at + 1, list, visit)?;
        }
    }
    list[at] = least;
    CONTINUE
}

/// Numbers for the smallest and simplest cases: small ones, and powers of two and
/// their neighbours, in increasing order.
#[must_use]
pub fn simple_numbers(range: RangeInclusive<u64>) -> Vec<u64> {
    const SMALL: u64 = 16;
    let powers = (0..u64::BITS).flat_map(|bit| {
        let power = 1u64 << bit;
        [power - 1, power, power.saturating_add(1)]
    });
    let mut numbers: Vec<u64> = (0..=SMALL).chain(powers).chain([*range.end()]).collect();
    numbers.retain(|number| range.contains(number));
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Lists of one or two of the [`simple_numbers`].
#[must_use]
pub fn simple_lists(range: RangeInclusive<u64>) -> Vec<Vec<u64>> {
    let numbers = simple_numbers(range);
    let one = numbers.iter().map(|number| vec![*number]);
    let two = numbers.iter().enumerate().flat_map(|(place, larger)| {
        let smaller = numbers[..=place].iter();
        smaller.map(|smaller| vec![*smaller, *larger])
    });
    one.chain(two).collect()
}
