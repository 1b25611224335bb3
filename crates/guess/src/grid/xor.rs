//! Nim-sums of functions of the axes, by linear algebra over GF(2): each bit of each
//! cell is an equation for the set of functions. In a table of two values, one of
//! them where the nim-sum is 0.

use super::{Candidate, Search};
use crate::expr::{Binary, Expr, Unary};
use crate::features::Feature;
use crate::sample::most_others;

/// The number of functions, at most as many as bits in a word less one.
const MAX_FUNCTIONS: usize = 62;

/// Cells with equations; others only test.
const MAX_CELLS: usize = 4_000;

/// Solutions of a homogeneous system that are examined, as a power of 2.
const MAX_FREE: usize = 6;

pub(super) fn fit(search: &Search<'_>, found: &mut Vec<Candidate>) {
    if search.sample.axes() < 2 {
        return;
    }
    let functions = functions(search);
    let counts = search.sample.counts();
    if counts.len() > 2 {
        let solution = numbers(search, &functions);
        found.extend(solution.map(|set| candidate(nim_sum(&functions, set))));
    }
    if let [(a, _), (b, _)] = counts[..] {
        for (zero, other) in [(a, b), (b, a)] {
            for set in zeros(search, &functions, zero) {
                let [zero, other] = [zero, other].map(Expr::Const);
                found.push(candidate(Expr::choose(
                    is_zero(&functions, set),
                    zero,
                    other,
                )));
            }
        }
    }
}

fn candidate(expr: Expr) -> Candidate {
    Candidate {
        family: "xor",
        expr,
    }
}

/// The functions whose nim-sums are tried, the simplest ones first.
fn functions(search: &Search<'_>) -> Vec<Feature> {
    let axes = search.sample.axes();
    let less = |e: Expr| Expr::binary(Binary::Sub, e, Expr::Const(1));
    let half = |e: Expr| Expr::binary(Binary::Div, e, Expr::Const(2));
    let odd = |e: Expr| Expr::binary(Binary::Mod, e, Expr::Const(2));
    let mut all: Vec<Expr> = (0..axes).map(Expr::Var).collect();
    all.push(Expr::Const(1));
    for i in 0..axes {
        for j in i + 1..axes {
            let between = Expr::binary(Binary::Sub, Expr::Var(i), Expr::Var(j));
            let between = Expr::unary(Unary::Abs, between);
            all.push(less(between.clone()));
            all.push(between);
        }
    }
    for x in (0..axes).map(Expr::Var) {
        all.extend([less(x.clone()), odd(x.clone()), half(x)]);
    }
    all.sort_by(|a, b| a.bits().total_cmp(&b.bits()));
    let known = all
        .into_iter()
        .filter_map(|expr| Feature::new(expr, search.sample));
    let natural = known.filter(|feature| feature.values.iter().all(|v| *v >= 0));
    natural.take(MAX_FUNCTIONS).collect()
}

/// Whether the nim-sum is 0; that of two numbers is if they are equal.
fn is_zero(functions: &[Feature], set: u64) -> Expr {
    match nim_sum(functions, set) {
        Expr::Binary(Binary::Xor, a, b) if set.count_ones() == 2 => Expr::Binary(Binary::Eq, a, b),
        sum => Expr::binary(Binary::Eq, sum, Expr::Const(0)),
    }
}

fn nim_sum(functions: &[Feature], set: u64) -> Expr {
    let members = functions
        .iter()
        .enumerate()
        .filter(|(i, _)| set >> i & 1 == 1);
    let terms = members.map(|(_, feature)| feature.expr.clone());
    let sum = terms.reduce(|a, b| Expr::binary(Binary::Xor, a, b));
    sum.unwrap_or(Expr::Const(0))
}

