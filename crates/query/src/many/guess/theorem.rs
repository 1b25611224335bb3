//! Theorems that turn an observed period into a proven one.

use kibitz_guess::{Law, Table as Numbers};

use super::{LawOf, LawSearch};
use crate::{GameSource, Table};

/// The theorem that proves a law for all larger numbers, if its hypotheses hold.
pub(super) fn proof(
    search: &LawSearch<'_>,
    table: &Table,
    law: &Law,
    numbers: &Numbers,
) -> Option<&'static str> {
    let ([axis], Some(period)) = (numbers.axes(), law.period()) else {
        return None;
    };
    // A single heap of a built-in game, from 0 on.
    let is_heap = table.at.as_deref() == Some(&format!("{{{}}}", axis.name()));
    if !matches!(search.table.game, GameSource::BuiltIn(_)) || !is_heap || axis.first() != 0 {
        return None;
    }
    let values = numbers
        .cells()
        .iter()
        .copied()
        .collect::<Option<Vec<i64>>>()?;
    let setting = |name: &str| table.set.0.iter().find(|value| value.name == name);
    let is_normal = setting("play").is_none_or(|value| value.text == "normal");
    match (table.game.as_str(), search.of) {
        ("octal", LawOf::Grundy) if is_normal => {
            let code = &setting("code")?.text;
            let places = code.split_once('.')?.1.len();
            is_proven_by_guy_and_smith(&values, period, places).then_some(GUY_SMITH)
        }
        ("subtraction", LawOf::Grundy | LawOf::Outcome) => {
            let takes = setting("take")?.text.split([' ', ',']);
            let most = takes.filter_map(|take| take.parse::<usize>().ok()).max()?;
            let run = values.len() - repetition(&values, period) - period;
            (run >= most).then_some(FINITE_SUBTRACTION)
        }
        _ => None,
    }
}

const GUY_SMITH: &str = "Guy–Smith";

/// A value follows from those of the last m heaps: once m consecutive ones recur, all do.
const FINITE_SUBTRACTION: &str = "periodicity of finite subtraction games";

/// The least n from which on values recur after a period.
fn repetition(values: &[i64], period: usize) -> usize {
    let pairs = values.iter().zip(values.iter().skip(period));
    let mut pairs = pairs.enumerate().rev();
    pairs.find(|(_, (a, b))| a != b).map_or(0, |(n, _)| n + 1)
}

/// g(n + p) = g(n) for n₀ ≤ n ≤ 2n₀ + p + k, with n₀ and p at least 1 and k the last place
/// of the code, implies it for all n ≥ n₀.
fn is_proven_by_guy_and_smith(values: &[i64], period: usize, places: usize) -> bool {
    let start = repetition(values, period).max(1);
    2 * start + 2 * period + places < values.len()
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
                let proven = is_proven_by_guy_and_smith(&values[..length], 3, places);
                assert_eq!(proven, length >= needed, "{places} {length}");
            }
        }
        assert_eq!(repetition(&values, 3), 2);
        assert_eq!(repetition(&values, 4), 36);
    }
}
