//! Random lists of numbers.

use std::ops::RangeInclusive;

use kibitz_game::Flow;
use kibitz_game::contest::{ListShape, Random, list_measure};

/// The requested range of lists.
#[derive(Clone, Debug)]
pub(crate) struct ListSpec {
    /// The length, in units of [`ListShape::group_len`].
    pub(crate) lengths: RangeInclusive<u64>,
    /// The range of each number.
    pub(crate) numbers: RangeInclusive<u64>,
    /// The constraints of the format.
    pub(crate) shape: ListShape,
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
    let size = |list: &Vec<u64>| list_measure(list.iter().copied());
    let mut lists: Vec<Vec<u64>> = lists.filter(|list| size(list) < below).collect();
    lists.sort_by_key(size);
    let _ = lists.into_iter().try_for_each(visit);
}
