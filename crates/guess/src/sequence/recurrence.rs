//! Sparse sets whose elements follow a recurrence: Fibonacci numbers, powers, triangular numbers,
//! squares, cubes, and sums of the last term and one before it, as in games in which a limit grows
//! with what the opponent took.

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
    long.flat_map(|terms| {
        let simple = first_order(terms).into_iter().chain(second_order(terms));
        simple.chain(higher_order(terms))
    })
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

/// The greatest number of terms between the two whose sum is the next one.
const MAX_LAG: usize = 8;

/// The least number of terms that a recurrence of higher order implies.
const MIN_IMPLIED: usize = 4;

fn higher_order(terms: &[i64]) -> Vec<Recurrence> {
    // The last term and the one `lag` terms before the next.
    let sums = (3..=MAX_LAG).map(|lag| {
        let mut factors = vec![0; lag];
        (factors[0], factors[lag - 1]) = (1, 1);
        factors
    });
    // The third differences are 0; the sum of the last three terms.
    let others = [vec![1, -3, 3], vec![1, 1, 1]];
    let recurrence = |factors: Vec<i64>| {
        let order = factors.len();
        let next = *terms.get(order)?;
        let parts = factors.iter().zip(terms);
        let sum = parts.map(|(factor, term)| factor * term).sum::<i64>();
        let recurrence = Recurrence {
            first: terms[..order].to_vec(),
            factors,
            step: next - sum,
            growth: 0,
        };
        let is_long = terms.len() >= order + MIN_IMPLIED && !is_periodic(terms);
        (is_long && generates(&recurrence, terms)).then_some(recurrence)
    };
    sums.chain(others).filter_map(recurrence).collect()
}

/// Whether the differences recur after one or two terms: a period, not a sparse set.
fn is_periodic(terms: &[i64]) -> bool {
    terms.windows(4).all(|w| w[3] - w[1] == w[2] - w[0])
}

fn generates(recurrence: &Recurrence, terms: &[i64]) -> bool {
    let last = terms.last().copied().unwrap_or(0);
    recurrence.up_to(last).eq(terms.iter().copied())
}
