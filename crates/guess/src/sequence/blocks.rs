//! Sequences that change at thresholds: the value depends on the number of terms of
//! a recurrence that are at most x.

use super::recurrence::sequences;
use super::{Depth, Points};
use crate::expr::Expr;

pub(super) fn fit(points: &Points, laws: &mut Vec<Expr>) {
    let pairs = points.0.windows(2);
    let changes: Vec<i64> = pairs.filter(|w| w[0].1 != w[1].1).map(|w| w[1].0).collect();
    if changes.len() * 3 > points.len() {
        return;
    }
    for sequence in sequences(&changes) {
        let index = Expr::Terms(sequence, Box::new(Expr::Var(0)));
        if let Some(blocks) = points.through(&index) {
            let of_index = super::fit(&blocks, Depth::Simple).into_iter();
            laws.extend(of_index.map(|law| law.of(&index)));
        }
    }
}
