//! One of two values where one function of the axes is less than a law of another,
//! e.g. where a ratio is less than a number.

use std::collections::BTreeMap;

use super::{Candidate, Search};
use crate::expr::{Binary, Expr};
use crate::features::Feature;
use crate::sequence::{self, Depth, Points};

/// The least number of points of a threshold.
const MIN_POINTS: usize = 4;

pub(super) fn fit(search: &Search<'_>, found: &mut Vec<Candidate>) {
    let counts = search.sample.counts();
    let [(a, _), (b, _)] = counts[..] else {
        return;
    };
    for of in &search.features {
        for value in &search.features {
            for (below, above) in [(a, b), (b, a)] {
                let Some(points) = threshold(search, of, value, below) else {
                    continue;
                };
                for law in sequence::fit(&points, Depth::Full) {
                    let is_less = Expr::binary(Binary::Lt, value.expr.clone(), law.of(&of.expr));
                    let expr = Expr::choose(is_less, Expr::Const(below), Expr::Const(above));
                    found.push(Candidate {
                        family: "threshold",
                        expr,
                    });
                }
            }
        }
    }
}

/// For each value of `of`, the least `value` with the value above; where it is known
/// exactly.
fn threshold(search: &Search<'_>, of: &Feature, value: &Feature, below: i64) -> Option<Points> {
    let mut ends: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
    let cells = of
        .values
        .iter()
        .zip(&value.values)
        .zip(&search.sample.values);
    for ((x, y), v) in cells {
        let (most, least) = ends.entry(*x).or_insert((i64::MIN, i64::MAX));
        match *v == below {
            true => *most = (*most).max(*y),
            false => *least = (*least).min(*y),
        }
        if *most >= *least {
            return None;
        }
    }
    let exact = ends
        .into_iter()
        .filter(|(_, (most, least))| most.saturating_add(1) == *least);
    let points: BTreeMap<i64, i64> = exact.map(|(x, (_, least))| (x, least)).collect();
    (points.len() >= MIN_POINTS).then(|| Points::new(points))
}
