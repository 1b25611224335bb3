//! Tables of two values in which each row changes once: the place of the change.

use super::{Information, distinct};
use crate::Table;
use crate::sample::Split;

/// The code of such a table; `None` for any other.
pub(super) fn code(table: &Table, split: &Split) -> Option<Information> {
    let [rows, columns] = table.axes() else {
        return None;
    };
    let cells = table
        .cells()
        .iter()
        .copied()
        .collect::<Option<Vec<i64>>>()?;
    if distinct(&cells) != 2 {
        return None;
    }
    let lines: Vec<&[i64]> = cells.chunks(columns.len()).collect();
    let low = lines.iter().find(|line| line[0] != line[line.len() - 1])?[0];
    let steps: Vec<usize> = lines
        .iter()
        .map(|line| step(line, low))
        .collect::<Option<_>>()?;
    let is_monotone = steps.is_sorted() || steps.iter().rev().is_sorted();
    // The cells that are fitted are a box.
    let last = table.place(*split.fit.last()?);
    let fit = [last[0] - rows.first() + 1, last[1] - columns.first() + 1];
    let bits = |rows: f64, columns: f64| match is_monotone {
        true => paths(rows as usize, columns as usize),
        false => rows * (columns + 1.0).log2(),
    };
    let fitted = bits(fit[0] as f64, fit[1] as f64);
    let total = bits(rows.len() as f64, columns.len() as f64);
    Some(Information {
        fit: fitted,
        test: total - fitted,
    })
}

/// The number of low values at the beginning of a line; `None` if one follows later.
fn step(line: &[i64], low: i64) -> Option<usize> {
    let start = line.iter().take_while(|v| **v == low).count();
    let mut rest = line[start..].iter();
    rest.all(|v| *v != low).then_some(start)
}

/// The logarithm of the number of monotone staircases: of `rows + columns` steps, choose
/// those that go down.
fn paths(rows: usize, columns: usize) -> f64 {
    let factors = (1..=rows).map(|i| ((columns + i) as f64 / i as f64).log2());
    factors.sum()
}
