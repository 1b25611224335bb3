//! Theorems that turn an observed period into a proven one.

use kibitz_guess::{Axis, Law, Table as Numbers};

use super::{LawOf, LawSearch};
use crate::{GameSource, Table};

/// A theorem whose hypotheses about the game hold; those about its values are compared
/// with a table.
#[derive(Clone, Copy, Debug)]
pub(super) enum Theorem {
    /// Guy and Smith: a period of Grundy values of an octal game with this many places.
    GuySmith { places: usize },
    /// A value follows from those of the last m heaps: once m consecutive ones recur, all
    /// do.
    FiniteSubtraction { most: usize },
}

/// A period that holds for all numbers from `start` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProvenPeriod {
    pub(super) start: usize,
    pub(super) period: usize,
}

impl Theorem {
    /// The theorem about a table over a single heap of a game, from 0 on.
    pub(super) fn of(search: &LawSearch<'_>, table: &Table, axes: &[Axis]) -> Option<Theorem> {
        let [axis] = axes else {
            return None;
        };
        let is_heap = table.at.as_deref() == Some(&format!("{{{}}}", axis.name()));
        if !matches!(search.table.game, GameSource::BuiltIn(_)) || !is_heap || axis.first() != 0 {
            return None;
        }
        let setting = |name: &str| table.set.0.iter().find(|value| value.name == name);
        let is_normal = setting("play").is_none_or(|value| value.text == "normal");
        match (table.game.as_str(), search.of) {
            ("octal", LawOf::Grundy | LawOf::Outcome) if is_normal => {
                let places = setting("code")?.text.split_once('.')?.1.len();
                Some(Theorem::GuySmith { places })
            }
            ("subtraction", LawOf::Grundy | LawOf::Outcome) => {
                let takes = setting("take")?.text.split([' ', ',']);
                let takes = takes.filter(|take| !take.is_empty());
                let takes = takes.map(|take| take.parse::<usize>().ok());
                let most = takes.collect::<Option<Vec<usize>>>()?.into_iter().max()?;
                Some(Theorem::FiniteSubtraction { most })
            }
            _ => None,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Theorem::GuySmith { .. } => "Guy–Smith",
            Theorem::FiniteSubtraction { .. } => "periodicity of finite subtraction games",
        }
    }

    pub(super) fn is_of_grundy_values(self) -> bool {
        matches!(self, Theorem::GuySmith { .. })
    }

    /// The least period that the values prove.
    pub(super) fn period(self, numbers: &Numbers) -> Option<ProvenPeriod> {
        let cells = numbers.cells().iter().copied();
        let values = cells.collect::<Option<Vec<i64>>>()?;
        let mut periods = (1..values.len()).map(|period| (repetition(&values, period), period));
        let proven = periods.find(|(start, period)| match self {
            Theorem::GuySmith { places } => {
                is_proven_by_guy_and_smith(values.len(), *start, *period, places)
            }
            Theorem::FiniteSubtraction { most } => values.len() - start - period >= most,
        });
        proven.map(|(start, period)| ProvenPeriod { start, period })
    }
}

impl ProvenPeriod {
    /// Whether a law that agrees with the values must agree with all later ones: both have a
    /// common period, which is seen once.
    pub(super) fn proves(self, law: &Law, numbers: &Numbers) -> bool {
        let Some((start, period)) = law.period() else {
            return false;
        };
        let (Ok(start), Ok(period)) = (usize::try_from(start), usize::try_from(period)) else {
            return false;
        };
        let common = period / gcd(period, self.period) * self.period;
        start.max(self.start) + common <= numbers.cells().len()
            && law.counterexample(numbers).is_none()
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The least n from which on values recur after a period.
fn repetition(values: &[i64], period: usize) -> usize {
    let pairs = values.iter().zip(values.iter().skip(period));
    let mut pairs = pairs.enumerate().rev();
    pairs.find(|(_, (a, b))| a != b).map_or(0, |(n, _)| n + 1)
}

/// g(n + p) = g(n) for n₀ ≤ n ≤ 2n₀ + p + k, with n₀ and p at least 1 and k the last place
/// of the code, implies it for all n ≥ n₀.
fn is_proven_by_guy_and_smith(count: usize, start: usize, period: usize, places: usize) -> bool {
    2 * start.max(1) + 2 * period + places < count
}

#[cfg(test)]
mod tests {
    use super::{is_proven_by_guy_and_smith, repetition};

    #[test]
    fn a_period_is_proven_by_as_many_values_as_the_theorem_needs() {
        // n₀ = 2, p = 3: equality is needed for n up to 2 * 2 + 3 + k.
        let values: Vec<i64> = (0..40).map(|n| if n < 2 { 9 } else { n % 3 }).collect();
        for places in 1..6 {
            let needed = 2 * 2 + 3 + places + 3 + 1;
            for length in 6..values.len() {
                let start = repetition(&values[..length], 3);
                let proven = is_proven_by_guy_and_smith(length, start, 3, places);
                assert_eq!(proven, length >= needed, "{places} {length}");
            }
        }
        assert_eq!(repetition(&values, 3), 2);
        assert_eq!(repetition(&values, 4), 36);
    }
}
