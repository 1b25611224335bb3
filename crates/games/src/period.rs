//! Sequences that come to repeat for ever, and how far they must be known to
//! prove it.
//!
//! The value of a heap follows from those of smaller heaps by a rule. Where
//! the rule looks back only so far, or only adds two heaps up, a long enough
//! repetition has to go on for ever; how long is enough, the rule says. So a
//! heap of any size has the value of a small one, or the answer is that no
//! period is proven: never a guess.

use std::sync::{Mutex, PoisonError};

/// From `start` on a sequence repeats after `length`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first place of the first repetition.
    pub start: usize,
    /// How many places it has, at least one.
    pub length: usize,
}

impl Period {
    /// What a heap of `n` has in common with a smaller one, in words after the
    /// name of what repeats; `None` where it is in the first repetition.
    pub(crate) fn law(self, n: u64) -> Option<String> {
        let Period { start, length } = self;
        let like = self.like(n);
        (like != n)
            .then(|| format!("repeats every {length} heaps from {start}, and {n} is like {like}"))
    }

    /// The first place with the value that place `n` has for sure.
    #[must_use]
    pub fn like(self, n: u64) -> u64 {
        let (start, length) = (self.start as u64, self.length as u64);
        match n.checked_sub(start) {
            Some(after) => start + after % length,
            None => n,
        }
    }
}

/// How a sequence goes on.
pub(crate) trait Rule {
    /// The value after those in `values`.
    fn next(&self, values: &[u32]) -> u32;

    /// Whether `values[n + length] == values[n]` for `run` places from `start`
    /// on is enough for it to hold for ever.
    fn proves(&self, period: Period, run: usize) -> bool;

    /// Values to work out at most.
    fn most(&self) -> usize;
}

/// A sequence by a rule, as far as it has been worked out.
#[derive(Debug)]
pub(crate) struct Sequence<R> {
    rule: R,
    known: Mutex<Known>,
}

#[derive(Clone, Debug, Default)]
struct Known {
    values: Vec<u32>,
    period: Option<Period>,
}

impl<R: Clone> Clone for Sequence<R> {
    fn clone(&self) -> Sequence<R> {
        Sequence {
            rule: self.rule.clone(),
            known: Mutex::new(self.lock().clone()),
        }
    }
}

impl<R> Sequence<R> {
    pub(crate) fn new(rule: R) -> Sequence<R> {
        Sequence {
            rule,
            known: Mutex::default(),
        }
    }

    pub(crate) fn rule(&self) -> &R {
        &self.rule
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<R: Rule> Sequence<R> {
    /// The value at `n`; `None` where no period is proven and `n` is beyond
    /// what is worked out.
    pub(crate) fn get(&self, n: u64) -> Option<u32> {
        let mut known = self.lock();
        known.reach(&self.rule, n);
        known.get(n)
    }

    /// The period as it shows after looking as far as `n`, if there is one.
    pub(crate) fn period(&self, n: u64) -> Option<Period> {
        let mut known = self.lock();
        known.reach(&self.rule, n);
        known.period
    }
}

impl<R: Rule> Sequence<R> {
    /// How many values are worked out.
    pub(crate) fn len(&self) -> u64 {
        self.lock().values.len() as u64
    }
}

impl Known {
    /// Values to begin with.
    const FIRST: usize = 64;

    /// Works out more until `n` is known or the most is reached. Twice as many
    /// each time, so that looking for a period takes no longer than the rest.
    fn reach(&mut self, rule: &impl Rule, n: u64) {
        let most = rule.most();
        while self.get(n).is_none() && self.values.len() < most {
            let wanted = (2 * self.values.len()).clamp(Known::FIRST, most);
            while self.values.len() < wanted {
                self.values.push(rule.next(&self.values));
            }
            self.period = find(&self.values, |period, run| rule.proves(period, run));
        }
    }

    fn get(&self, n: u64) -> Option<u32> {
        let place = self.period.map_or(n, |period| period.like(n));
        self.values.get(usize::try_from(place).ok()?).copied()
    }
}

/// The shortest period that is proven by the repetitions that `values` end in.
fn find(values: &[u32], proves: impl Fn(Period, usize) -> bool) -> Option<Period> {
    let runs = matches_from_the_end(values);
    let mut lengths = runs.into_iter().enumerate().skip(1);
    lengths.find_map(|(length, run)| {
        let start = values.len() - length - run;
        let period = Period { start, length };
        proves(period, run).then_some(period)
    })
}

/// For each length how many of the last values, without a gap, equal the ones
/// so many places before them. In linear time: the Z-function of the values
/// read backwards.
fn matches_from_the_end(values: &[u32]) -> Vec<usize> {
    let n = values.len();
    let at = |i: usize| values[n - 1 - i];
    let mut runs = vec![0; n];
    // Of the matches found so far the one that reaches farthest.
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

/// The least number that is not among `values`.
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
    fn runs_are_what_a_plain_comparison_finds() {
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
    fn the_first_place_of_a_period() {
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
