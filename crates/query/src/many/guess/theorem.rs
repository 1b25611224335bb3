//! Theorems that turn an observed period into a proven one.

use kibitz_games::period::matches_from_the_end;
use kibitz_guess::{Axis, Law, Table as Numbers};
use kibitz_rules::{HeapMove, Rules};

use super::{LawOf, LawSearch};
use crate::many::template::Template;
use crate::{GameSource, Table};

/// A theorem whose hypotheses about the game hold; those about its values are compared
/// with a table.
#[derive(Clone, Copy, Debug)]
pub(super) enum Theorem {
    /// Guy and Smith: a period of Grundy values of a game that has the moves of an octal game with
    /// this many places, of all heaps from a number on.
    GuySmith { places: usize, from: usize },
    /// The value of every heap from a number on follows from those of the last m: once m
    /// consecutive ones recur, all do.
    FiniteSubtraction { most: usize, from: usize },
}

/// A period that holds for all numbers from `start` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProvenPeriod {
    pub(super) start: usize,
    pub(super) period: usize,
}

/// The number of positions whose text is compared with the size of their heap.
const MAX_SIZES: usize = 1_000;

impl Theorem {
    /// The theorem about a table over a single heap of a game, from 0 on.
    pub(super) fn of(search: &LawSearch<'_>, table: &Table, axes: &[Axis]) -> Option<Theorem> {
        let [axis] = axes else {
            return None;
        };
        if axis.first() != 0 || !matches!(search.of, LawOf::Grundy | LawOf::Outcome) {
            return None;
        }
        match search.table.game {
            GameSource::BuiltIn(_) => Theorem::of_built_in(table, axis),
            GameSource::File(file) => {
                let set = search.table.set.iter();
                let set = set.map(|(name, value)| (name.as_str(), value.as_str()));
                Theorem::of_rules(&file.rules(set).ok()?, table.at.as_deref(), axis)
            }
        }
    }

    fn of_built_in(table: &Table, axis: &Axis) -> Option<Theorem> {
        if table.at.as_deref() != Some(&format!("{{{}}}", axis.name())) {
            return None;
        }
        let setting = |name: &str| table.set.0.iter().find(|value| value.name == name);
        let is_normal = setting("play").is_none_or(|value| value.text == "normal");
        match table.game.as_str() {
            "octal" if is_normal => {
                let places = setting("code")?.text.split_once('.')?.1.len();
                Some(Theorem::GuySmith { places, from: 0 })
            }
            "subtraction" => {
                let takes = setting("take")?.text.split([' ', ',']);
                let takes = takes.filter(|take| !take.is_empty());
                let takes = takes.map(|take| take.parse::<usize>().ok());
                let most = takes.collect::<Option<Vec<usize>>>()?.into_iter().max()?;
                Some(Theorem::FiniteSubtraction { most, from: 0 })
            }
            _ => None,
        }
    }

    /// The theorem about the heaps of a rule file, whose moves are read off its text.
    fn of_rules(rules: &Rules, at: Option<&str>, axis: &Axis) -> Option<Theorem> {
        let program = rules.program();
        let is_parameter = program.parameters.iter().any(|p| p.name == axis.name());
        let first = match at {
            None => rules.start_heap(axis.name())?,
            // The game would not be the same for all numbers.
            Some(_) if is_parameter && !program.start_parameters().contains(&axis.name()) => {
                return None;
            }
            Some(at) => {
                // The text around the number is the same for all numbers.
                let template = Template::new(at);
                let mut sizes = (0..=axis.last()).take(MAX_SIZES);
                let is_heap = |n: i64| rules.is_heap(&template.filled(|_| n.to_string()), n);
                sizes.all(is_heap).then_some(0)?
            }
        };
        let heaps = rules.heap_moves()?;
        // From its least heap on, a split is that of an octal game.
        let (mut from, mut places, mut splits) = (first.max(heaps.from), 0, false);
        for one in heaps.moves {
            match one {
                HeapMove::Take(taken) => places = places.max(taken),
                // No octal game.
                HeapMove::Split { differ: true, .. } => return None,
                HeapMove::Split { taken, least, .. } => {
                    (places, from, splits) = (places.max(taken), from.max(least), true);
                }
            }
        }
        let (places, from) = (usize::try_from(places).ok()?, usize::try_from(from).ok()?);
        Some(match splits {
            true => Theorem::GuySmith { places, from },
            false => Theorem::FiniteSubtraction { most: places, from },
        })
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
        let from = match self {
            // The theorem is about heaps; the empty one is worth nothing.
            Theorem::GuySmith { .. } if values.first() != Some(&0) => return None,
            Theorem::GuySmith { from, .. } | Theorem::FiniteSubtraction { from, .. } => from,
        };
        let mut periods = repetitions(&values).map(|period| ProvenPeriod {
            start: period.start.max(from),
            ..period
        });
        periods.find(|ProvenPeriod { start, period }| match self {
            Theorem::GuySmith { places, .. } => {
                is_proven_by_guy_and_smith(values.len(), *start, *period, places)
            }
            Theorem::FiniteSubtraction { most, .. } => {
                (start + period).saturating_add(most) <= values.len()
            }
        })
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

/// For each period, from 1 on, the least n from which on values recur after it.
fn repetitions(values: &[i64]) -> impl Iterator<Item = ProvenPeriod> {
    let runs = matches_from_the_end(values).into_iter().enumerate();
    let count = values.len();
    runs.skip(1).map(move |(period, run)| ProvenPeriod {
        start: count - period - run,
        period,
    })
}

/// g(n + p) = g(n) for n₀ ≤ n ≤ 2n₀ + p + k, with n₀ and p at least 1 and k the last place
/// of the code, implies it for all n ≥ n₀.
fn is_proven_by_guy_and_smith(count: usize, start: usize, period: usize, places: usize) -> bool {
    2 * start.max(1) + 2 * period + places < count
}

#[cfg(test)]
mod tests {
    use super::{is_proven_by_guy_and_smith, repetitions};

    fn start_of(values: &[i64], period: usize) -> usize {
        let mut periods = repetitions(values);
        periods.find(|found| found.period == period).unwrap().start
    }

    #[test]
    fn a_period_is_proven_by_as_many_values_as_the_theorem_needs() {
        // n₀ = 2, p = 3: equality is needed for n up to 2 * 2 + 3 + k.
        let values: Vec<i64> = (0..40).map(|n| if n < 2 { 9 } else { n % 3 }).collect();
        for places in 1..6 {
            let needed = 2 * 2 + 3 + places + 3 + 1;
            for length in 6..values.len() {
                let start = start_of(&values[..length], 3);
                let proven = is_proven_by_guy_and_smith(length, start, 3, places);
                assert_eq!(proven, length >= needed, "{places} {length}");
            }
        }
        assert_eq!(start_of(&values, 3), 2);
        assert_eq!(start_of(&values, 4), 36);
    }
}
