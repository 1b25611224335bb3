//! Automatic sequences: the output of a finite automaton that reads the digits.
//!
//! The state after the digits of m is what all numbers that begin with them have:
//! the values at b^k m + r for r < b^k. Two prefixes get the same state if these
//! agree as far as they are known.

use super::Points;
use crate::expr::{Automaton, Expr};

const MAX_STATES: usize = 12;

/// Every transition is used by at least this many numbers, so that no state
/// describes a single value.
const MIN_USES: usize = 4;

pub(super) fn fit(points: &Points, laws: &mut Vec<Expr>) {
    let distinct: std::collections::BTreeSet<i64> = points.iter().map(|(_, v)| v).collect();
    let (first, last) = (points.0[0].0, points.0[points.len() - 1].0);
    if distinct.len() < 2
        || distinct.len() > MAX_STATES
        || !(0..=1).contains(&first)
        || !points.is_dense()
    {
        return;
    }
    let mut values = vec![None; last as usize + 1];
    for (x, v) in points.iter() {
        values[x as usize] = Some(v);
    }
    // The value at 0 separates states of numbers that end in zeros. If it is unknown, it may be
    // any of the values.
    let zeros: Vec<i64> = match values[0] {
        Some(known) => vec![known],
        None => distinct.into_iter().collect(),
    };
    for zero in zeros {
        values[0] = Some(zero);
        for base in [2, 3, 4, 5, 10] {
            let learned = learn(&values, base).filter(|automaton| is_used(automaton, last));
            laws.extend(
                learned.map(|automaton| Expr::Automaton(automaton, Box::new(Expr::Var(0)))),
            );
        }
    }
}

fn learn(values: &[Option<i64>], base: usize) -> Option<Automaton> {
    let mut prefixes = vec![0usize];
    let mut next: Vec<Vec<usize>> = Vec::new();
    while let Some(&prefix) = prefixes.get(next.len()) {
        let mut row = Vec::with_capacity(base);
        for digit in 0..base {
            let longer = prefix * base + digit;
            let alike = |known: &usize| alike(values, base, *known, longer);
            let state = match prefixes.iter().position(alike) {
                Some(state) => state,
                None if prefixes.len() == MAX_STATES || longer >= values.len() => return None,
                None => {
                    prefixes.push(longer);
                    prefixes.len() - 1
                }
            };
            row.push(state);
        }
        next.push(row);
    }
    let output = prefixes
        .iter()
        .map(|prefix| values[*prefix].unwrap_or(0))
        .collect();
    Some(Automaton {
        base: base as u8,
        next,
        output,
    })
}

/// Whether all numbers that begin with `a` and `b` and end alike have equal values,
/// as far as they are known; `false` if nothing is known of one.
fn alike(values: &[Option<i64>], base: usize, a: usize, b: usize) -> bool {
    let (mut block, mut compared) = (1, 0);
    while (a.max(b) + 1) * block <= values.len() {
        for r in 0..block {
            match (values[a * block + r], values[b * block + r]) {
                (Some(v), Some(w)) if v != w => return false,
                (Some(_), Some(_)) => compared += 1,
                _ => {}
            }
        }
        block *= base;
    }
    compared > 0
}

fn is_used(automaton: &Automaton, last: i64) -> bool {
    let base = usize::from(automaton.base);
    let mut uses = vec![vec![0usize; base]; automaton.output.len()];
    // The state of each number, from that of the number without its last digit.
    let mut states = vec![0usize; last as usize + 1];
    for n in 1..states.len() {
        let (before, digit) = (states[n / base], n % base);
        uses[before][digit] += 1;
        states[n] = automaton.next[before][digit];
    }
    // A leading zero is never read.
    uses[0][0] = MIN_USES;
    uses.iter().flatten().all(|count| *count >= MIN_USES)
}
