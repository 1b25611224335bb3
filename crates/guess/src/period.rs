//! Expressions of one variable that are eventually periodic by their form.

use crate::arithmetic::binary;
use crate::expr::{Binary, Expr};

/// Longer periods are not considered.
const MAX_PERIOD: i64 = 1 << 20;

/// From which number on an expression has a period, and the period; `None` if its form
/// does not show one.
pub(crate) fn eventual(expr: &Expr) -> Option<(i64, i64)> {
    if let Expr::If(_, _, no) = expr
        && let Some(end) = prefix_end(expr)
    {
        let (start, period) = eventual(no)?;
        return Some((start.max(end), period));
    }
    match expr {
        Expr::Var(_) => None,
        Expr::Const(_) => Some((0, 1)),
        Expr::Binary(Binary::Mod, e, modulus) => match **modulus {
            Expr::Const(c) if c > 0 && is_polynomial(e) => Some((0, c)),
            _ => of_parts(expr),
        },
        _ => of_parts(expr),
    }
}

/// The number before which an expression lists its values.
pub(crate) fn prefix_end(expr: &Expr) -> Option<i64> {
    let Expr::If(condition, _, no) = expr else {
        return None;
    };
    let Expr::Binary(op, x, end) = &**condition else {
        return None;
    };
    let (Expr::Var(_), Expr::Const(end)) = (&**x, &**end) else {
        return None;
    };
    let end = match op {
        Binary::Lt => *end,
        Binary::Eq => end + 1,
        _ => return None,
    };
    Some(prefix_end(no).map_or(end, |later| later.max(end)))
}

/// A function of periodic parts has the least common multiple of their periods.
fn of_parts(expr: &Expr) -> Option<(i64, i64)> {
    let parts = expr.parts().into_iter().map(eventual);
    let (mut start, mut period) = (0, 1);
    for part in parts {
        let (from, length) = part?;
        start = start.max(from);
        period = period / binary(Binary::Gcd, period, length)? * length;
        if period > MAX_PERIOD {
            return None;
        }
    }
    Some((start, period))
}

/// A polynomial with integer coefficients: its remainders have the period of the modulus.
fn is_polynomial(expr: &Expr) -> bool {
    match expr {
        Expr::Var(_) | Expr::Const(_) => true,
        Expr::Binary(Binary::Add | Binary::Sub | Binary::Mul, a, b) => {
            is_polynomial(a) && is_polynomial(b)
        }
        _ => false,
    }
}
