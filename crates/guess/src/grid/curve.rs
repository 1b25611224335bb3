//! One of two values exactly where one function of the axes is a law of another:
//! equality, differences, Wythoff's pairs.

use std::collections::BTreeMap;

use super::{Candidate, Search};
use crate::expr::{Binary, Expr};
use crate::features::Feature;
use crate::sample::most_others;
use crate::sequence::{self, Depth, Points};

/// The least number of points of a curve.
const MIN_POINTS: usize = 4;

pub(super) fn fit(search: &Search<'_>, found: &mut Vec<Candidate>) {
    let counts = search.sample.counts();
    let [(rare, _), (usual, _)] = counts[..] else {
        return;
    };
    let values = search.sample.values.iter().enumerate();
    let cells: Vec<usize> = values
        .filter(|(_, v)| **v == rare)
        .map(|(i, _)| i)
        .collect();
    for of in &search.features {
        for value in &search.features {
            let Some(points) = curve(&cells, of, value) else {
                continue;
            };
            if !is_exact(search, &points, of, value, rare) {
                continue;
            }
            let points = Points::new(points);
            for law in sequence::fit(&points, Depth::Full) {
                let family = match law {
                    Expr::Const(_) | Expr::Var(_) => "equality",
                    _ => super::of_feature::sequence_family(&law),
                };
                let is_on = Expr::binary(Binary::Eq, value.expr.clone(), law.of(&of.expr));
                let expr = Expr::choose(is_on, Expr::Const(rare), Expr::Const(usual));
                found.push(Candidate { family, expr });
            }
        }
    }
}

/// The value of one feature as a function of another at these cells, if it is one.
fn curve(cells: &[usize], of: &Feature, value: &Feature) -> Option<BTreeMap<i64, i64>> {
    let mut points = BTreeMap::new();
    for cell in cells {
        let y = value.values[*cell];
        if *points.entry(of.values[*cell]).or_insert(y) != y {
            return None;
        }
    }
    (points.len() >= MIN_POINTS).then_some(points)
}

/// Whether nearly all cells on the curve have the rarer value.
fn is_exact(
    search: &Search<'_>,
    points: &BTreeMap<i64, i64>,
    of: &Feature,
    value: &Feature,
    rare: i64,
) -> bool {
    let cells = of
        .values
        .iter()
        .zip(&value.values)
        .zip(&search.sample.values);
    let others = cells.filter(|((x, y), v)| **v != rare && points.get(x) == Some(y));
    let most = most_others(search.sample.len());
    others.take(most + 1).count() <= most
}
