//! Sparse sets whose elements follow a recurrence: Fibonacci numbers, powers,
//! triangular numbers, squares.

use super::Points;
use crate::expr::{Expr, Recurrence};

/// The least number of elements.
const MIN_TERMS: usize = 5;

/// The first elements may be others.
const MAX_SKIPPED: usize = 2;

pub(super) fn fit(points: &Points, laws: &mut Vec<Expr>) {
    let Some((rare, usual)) = points.two_values() else {
        return;
    };
    let terms: Vec<i64> = points
        .iter()
        .filter(|(_, v)| *v == rare)
        .map(|(x, _)| x)
        .collect();
    for sequence in sequences(&terms) {
        let member = Expr::IsTerm(sequence, Box::new(Expr::Var(0)));
        laws.push(Expr::choose(member, Expr::Const(rare), Expr::Const(usual)));
    }
}

/// The recurrences of these terms; a few of the first terms may be left out.
pub(super) fn sequences(terms: &[i64]) -> Vec<Recurrence> {
    let starts = (0..=MAX_SKIPPED).map(|skipped| terms.get(skipped..).unwrap_or(&[]));
    let long = starts.filter(|terms| terms.len() >= MIN_TERMS);
    long.flat_map(|terms| first_order(terms).into_iter().chain(second_order(terms)))
        .collect()
}

fn first_order(terms: &[i64]) -> Vec<Recurrence> {
    let [a, b, c, ..] = *terms else {
        return Vec::new();
    };
    let all = (1..=4).map(|factor| {
        let step = b - factor * a;
        let growth = if factor == 1 { (c - b) - (b - a) } else { 0 };
        Recurrence {
            first: vec![a],
            factors: vec![factor],
            step,
            growth,
        }
    });
    // A constant difference is a period, not a sparse set.
    let sparse = all.filter(|r| r.factors[0] > 1 || r.growth > 0);
    sparse.filter(|r| generates(r, terms)).collect()
}

fn second_order(terms: &[i64]) -> Vec<Recurrence> {
    let [a, b, c, ..] = *terms else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for older in (-3..=30).filter(|factor| *factor != 0) {
        for newer in 0..=3 {
            let recurrence = Recurrence {
                first: vec![a, b],
                factors: vec![older, newer],
                step: c - older * a - newer * b,
                growth: 0,
            };
            if !is_periodic(terms) && generates(&recurrence, terms) {
                found.push(recurrence);
            }
        }
    }
    found
}

/// Whether the differences recur after one or two terms: a period, not a sparse set.
fn is_periodic(terms: &[i64]) -> bool {
    terms.windows(4).all(|w| w[3] - w[1] == w[2] - w[0])
}

fn generates(recurrence: &Recurrence, terms: &[i64]) -> bool {
    let last = terms.last().copied().unwrap_or(0);
    recurrence.up_to(last).eq(terms.iter().copied())
}
