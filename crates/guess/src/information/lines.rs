//! Sums and nim-sums of arbitrary functions of the axes: the table is that of its lines.

use super::{Cells, Information, adaptive};
use crate::Table;
use crate::expr::number_bits;
use crate::sample::most_others;

/// The codes for a sum and for a nim-sum, of tables that are one.
pub(super) fn codes(table: &Table, cells: &Cells) -> Vec<Information> {
    if table.axes().len() < 2 {
        return Vec::new();
    }
    type Operation = fn(i64, i64) -> i64;
    let sum: [Operation; 2] = [|a, b| a + b, |a, b| a - b];
    let nim_sum: [Operation; 2] = [|a, b| a ^ b, |a, b| a ^ b];
    let codes = [sum, nim_sum].map(|[plus, minus]| code(table, cells, plus, minus));
    codes.into_iter().flatten().collect()
}

fn code(
    table: &Table,
    cells: &Cells,
    plus: fn(i64, i64) -> i64,
    minus: fn(i64, i64) -> i64,
) -> Option<Information> {
    let axes = table.axes();
    // Lines through the middle: exceptions are at small numbers.
    let middle: Vec<usize> = axes.iter().map(|axis| axis.len() / 2).collect();
    let at = |axis: usize, index: usize| {
        let indices = middle.iter().enumerate();
        let cell = indices.fold(0, |cell, (i, middle)| {
            cell * axes[i].len() + if i == axis { index } else { *middle }
        });
        table.cells()[cell]
    };
    let center = at(0, middle[0])?;
    let mut parts: Vec<Vec<i64>> = Vec::new();
    for (axis, range) in axes.iter().enumerate() {
        let line = (0..range.len()).map(|index| Some(minus(at(axis, index)?, center)));
        parts.push(line.collect::<Option<Vec<i64>>>()?);
    }
    let mut information = Information {
        fit: 0.0,
        test: 0.0,
    };
    let mut left = most_others(cells.values.len());
    for (i, (place, value)) in cells.places.iter().zip(&cells.values).enumerate() {
        let indices = place
            .iter()
            .zip(axes)
            .map(|(x, axis)| (x - axis.first()) as usize);
        let total = indices
            .zip(&parts)
            .fold(center, |sum, (index, part)| plus(sum, part[index]));
        if total != *value {
            left = left.checked_sub(1)?;
            let bits = cells.place_bits + number_bits(*value);
            match i < cells.fitted {
                true => information.fit += bits,
                false => information.test += bits,
            }
        }
    }
    for (axis, part) in parts.iter().enumerate() {
        // The fitted part of a line is as long as that of its axis.
        let fitted = cells.places[..cells.fitted].iter().map(|place| place[axis]);
        let end = fitted.max().map_or(0, |last| last - axes[axis].first() + 1);
        information = information.plus(adaptive(part, end as usize));
    }
    Some(information)
}
