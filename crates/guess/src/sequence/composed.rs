//! Simple laws of functions of x (bits, digits, prime factors, roots), and of the
//! difference from a multiple of x.

use super::{Depth, Points, automaton};
use crate::expr::{Binary, Digits, Expr, Unary};

/// The least number of values of an inner function: a law of fewer says little.
const MIN_POINTS: usize = 5;

/// The least number of arguments: of fewer, a list of the values says more.
const MIN_ARGUMENTS: usize = 8;

pub(super) fn fit(points: &Points, laws: &mut Vec<Expr>) {
    if points.len() < MIN_ARGUMENTS {
        return;
    }
    for inner in functions() {
        let Some(outer) = points.through(&inner) else {
            continue;
        };
        if outer.tail().iter().all(|(x, v)| x == v) {
            laws.push(inner);
        } else if outer.len() >= MIN_POINTS {
            let simple = super::fit(&outer, Depth::Simple).into_iter();
            laws.extend(simple.map(|law| law.of(&inner)));
        }
    }
    remainder(points, laws);
}

/// The functions of `Var(0)`.
fn functions() -> Vec<Expr> {
    let x = || Expr::Var(0);
    let after = || Expr::binary(Binary::Add, x(), Expr::Const(1));
    let before = || Expr::binary(Binary::Sub, x(), Expr::Const(1));
    let mut functions = Vec::new();
    for op in [
        Unary::LowBit,
        Unary::TrailingZeros,
        Unary::Popcount,
        Unary::BitLength,
        Unary::Root,
        Unary::PrimeFactors,
        Unary::LeastPrime,
    ] {
        functions.push(Expr::unary(op, x()));
        functions.push(Expr::unary(op, after()));
        functions.push(Expr::unary(op, before()));
    }
    let digits = |function: Digits, base: u8| Expr::Digits(function, base, Box::new(x()));
    functions.extend((3..=10).map(|base| digits(Digits::Sum, base)));
    for base in 3..=10 {
        functions.extend([Digits::Count, Digits::First, Digits::Zeros].map(|f| digits(f, base)));
    }
    let root = || Expr::unary(Unary::Root, x());
    let square = Expr::binary(Binary::Mul, root(), root());
    functions.push(Expr::binary(Binary::Sub, x(), square));
    functions
}

/// The values are a multiple of x and a bounded remainder.
fn remainder(points: &Points, laws: &mut Vec<Expr>) {
    let [(x0, v0), .., (x1, v1)] = *points.tail() else {
        return;
    };
    let slope = (2 * (v1 - v0) + (x1 - x0)).div_euclid(2 * (x1 - x0));
    if slope == 0 || slope.abs() > 8 {
        return;
    }
    let Some(rest) = points.map(|x, v| Some(v - slope * x)) else {
        return;
    };
    let mut of_rest = Vec::new();
    automaton::fit(&rest, &mut of_rest);
    for inner in functions() {
        if let Some(outer) = rest
            .through(&inner)
            .filter(|outer| outer.len() >= MIN_POINTS)
        {
            of_rest.extend(
                super::fit(&outer, Depth::Simple)
                    .iter()
                    .map(|law| law.of(&inner)),
            );
        }
    }
    let multiple = Expr::binary(Binary::Mul, Expr::Const(slope), Expr::Var(0));
    let sum = |law| Expr::binary(Binary::Add, multiple.clone(), law);
    laws.extend(of_rest.into_iter().map(sum));
}
