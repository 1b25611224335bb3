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

/// Lists with a greater minimum length are not enumerated: there are too many.
const MAX_LISTED: usize = 1000;

/// The size of a list: its length plus the sum of its numbers.
pub(crate) fn measure(list: impl ExactSizeIterator<Item = u64>) -> u64 {
    let length = list.len() as u64;
    list.fold(length, u64::saturating_add)
}

impl Shape {
    /// Smaller lists: with fewer numbers, then with many numbers set to the
    /// least, then with one number lowered.
    pub(crate) fn smaller(self, list: &[u64], visit: impl FnMut(Vec<u64>) -> Flow) {
        let least = self.least;
        let fewer = self.spare(list.len()).map(|piece| {
            let mut rest = list.to_vec();
            rest.drain(piece);
            rest
        });
        let is_above = |number: &u64| *number > least;
        let emptied = pieces(list.len())
            .filter(move |piece| piece.len() > 1 && list[piece.clone()].iter().any(is_above))
            .map(|piece| {
                let mut emptied = list.to_vec();
                emptied[piece].fill(least);
                emptied
            });
        let lowered = (0..list.len()).flat_map(|i| {
            lower(list[i], least).map(move |number| {
                let mut lowered = list.to_vec();
                lowered[i] = number;
                lowered
            })
        });
        let _ = fewer.chain(emptied).chain(lowered).try_for_each(visit);
    }

    /// Ranges that can be removed from a list of this length.
    fn spare(self, length: usize) -> impl Iterator<Item = Range<usize>> {
        let Shape {
            group_len, fewest, ..
        } = self;
        let spare = length.saturating_sub(fewest);
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

    /// A boundary case: shortest or longest, all smallest or largest numbers,
    /// all equal; or a list of the smallest numbers modified by the game's
    /// `special`.
    pub(crate) fn edge(
        &self,
        random: &mut Random,
        special: impl FnOnce(&mut Vec<u64>, &mut Random),
    ) -> Vec<u64> {
        let (least, max) = (*self.numbers.start(), *self.numbers.end());
        let length = match random.below(3) {
            0 => *self.lengths.start(),
            1 => *self.lengths.end(),
            _ => random.within(&self.lengths),
        };
        let any = random.within(&self.numbers);
        let mut list = vec![least; length as usize * self.shape.group_len];
        match random.below(6) {
            0 => {}
            1 => list.fill(max),
            2 => list.fill(any),
            3 if !list.is_empty() => {
                let at = random.index(list.len());
                list[at] = any;
            }
            4 => special(&mut list, random),
            _ => list.fill_with(|| *random.pick(&[least, max])),
        }
        list
    }

    /// For games that depend on binary digits: powers of two and their
    /// neighbours, or numbers that occur in pairs.
    pub(crate) fn fill_with_bits(&self, list: &mut [u64], random: &mut Random) {
        if random.once_in(2) {
            list.fill_with(|| near_power(&self.numbers, random));
            return;
        }
        list.fill_with(|| random.within(&self.numbers));
        let (half, others) = list.split_at_mut(list.len() / 2);
        others[..half.len()].copy_from_slice(half);
    }
}

/// A power of two, one more or one less, within the range if possible.
pub(crate) fn near_power(range: &RangeInclusive<u64>, random: &mut Random) -> u64 {
    let bits = u64::from(range.end().checked_ilog2().unwrap_or(0)) + 1;
    let power = 1u64 << random.below(bits);
    let near = *random.pick(&[power - 1, power, power + 1]);
    near.clamp(*range.start(), *range.end())
}

/// Changes one of the numbers at these places, if possible, so that their XOR
/// is 0.
pub(crate) fn zero_xor(
    list: &mut [u64],
    mut places: Vec<usize>,
    numbers: &RangeInclusive<u64>,
    random: &mut Random,
) {
    let sum = places.iter().fold(0, |sum, place| sum ^ list[*place]);
    random.shuffle(&mut places);
    let fits = |place: &&usize| numbers.contains(&(list[**place] ^ sum));
    if let Some(&place) = places.iter().find(fits) {
        list[place] ^= sum;
    }
}
