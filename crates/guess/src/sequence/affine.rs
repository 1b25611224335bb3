//! Linear functions, rounded down: `(a * x + b) // c`.

use super::Points;
use crate::expr::{Binary, Expr};

/// The greatest denominator of a slope.
const MAX_DENOMINATOR: i64 = 12;

/// A slope with denominator c repeats after c numbers. The least number of times that this is seen:
/// the convergents of an irrational slope fail before that.
const REPETITIONS: i64 = 3;

pub(super) fn fit(points: &Points, laws: &mut Vec<Expr>) {
    let tail = points.tail();
    let [(x0, v0), .., (x1, v1)] = *tail else {
        return;
    };
    let seen = points.iter().count() as i64 / REPETITIONS;
    for c in 1..=MAX_DENOMINATOR.min(seen.max(1)) {
        let Some(rise) = (v1 - v0).checked_mul(c) else {
            continue;
        };
        // Rounding changes the slope by less than c / (x1 - x0).
        let around = rise.div_euclid(x1 - x0);
        let slack = c / (x1 - x0) + 1;
        for a in around - slack..=around + slack {
            if a != 0 && gcd(a.abs(), c) == 1 {
                laws.extend(offset(tail, a, c).map(|b| law(a, b, c)));
            }
        }
    }
}

/// The b nearest to 0 for which the law holds.
fn offset(tail: &[(i64, i64)], a: i64, c: i64) -> Option<i64> {
    let (mut least, mut most) = (i64::MIN, i64::MAX);
    for (x, v) in tail {
        let b = c.checked_mul(*v)?.checked_sub(a.checked_mul(*x)?)?;
        least = least.max(b);
        most = most.min(b + c - 1);
    }
    (least <= most).then(|| 0.clamp(least, most))
}

fn law(a: i64, b: i64, c: i64) -> Expr {
    let scaled = if a == -1 {
        return Expr::binary(
            Binary::Div,
            Expr::binary(Binary::Sub, Expr::Const(b), Expr::Var(0)),
            Expr::Const(c),
        );
    } else {
        Expr::binary(Binary::Mul, Expr::Const(a), Expr::Var(0))
    };
    let sum = Expr::binary(Binary::Add, scaled, Expr::Const(b));
    Expr::binary(Binary::Div, sum, Expr::Const(c))
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