/// The set of functions whose nim-sum is the value of every cell.
fn numbers(search: &Search<'_>, functions: &[Feature]) -> Option<u64> {
    let values = &search.sample.values;
    if values.iter().any(|v| *v < 0) {
        return None;
    }
    let right = 1 << functions.len();
    let mut system = System::default();
    for cell in spread(values.len()) {
        for bit in 0..bits(functions, cell).max(length(values[cell])) {
            let side = if values[cell] >> bit & 1 == 1 {
                right
            } else {
                0
            };
            system.add(row(functions, cell, bit) | side);
            if system.rows.contains(&right) {
                return None;
            }
        }
    }
    // The right side is the last column; functions without a pivot are left out.
    let reduced = system.reduced();
    let chosen = reduced.iter().filter(|row| *row & right != 0);
    Some(chosen.fold(0, |set, row| set | 1 << row.trailing_zeros()))
}

/// Sets of functions whose nim-sum is 0 exactly at the cells with a value.
fn zeros(search: &Search<'_>, functions: &[Feature], zero: i64) -> Vec<u64> {
    let values = &search.sample.values;
    let mut system = System::default();
    let lost = values
        .iter()
        .enumerate()
        .filter(|(_, v)| **v == zero)
        .map(|(cell, _)| cell);
    for cell in lost.take(MAX_CELLS) {
        for bit in 0..bits(functions, cell) {
            system.add(row(functions, cell, bit));
        }
    }
    let reduced = system.reduced();
    let pivots = reduced
        .iter()
        .fold(0u64, |set, row| set | 1 << row.trailing_zeros());
    let free: Vec<usize> = (0..functions.len())
        .filter(|i| pivots >> i & 1 == 0)
        .collect();
    let solution = |free: usize| {
        let rows = reduced.iter().filter(|row| *row >> free & 1 == 1);
        rows.fold(1u64 << free, |set, row| set | 1 << row.trailing_zeros())
    };
    let basis: Vec<u64> = free.iter().map(|i| solution(*i)).take(MAX_FREE).collect();
    let sums = (1u64..1 << basis.len()).map(|choice| {
        let members = basis
            .iter()
            .enumerate()
            .filter(|(i, _)| choice >> i & 1 == 1);
        members.fold(0, |set, (_, vector)| set ^ vector)
    });
    let separates = |set: &u64| {
        let wrong = values.iter().enumerate().filter(|(cell, v)| {
            let members = functions
                .iter()
                .enumerate()
                .filter(|(i, _)| set >> i & 1 == 1);
            let sum = members.fold(0, |sum, (_, feature)| sum ^ feature.values[*cell]);
            (sum == 0) != (**v == zero)
        });
        wrong.count() <= most_others(values.len())
    };
    sums.filter(separates).collect()
}

/// Cells spread over the whole sample.
fn spread(cells: usize) -> impl Iterator<Item = usize> {
    (0..cells).step_by(cells.div_ceil(MAX_CELLS).max(1))
}

fn length(value: i64) -> u32 {
    64 - value.leading_zeros()
}

fn bits(functions: &[Feature], cell: usize) -> u32 {
    functions
        .iter()
        .map(|feature| length(feature.values[cell]))
        .max()
        .unwrap_or(0)
}

fn row(functions: &[Feature], cell: usize, bit: u32) -> u64 {
    let ones = functions
        .iter()
        .enumerate()
        .filter(|(_, f)| f.values[cell] >> bit & 1 == 1);
    ones.fold(0, |row, (i, _)| row | 1 << i)
}

/// Linear equations over GF(2); the pivot of a row is its lowest bit.
#[derive(Default)]
struct System {
    rows: Vec<u64>,
}

impl System {
    fn add(&mut self, mut row: u64) {
        for other in &self.rows {
            if row >> other.trailing_zeros() & 1 == 1 {
                row ^= other;
            }
        }
        if row != 0 {
            self.rows.push(row);
            self.rows.sort_by_key(|row| row.trailing_zeros());
        }
    }

    /// The rows with every pivot in one row only.
    fn reduced(mut self) -> Vec<u64> {
        for i in (0..self.rows.len()).rev() {
            let (pivot, row) = (self.rows[i].trailing_zeros(), self.rows[i]);
            for other in &mut self.rows[..i] {
                if *other >> pivot & 1 == 1 {
                    *other ^= row;
                }
            }
        }
        self.rows
    }
}
