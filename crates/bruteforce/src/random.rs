//! Reproducible random numbers for tests.

/// The SplitMix64 generator; the field is its state, initially the seed.
///
/// ```
/// let mut random = kibitz_bruteforce::Random(7);
/// assert!(random.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `n`.
    pub fn roll(&mut self, n: u64) -> u64 {
        self.bits() % n
    }

    /// An index below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.roll(n as u64) as usize
    }

    /// One of the items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// A number up to 2⁶³ − 1 with a uniformly distributed bit length.
    pub fn number(&mut self) -> u64 {
        let shift = 1 + self.below(63);
        self.bits() >> shift
    }

    /// Shuffles the items (Fisher–Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
