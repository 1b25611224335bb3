//! Sums and nim-sums of a function of each axis: G(a, b) = f(a) ⊕ g(b). A function
//! that is 0 leaves its axis out: this finds the boxes that count in staircase Nim.

use std::collections::HashMap;

use super::{Candidate, Search};
use crate::expr::{Binary, Expr};
use crate::sample::most_others;
use crate::sequence::{self, Points};

pub(super) fn fit(search: &Search<'_>, found: &mut Vec<Candidate>) {
    let sample = search.sample;
    if sample.axes() < 2 {
        return;
    }
    let places = sample.places.iter().zip(&sample.values);
    let values: HashMap<&[i64], i64> = places.map(|(place, v)| (&place[..], *v)).collect();
    // Exceptions are at small numbers.
    let base: Vec<i64> = sample.ranges.iter().map(|(_, last)| *last).collect();
    type Minus = fn(i64, i64) -> i64;
    let xor: Minus = |a, b| a ^ b;
    let difference: Minus = |a, b| a - b;
    let families = [("xor", Binary::Xor, xor), ("sum", Binary::Add, difference)];
    for (family, op, minus) in families {
        let Some(lines) = lines(search, &values, &base) else {
            return;
        };
        let is_valid = op == Binary::Add || sample.values.iter().all(|v| *v >= 0);
        if is_valid && agrees(search, &lines, &base, op, minus) {
            let law = join(&lines, op, minus);
            found.extend(law.map(|expr| Candidate { family, expr }));
        }
    }
}

/// For each axis, the values with the other axes at `base`.
fn lines(
    search: &Search<'_>,
    values: &HashMap<&[i64], i64>,
    base: &[i64],
) -> Option<Vec<Vec<(i64, i64)>>> {
    let ranges = search.sample.ranges.iter().enumerate();
    let line = |(axis, (first, last)): (usize, &(i64, i64))| {
        let mut place = base.to_vec();
        let points = (*first..=*last).map(|x| {
            place[axis] = x;
            Some((x, *values.get(&place[..])?))
        });
        points.collect::<Option<Vec<_>>>()
    };
    ranges.map(line).collect()
}

/// Whether nearly all cells are the combination of their lines. With the value c at
/// the base, the value is `c + Σ (line - c)`.
fn agrees(
    search: &Search<'_>,
    lines: &[Vec<(i64, i64)>],
    base: &[i64],
    op: Binary,
    minus: fn(i64, i64) -> i64,
) -> bool {
    let sample = search.sample;
    let at = |axis: usize, x: i64| lines[axis][(x - sample.ranges[axis].0) as usize].1;
    let center = at(0, base[0]);
    let cells = sample.places.iter().zip(&sample.values);
    let others = cells.filter(|(place, value)| {
        let parts = place
            .iter()
            .enumerate()
            .map(|(axis, x)| minus(at(axis, *x), center));
        let total = parts.fold(center, |sum, part| match op {
            Binary::Xor => sum ^ part,
            _ => sum + part,
        });
        total != **value
    });
    others.count() <= most_others(sample.len())
}

fn join(lines: &[Vec<(i64, i64)>], op: Binary, minus: fn(i64, i64) -> i64) -> Option<Expr> {
    let center = lines[0].last()?.1;
    let mut constant = center;
    let mut terms = Vec::new();
    for (axis, line) in lines.iter().enumerate() {
        let first = line.first()?.1;
        // The part of this axis is `line - center`; it is written as a function that
        // is simple, and a constant.
        let offsets = if op == Binary::Xor { 0..8 } else { 0..1 };
        let mut best: Option<(f64, Expr, i64)> = None;
        for offset in offsets {
            let zero = if op == Binary::Xor {
                first ^ offset
            } else {
                first
            };
            let points = line.iter().map(|(x, v)| (*x, minus(*v, zero))).collect();
            let points = Points::new(points);
            if let Some(law) = sequence::simplest(&points) {
                let bits = law.bits();
                if best.as_ref().is_none_or(|(least, ..)| bits < *least) {
                    best = Some((bits, law, zero));
                }
            }
        }
        let (_, law, zero) = best?;
        constant = match op {
            Binary::Xor => constant ^ zero ^ center,
            _ => constant + zero - center,
        };
        if law != Expr::Const(0) {
            terms.push(law.of(&Expr::Var(axis)));
        }
    }
    let sum = terms.into_iter().reduce(|a, b| Expr::binary(op, a, b));
    let sum = sum.unwrap_or(Expr::Const(0));
    Some(Expr::binary(op, sum, Expr::Const(constant)))
}
