//! Constant, eventually periodic and arithmetic-periodic sequences.

use super::Points;
use crate::expr::{Binary, Expr};

pub(super) fn constant(points: &Points, laws: &mut Vec<Expr>) {
    if let Some((_, v)) = points.iter().next_back() {
        laws.push(Expr::Const(v));
    }
}

/// At least this many repetitions are seen after the last exception.
const REPETITIONS: usize = 2;

/// The shortest period with and without a saltus: the amount by which the values
/// grow from one period to the next.
pub(super) fn fit(points: &Points, laws: &mut Vec<Expr>) {
    if !points.is_dense() || points.len() < 4 {
        return;
    }
    let values: Vec<i64> = points.iter().map(|(_, v)| v).collect();
    let first = points.0[0].0;
    let (mut plain, mut growing) = (None, None);
    for period in 1..=values.len() / (REPETITIONS + 1) {
        let n = values.len();
        let saltus = values[n - 1] - values[n - 1 - period];
        let shortest = if saltus == 0 {
            &mut plain
        } else {
            &mut growing
        };
        if shortest.is_some() {
            continue;
        }
        let pairs = (0..n - period).rev();
        let run = pairs
            .take_while(|i| values[i + period] - values[*i] == saltus)
            .count();
        let start = n - period - run;
        let is_long = run >= REPETITIONS * period && run >= 3;
        if is_long && first + start as i64 <= points.exceptions_end() {
            *shortest = Some(law(&values, first, period, saltus));
        }
    }
    laws.extend(plain);
    laws.extend(growing);
}

/// `saltus * (x // period) + list[x % period]`, from the last period; or
/// `s * x + list[x % period]` if the saltus is s periods.
pub(super) fn law(values: &[i64], first: i64, period: usize, saltus: i64) -> Expr {
    let length = period as i64;
    let slope = (saltus != 0 && saltus % length == 0).then_some(saltus / length);
    let trend = |x: i64| slope.map_or(saltus * x.div_euclid(length), |slope| slope * x);
    let mut list = vec![0; period];
    for (i, v) in values.iter().enumerate().skip(values.len() - period) {
        let x = first + i as i64;
        list[x.rem_euclid(length) as usize] = v - trend(x);
    }
    let apply = |op| Expr::binary(op, Expr::Var(0), Expr::Const(length));
    let offset = if list.iter().zip(0..).all(|(v, i)| *v == i) {
        apply(Binary::Mod)
    } else {
        Expr::pick(list, apply(Binary::Mod))
    };
    let growth = match slope {
        Some(slope) => Expr::binary(Binary::Mul, Expr::Const(slope), Expr::Var(0)),
        None => Expr::binary(Binary::Mul, Expr::Const(saltus), apply(Binary::Div)),
    };
    Expr::binary(Binary::Add, growth, offset)
}
