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
use crate::sparse::{Division, Sparse};

/// Maximum number of values, and of divisions examined to compute them, which takes about a
/// second. A larger heap needs a period, which is usually found soon.
const MAX_VALUES: usize = 1 << 20;
const MAX_DIVISIONS: u64 = 1 << 29;

/// The same on the way to a heap that does not need a period: more than 10⁵ heaps even if all
/// their divisions are examined.
const MAX_DIVISIONS_WITHIN: u64 = 1 << 33;

impl Rule for Code {
    type Memory = Sparse;

    fn next(&self, values: &[u32], sparse: &mut Sparse) -> u32 {
        let heap = values.len() as u64;
        let all = self.takes_all(heap).then_some(0);
        let ones = self.ones(heap).map(|heap| values[heap as usize]);
        let singles = all.into_iter().chain(ones);
        match self.splits() {
            0 => mex(singles),
            _ => {
                let totals = self.twos(heap).map(|total| Division::of(total as usize));
                sparse.mex(values, singles, &totals.collect::<Vec<Division>>())
            }
        }
    }

    fn proves(&self, period: Period, run: usize) -> bool {
        // The theorem requires a start of at least 1; equality at 0 is already
        // verified.
        let before = usize::from(period.start == 0);
        let start = period.start + before;
        run - before.min(run) > start + period.length + self.last()
    }

    fn is_complete(&self, values: &[u32], sparse: &Sparse, n: u64) -> bool {
        let most = match n < MAX_VALUES as u64 {
            true => MAX_DIVISIONS_WITHIN,
            false => MAX_DIVISIONS,
        };
        values.len() >= MAX_VALUES || sparse.divisions() >= most
    }
}
