//! Eventually periodic sequences, and the length of repetition that proves a
//! period.
//!
//! The value of a heap follows from those of smaller heaps by a rule. If the
//! rule depends on a bounded number of values, or only adds pairs of heaps, a
//! sufficiently long repetition continues forever; the rule states what is
//! sufficient. So a heap of any size has the value of a small one, or no period
//! is proven; it is never guessed.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use kibitz_game::RunContext;

/// A period: from `start` on the sequence repeats with period `length`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first index of the first repetition.
    pub start: usize,
    /// The length of the period, at least 1.
    pub length: usize,
}

impl Period {
    /// The equivalence of `n` to a smaller heap, as text following the name of
    /// what repeats; `None` within the first repetition.
    pub(crate) fn closed_form(self, n: u64) -> Option<String> {
        let Period { start, length } = self;
        let like = self.like(n);
        (like != n).then(|| {
            format!(
                "has period {length} from heap {start} on, so heap {n} has the value of heap \
                 {like}"
            )
        })
    }

    /// The first index with the same value as `n`.
    #[must_use]
    pub fn like(self, n: u64) -> u64 {
        let (start, length) = (self.start as u64, self.length as u64);
        match n.checked_sub(start) {
            Some(after) => start + after % length,
            None => n,
        }
    }
}

/// The recurrence of a sequence.
pub(crate) trait Rule {
    /// What accelerates the computation of further values.
    type Memory: Clone + fmt::Debug + Default;

    /// The value after those in `values`.
    fn next(&self, values: &[u32], memory: &mut Self::Memory) -> u32;

    /// Whether `values[n + length] == values[n]` for `run` indices from `start`
    /// on proves that it holds for all.
    fn proves(&self, period: Period, run: usize) -> bool;

    /// Whether no further values are computed on the way to `n`.
    fn is_complete(&self, values: &[u32], memory: &Self::Memory, n: u64) -> bool;
}

/// A sequence with the values computed so far.
#[derive(Debug)]
pub(crate) struct Sequence<R: Rule> {
    rule: R,
    known: Mutex<Known<R::Memory>>,
}

#[derive(Clone, Debug, Default)]
struct Known<M> {
    values: Vec<u32>,
    period: Option<Period>,
    memory: M,
}

impl<R: Rule + Clone> Clone for Sequence<R> {
    fn clone(&self) -> Sequence<R> {
        Sequence {
            rule: self.rule.clone(),
            known: Mutex::new(self.lock().clone()),
        }
    }
}

impl<R: Rule> Sequence<R> {
    pub(crate) fn new(rule: R) -> Sequence<R> {
        Sequence {
            rule,
            known: Mutex::default(),
        }
    }

    pub(crate) fn rule(&self) -> &R {
        &self.rule
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Known<R::Memory>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value at `n`; `None` if no period is proven and `n` is beyond the
    /// computed values.
    pub(crate) fn get(&self, n: u64) -> Option<u32> {
        let mut known = self.lock();
        known.reach(&self.rule, n);
        known.get(n)
    }

    /// The period proven by computing up to `n`, if any.
    pub(crate) fn period(&self, n: u64) -> Option<Period> {
        let mut known = self.lock();
        known.reach(&self.rule, n);
        known.period
    }

    /// The number of computed values.
    pub(crate) fn len(&self) -> u64 {
        self.lock().values.len() as u64
    }
}

impl<M: Clone + fmt::Debug + Default> Known<M> {
    /// The initial number of values.
    const FIRST: usize = 64;

    /// Computes more values until `n` is known, the sequence is complete or the
    /// thread's context stops, doubling their number each time, so that the
    /// searches for a period take no longer than the rest.
    fn reach(&mut self, rule: &impl Rule<Memory = M>, n: u64) {
        let context = RunContext::of_thread();
        let may_go_on = || {
            context
                .as_ref()
                .is_none_or(|context| context.check().is_ok())
        };
        let goes_on = |known: &Self| !rule.is_complete(&known.values, &known.memory, n);
        while self.get(n).is_none() && goes_on(self) {
            let wanted = (2 * self.values.len()).max(Self::FIRST);
            while self.values.len() < wanted && goes_on(self) {
                if self.values.len().is_multiple_of(Self::FIRST) && !may_go_on() {
                    return;
                }
                let value = rule.next(&self.values, &mut self.memory);
                self.values.push(value);
            }
            self.period = find(&self.values, |period, run| rule.proves(period, run));
        }
    }

    fn get(&self, n: u64) -> Option<u32> {
        let place = self.period.map_or(n, |period| period.like(n));
        self.values.get(usize::try_from(place).ok()?).copied()
    }
}

/// The shortest period proven by the repetitions at the end of `values`.
fn find(values: &[u32], proves: impl Fn(Period, usize) -> bool) -> Option<Period> {
    let runs = matches_from_the_end(values);
    let mut lengths = runs.into_iter().enumerate().skip(1);
    lengths.find_map(|(length, run)| {
        let start = values.len() - length - run;
        let period = Period { start, length };
        proves(period, run).then_some(period)
    })
}

/// For each length, the number of last values, contiguously, that equal those
/// `length` places before. Linear time: the Z-function of the reversed values.
#[must_use]
pub fn matches_from_the_end<T: PartialEq>(values: &[T]) -> Vec<usize> {
    let n = values.len();
    let at = |i: usize| &values[n - 1 - i];
    let mut runs = vec![0; n];
    // The match found so far that extends farthest.
    let (mut from, mut until) = (0, 0);
    for i in 1..n {
        let mut run = if i < until {
            runs[i - from].min(until - i)
        } else {
            0
        };
        while i + run < n && at(run) == at(i + run) {
            run += 1;
        }
        if i + run > until {
            (from, until) = (i, i + run);
        }
        runs[i] = run;
    }
    runs
}

/// The least number not among `values`.
pub(crate) fn mex(values: impl Iterator<Item = u32>) -> u32 {
    let mut values: Vec<u32> = values.collect();
    values.sort_unstable();
    values.dedup();
    let missing = values
        .iter()
        .zip(0..)
        .find(|(value, place)| *value != place);
    missing.map_or(values.len() as u32, |(_, place)| place)
}

#[cfg(test)]
mod tests {
    use super::{Period, find, matches_from_the_end};

    #[test]
    fn runs_match_a_naive_comparison() {
        let mut state = 7u32;
        for length in 0..60 {
            for values in 1..4 {
                let sequence: Vec<u32> = (0..length)
                    .map(|_| {
                        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        (state >> 16) % values
                    })
                    .collect();
                for (by, run) in matches_from_the_end(&sequence)
                    .into_iter()
                    .enumerate()
                    .skip(1)
                {
                    let pairs = sequence[by..]
                        .iter()
                        .rev()
                        .zip(sequence[..length - by].iter().rev());
                    assert_eq!(
                        run,
                        pairs.take_while(|(a, b)| a == b).count(),
                        "{sequence:?}, {by}"
                    );
                }
            }
        }
    }

    #[test]
    fn period_maps_to_its_first_index() {
        let values = [9, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1];
        let found = find(&values, |_, run| run >= 5);
        assert_eq!(
            found,
            Some(Period {
                start: 1,
                length: 3
            })
        );
        let period = Period {
            start: 1,
            length: 3,
        };
        assert_eq!([0, 1, 3, 4, 11].map(|n| period.like(n)), [0, 1, 3, 1, 2]);
        assert_eq!(find(&values, |_, run| run >= 8), None);
    }
}
