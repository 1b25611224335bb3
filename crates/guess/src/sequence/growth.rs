//! Quadratic growth: `(a * x² + b * x + c) / 2`, e.g. squares, triangular numbers.

use super::Points;
use crate::expr::{Binary, Expr};

pub(super) fn fit(points: &Points, laws: &mut Vec<Expr>) {
    if let &[.., (_, u), (x, v), (y, w)] = points.tail()
        && points.is_dense()
    {
        let second = (w - v) - (v - u);
        laws.extend(
            (second != 0)
                .then(|| quadratic(second, x, y, v, w))
                .flatten(),
        );
    }
}

/// The quadratic with this second difference through two points.
fn quadratic(second: i64, x: i64, y: i64, v: i64, w: i64) -> Option<Expr> {
    // 2 value = second * x² + b * x + c
    let square = |x: i64| second.checked_mul(x.checked_mul(x)?);
    let b = (2 * (w - v)).checked_sub(square(y)?.checked_sub(square(x)?)?)?;
    let c = (2 * v)
        .checked_sub(square(x)?)?
        .checked_sub(b.checked_mul(x)?)?;
    let product = |factor: i64, e: Expr| Expr::binary(Binary::Mul, Expr::Const(factor), e);
    // (s * x + b) * x + c
    let law = |s: i64, b: i64, c: i64| {
        let slope = Expr::binary(Binary::Add, product(s, Expr::Var(0)), Expr::Const(b));
        let parabola = Expr::binary(Binary::Mul, slope, Expr::Var(0));
        Expr::binary(Binary::Add, parabola, Expr::Const(c))
    };
    Some(match (second % 2, b % 2, c % 2) {
        (0, 0, 0) => law(second / 2, b / 2, c / 2),
        _ => Expr::binary(Binary::Div, law(second, b, c), Expr::Const(2)),
    })
}
