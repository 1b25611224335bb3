//! Generator of random lists of numbers: sampling, size measure, and shrinking.

use std::ops::{Range, RangeInclusive};

use kibitz_game::contest::{Random, lower, pieces};
use kibitz_game::{CONTINUE, Flow};

/// Constraints on the lists of a format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Numbers are added and removed in groups of this size: 2 for pairs.
    pub(crate) group_len: usize,
    /// The minimum length.
    pub(crate) fewest: usize,
    /// The minimum of each number.
    pub(crate) least: u64,
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
pub(crate) fn measure(list: impl ExactSizeIterator<Item = u64>) -> u64 {
    let length = list.len() as u64;
    list.fold(length, u64::saturating_add)
}

impl Shape {
    /// Smaller lists: with fewer numbers, then with many numbers set to the
    /// least, then with two numbers or more changed so that their XOR remains,
    /// then with one number lowered. `counted` are the places of the numbers
    /// that count in the nim-sum.
    pub(crate) fn smaller(
        self,
        list: &[u64],
        counted: &[usize],
        mut visit: impl FnMut(Vec<u64>) -> Flow,
    ) {
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
        let now = measure(list.iter().copied());
        let _ = large
            .chain(small)
            .chain(self.pairs_changed(list, counted))
            .chain(lowered)
            .filter(|other| measure(other.iter().copied()) < now || now == u64::MAX)
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

    /// Every list of this [`measure`], unless the minimum length is too great.
    pub(crate) fn every(
        self,
        measure: u64,
        visit: &mut dyn FnMut(Vec<u64>) -> Flow,
    ) -> Option<Flow> {
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

/// The requested range of lists.
#[derive(Clone, Debug)]
pub(crate) struct ListSpec {
    /// The length, in units of [`Shape::group_len`].
    pub(crate) lengths: RangeInclusive<u64>,
    /// The range of each number.
    pub(crate) numbers: RangeInclusive<u64>,
    /// The constraints of the format.
    pub(crate) shape: Shape,
}

impl ListSpec {
    /// A uniformly random list.
    pub(crate) fn any(&self, random: &mut Random) -> Vec<u64> {
        let length = random.within(&self.lengths);
        self.of_length(length, random)
    }

    /// A random list of maximum length.
    pub(crate) fn longest(&self, random: &mut Random) -> Vec<u64> {
        self.of_length(*self.lengths.end(), random)
    }

    fn of_length(&self, length: u64, random: &mut Random) -> Vec<u64> {
        let numbers = 0..length as usize * self.shape.group_len;
        numbers.map(|_| random.within(&self.numbers)).collect()
    }

    /// A boundary case: short or long, all smallest or largest numbers, all
    /// equal, powers of two, numbers that occur in pairs. The nim-sum of half of
    /// the cases is 0 or a power of two; `counted` are the places that count in it.
    pub(crate) fn edge(
        &self,
        random: &mut Random,
        counted: impl FnOnce(usize) -> Vec<usize>,
    ) -> Vec<u64> {
        let (least, max) = (*self.numbers.start(), *self.numbers.end());
        let length = edge_number(&self.lengths, random) as usize * self.shape.group_len;
        let any = edge_number(&self.numbers, random);
        let mut list = vec![least; length];
        match random.below(8) {
            0 => {}
            1 => list.fill(max),
            2 => list.fill(any),
            3 if length > 0 => {
                let at = random.index(length);
                list[at] = any;
            }
            4 => list.fill_with(|| near_power(&self.numbers, random)),
            5 => {
                list.fill_with(|| random.within(&self.numbers));
                let (half, others) = list.split_at_mut(length / 2);
                others[..half.len()].copy_from_slice(half);
            }
            6 => list.fill_with(|| random.within(&self.numbers)),
            _ => list.fill_with(|| *random.pick(&[least, max])),
        }
        if random.once_in(2) {
            let sum = edge_sum(max, random);
            set_xor(&mut list, counted(length), sum, &self.numbers, random);
        }
        list
    }
}

/// A nim-sum of 0 or, as often, a power of two up to `max`.
pub(crate) fn edge_sum(max: u64, random: &mut Random) -> u64 {
    match max.checked_ilog2() {
        Some(bits) if random.once_in(2) => 1 << random.below(u64::from(bits) + 1),
        _ => 0,
    }
}

/// The least or the greatest number of a range, one near a power of two, or any.
pub(crate) fn edge_number(range: &RangeInclusive<u64>, random: &mut Random) -> u64 {
    match random.below(6) {
        0 => *range.start(),
        1 => *range.end(),
        2 => random.within(range),
        _ => near_power(range, random),
    }
}

/// A power of two, one more or one less, within the range if possible.
pub(crate) fn near_power(range: &RangeInclusive<u64>, random: &mut Random) -> u64 {
    let bits = u64::from(range.end().checked_ilog2().unwrap_or(0)) + 1;
    let power = 1u64 << random.below(bits);
    let near = *random.pick(&[power - 1, power, power + 1]);
    near.clamp(*range.start(), *range.end())
}

/// Numbers for the smallest and simplest cases: small ones, and powers of two and
/// their neighbours, in increasing order.
pub(crate) fn simple_numbers(range: RangeInclusive<u64>) -> Vec<u64> {
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

/// Changes one of the numbers at these places, if possible, so that their XOR
/// is `sum`.
pub(crate) fn set_xor(
    list: &mut [u64],
    mut places: Vec<usize>,
    sum: u64,
    numbers: &RangeInclusive<u64>,
    random: &mut Random,
) {
    let change = places.iter().fold(sum, |sum, place| sum ^ list[*place]);
    random.shuffle(&mut places);
    let fits = |place: &&usize| numbers.contains(&(list[**place] ^ change));
    if let Some(&place) = places.iter().find(fits) {
        list[place] ^= change;
    }
}

/// Visits the lists below a measure, the smallest first.
pub(crate) fn simplest(
    lists: impl Iterator<Item = Vec<u64>>,
    below: u64,
    visit: &mut dyn FnMut(Vec<u64>) -> Flow,
) {
    let size = |list: &Vec<u64>| measure(list.iter().copied());
    let mut lists: Vec<Vec<u64>> = lists.filter(|list| size(list) < below).collect();
    lists.sort_by_key(size);
    let _ = lists.into_iter().try_for_each(visit);
}
