//! Random numbers for generated cases, reproducible from a seed on every machine.

use std::ops::RangeInclusive;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// A pseudo-random sequence that is determined by its seed on every machine (PCG64-MCG). The
/// distributions below are implemented here rather than by a library, so that no library upgrade
/// changes the sequence of a seed.
///
/// ```
/// use kibitz_game::contest::Random;
///
/// let (mut one, mut other) = (Random::new(7), Random::new(7));
/// assert_eq!(one.below(100), other.below(100));
/// assert!((3..=5).contains(&one.within(&(3..=5))));
/// ```
#[derive(Clone, Debug)]
pub struct Random(Pcg64Mcg);

impl Random {
    /// The sequence of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(Pcg64Mcg::seed_from_u64(seed))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`; 0 if `bound` is 0. The bias is below `bound` in 2⁶⁴.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(bound)) >> 64) as u64
    }

    /// A number of this range, which must not be empty.
    pub fn within(&mut self, range: &RangeInclusive<u64>) -> u64 {
        let (low, high) = (*range.start(), *range.end());
        match (high - low).checked_add(1) {
            Some(count) => low + self.below(count),
            None => self.bits(),
        }
    }

    /// An index below `count`, which must not be 0.
    pub fn index(&mut self, count: usize) -> usize {
        self.below(count as u64) as usize
    }

    /// One of the items, which must not be empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.index(items.len())]
    }

    /// True with probability 1 / `times`.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// Puts the items in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, recorded seeds no longer reproduce their cases.
    #[test]
    fn seed_determines_the_sequence() {
        let mut random = Random::new(1);
        let bits: Vec<u64> = (0..3).map(|_| random.bits()).collect();
        let noted = [
            15_803_641_690_485_367_939,
            2_537_432_388_316_380_799,
            8_678_483_373_067_562_792,
        ];
        assert_eq!(bits, noted);
        let mut items = [1, 2, 3, 4, 5, 6, 7];
        Random::new(2).shuffle(&mut items);
        assert_eq!(items, [4, 1, 3, 7, 6, 2, 5]);
    }

    #[test]
    fn numbers_cover_exactly_their_range() {
        let mut random = Random::new(3);
        let mut seen = [false; 4];
        for _ in 0..200 {
            seen[random.within(&(5..=8)) as usize - 5] = true;
        }
        assert_eq!(seen, [true; 4]);
        assert_eq!(random.within(&(9..=9)), 9);
        let _ = random.within(&(0..=u64::MAX));
    }
}
