//! Lists of numbers made up, measured, and made smaller.

use std::ops::{Range, RangeInclusive};

use kibitz_game::contest::{Random, lower, pieces};
use kibitz_game::{Flow, MORE};

/// What the lists of a format have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Numbers come and go so many at a time: 2 where they are pairs.
    pub(crate) at_once: usize,
    /// No list has fewer numbers.
    pub(crate) fewest: usize,
    /// No number is smaller.
    pub(crate) least: u64,
}

/// Lists that must have more numbers are not listed: there are too many.
const MOST_LISTED: usize = 1000;

/// How large a list is: so many numbers, and their sum.
pub(crate) fn measure(list: impl ExactSizeIterator<Item = u64>) -> u64 {
    let length = list.len() as u64;
    list.fold(length, u64::saturating_add)
}

impl Shape {
    /// Lists that are smaller: with fewer numbers, then with many of the least
    /// number at once, then with one number lower.
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

    /// Pieces that a list of this length can do without.
    fn spare(self, length: usize) -> impl Iterator<Item = Range<usize>> {
        let Shape {
            at_once, fewest, ..
        } = self;
        let spare = length.saturating_sub(fewest);
        // A long list with nothing to spare has millions of pieces.
        let units = if spare > 0 { length / at_once } else { 0 };
        pieces(units)
            .map(move |piece| piece.start * at_once..piece.end * at_once)
            .filter(move |piece| piece.len() <= spare)
    }

    /// Every list of this [`measure`], unless there must be too many numbers.
    pub(crate) fn every(
        self,
        measure: u64,
        visit: &mut dyn FnMut(Vec<u64>) -> Flow,
    ) -> Option<Flow> {
        if self.fewest > MOST_LISTED {
            return None;
        }
        // A number counts once for being there, and for what it is.
        let each = self.least + 1;
        let longest = (measure / each) as usize;
        let mut lengths = (self.fewest..=longest).step_by(self.at_once);
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
    MORE
}

/// Which lists are wanted.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// How many numbers, in units of [`Shape::at_once`].
    pub(crate) lengths: RangeInclusive<u64>,
    /// How large each of them is.
    pub(crate) numbers: RangeInclusive<u64>,
    /// What the format asks for.
    pub(crate) shape: Shape,
}

impl Wanted {
    /// Any list.
    pub(crate) fn any(&self, random: &mut Random) -> Vec<u64> {
        let length = random.within(&self.lengths);
        self.of_length(length, random)
    }

    /// Any list with as many numbers as are allowed.
    pub(crate) fn longest(&self, random: &mut Random) -> Vec<u64> {
        self.of_length(*self.lengths.end(), random)
    }

    fn of_length(&self, length: u64, random: &mut Random) -> Vec<u64> {
        let numbers = 0..length as usize * self.shape.at_once;
        numbers.map(|_| random.within(&self.numbers)).collect()
    }

    /// A list at an edge: shortest or longest, of the smallest or largest
    /// numbers, of equal ones; or with what is `special` in the game, put into a
    /// list of the smallest numbers.
    pub(crate) fn edge(
        &self,
        random: &mut Random,
        special: impl FnOnce(&mut Vec<u64>, &mut Random),
    ) -> Vec<u64> {
        let (least, most) = (*self.numbers.start(), *self.numbers.end());
        let length = match random.below(3) {
            0 => *self.lengths.start(),
            1 => *self.lengths.end(),
            _ => random.within(&self.lengths),
        };
        let any = random.within(&self.numbers);
        let mut list = vec![least; length as usize * self.shape.at_once];
        match random.below(6) {
            0 => {}
            1 => list.fill(most),
            2 => list.fill(any),
            3 if !list.is_empty() => {
                let at = random.index(list.len());
                list[at] = any;
            }
            4 => special(&mut list, random),
            _ => list.fill_with(|| *random.pick(&[least, most])),
        }
        list
    }

    /// Where numbers count by their bits: powers of two and their neighbours,
    /// or numbers of which each comes twice.
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

/// A power of two, one more or one less, as far as the range allows.
pub(crate) fn near_power(range: &RangeInclusive<u64>, random: &mut Random) -> u64 {
    let bits = u64::from(range.end().checked_ilog2().unwrap_or(0)) + 1;
    let power = 1u64 << random.below(bits);
    let near = *random.pick(&[power - 1, power, power + 1]);
    near.clamp(*range.start(), *range.end())
}

/// Changes one of the numbers at these places, if it can be done, so that their
/// exclusive or is 0.
pub(crate) fn even_out(
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
