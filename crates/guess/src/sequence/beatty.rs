//! Beatty sequences: `⌊(p + q√r) * x / s⌋ + c`, with a quadratic irrational slope.

use super::Points;
use crate::expr::{Binary, Expr, Unary};

pub(super) fn fit(points: &Points, laws: &mut Vec<Expr>) {
    let tail = points.tail();
    if tail.len() < 3 || tail[0].0 < 1 {
        return;
    }
    for c in [0, 1, -1] {
        // The slopes for which the law can hold.
        let (mut least, mut most) = (f64::MIN, f64::MAX);
        for (x, v) in tail {
            least = least.max((v - c) as f64 / *x as f64);
            most = most.min((v - c + 1) as f64 / *x as f64);
        }
        if least < most && most - least < 0.2 {
            let found = slopes().find(|slope| (least..most).contains(&slope.value()));
            laws.extend(found.map(|slope| slope.law(c)));
        }
    }
}

/// The slope (p + √(q² r)) / s.
#[derive(Clone, Copy)]
struct Slope {
    p: i64,
    square: i64,
    s: i64,
}

/// Slopes in the order of their size.
fn slopes() -> impl Iterator<Item = Slope> {
    let roots = [5, 2, 3, 8, 12, 6, 7, 13, 20, 10, 11, 17, 18, 45];
    let all = (0..=12i64).flat_map(move |size| {
        roots.into_iter().flat_map(move |square| {
            let parts = (1..=4).map(move |s| (s, size - (s - 1)));
            let parts = parts.filter(|(_, p)| *p >= 0);
            parts.flat_map(move |(s, p)| {
                let signs: &[i64] = if p == 0 { &[0] } else { &[1, -1] };
                signs.iter().map(move |sign| Slope {
                    p: sign * p,
                    square,
                    s,
                })
            })
        })
    });
    all.filter(|slope| slope.value() > 0.0)
}

impl Slope {
    fn value(self) -> f64 {
        (self.p as f64 + (self.square as f64).sqrt()) / self.s as f64
    }

    fn law(self, c: i64) -> Expr {
        let x = || Expr::Var(0);
        let product = |k: i64, e: Expr| Expr::binary(Binary::Mul, Expr::Const(k), e);
        let square = product(self.square, Expr::binary(Binary::Mul, x(), x()));
        let root = Expr::unary(Unary::Root, square);
        let sum = match self.p {
            0 => root,
            p if p > 0 => Expr::binary(Binary::Add, product(p, x()), root),
            p => Expr::binary(Binary::Sub, root, product(-p, x())),
        };
        let quotient = Expr::binary(Binary::Div, sum, Expr::Const(self.s));
        Expr::binary(Binary::Add, quotient, Expr::Const(c))
    }
}
