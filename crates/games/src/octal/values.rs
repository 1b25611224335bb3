//! The Grundy values of heaps in sequence, and their periodicity.
//!
//! The theorem of Guy and Smith: let k be the last place of the code, and
//! g(n + p) = g(n) for n₀ ≤ n ≤ 2n₀ + p + k, where n₀ and p are at least 1. Then
//! g(n + p) = g(n) for all n ≥ n₀.
//!
//! Proof, by induction on n > 2n₀ + p + k. Neither n nor n + p can be taken
//! completely, because both exceed k.
//!
//! - An option of n + p is a heap b, or two heaps a ≤ b, with i ≤ k matches
//!   taken. Either way b ≥ (n + p − k) / 2 ≥ n₀ + p, and b < n + p. So b − p ≥
//!   n₀ > 0 is a smaller heap than n, and g(b) = g(b − p): the option of n with
//!   b − p in place of b has the same value.
//! - An option of n has b ≥ (n − k) / 2 ≥ n₀ and b < n, so g(b + p) = g(b): the
//!   option of n + p with b + p in place of b has the same value.
//!
//! So n and n + p have options of the same values.

use super::Code;
use crate::period::{Period, Rule, mex};

/// Maximum number of values if heaps are split: all pairs of heaps are
/// examined, so the time is quadratic.
const MAX_SPLIT: usize = 1 << 15;
const MAX_UNSPLIT: usize = 1 << 20;

impl Rule for Code {
    fn next(&self, values: &[u32]) -> u32 {
        let heap = values.len() as u64;
        let value = |heap: u64| values[heap as usize];
        let all = self.takes_all(heap).then_some(0);
        let singles = all.into_iter().chain(self.ones(heap).map(value));
        if self.splits() == 0 {
            return mex(singles);
        }
        let mut seen = Seen::default();
        singles.for_each(|value| seen.add(value));
        for together in self.twos(heap) {
            // Both heaps are smaller than this one, and their total is no
            // larger.
            let heaps = &values[1..together as usize];
            let half = heaps.len().div_ceil(2);
            let pairs = heaps[..half].iter().zip(heaps.iter().rev());
            pairs.for_each(|(a, b)| seen.add(a ^ b));
        }
        seen.mex()
    }

    fn proves(&self, period: Period, run: usize) -> bool {
        // The theorem requires a start of at least 1; equality at 0 is already
        // verified.
        let before = usize::from(period.start == 0);
        let start = period.start + before;
        run - before.min(run) > start + period.length + self.last()
    }

    fn max_len(&self) -> usize {
        match self.splits() {
            0 => MAX_UNSPLIT,
            splits => MAX_SPLIT / splits.isqrt(),
        }
    }
}

/// A set of values, one bit each.
#[derive(Default)]
struct Seen {
    words: Vec<u64>,
}

impl Seen {
    #[inline]
    fn add(&mut self, value: u32) {
        let word = (value / 64) as usize;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (value % 64);
    }

    fn mex(&self) -> u32 {
        let free = self.words.iter().position(|word| *word != u64::MAX);
        match free {
            Some(i) => 64 * i as u32 + self.words[i].trailing_ones(),
            None => 64 * self.words.len() as u32,
        }
    }
}
