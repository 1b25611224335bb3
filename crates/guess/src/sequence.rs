//! Laws of one variable, fitted to points (x, value). Families are in the modules,
//! one each; `fit` completes what they find with the values before the law holds.

mod affine;
mod automaton;
mod beatty;
mod blocks;
mod composed;
mod growth;
mod periodic;
mod recurrence;

use std::collections::BTreeMap;

use crate::expr::{Binary, Expr};
use crate::sample::most_others;
use crate::settled::{independent, is_settled};

/// Known values of a function of one integer, in ascending order of x.
#[derive(Clone, Debug)]
pub(crate) struct Points(Vec<(i64, i64)>);

/// How far a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Depth {
    /// Families whose laws have no parts: for functions of functions.
    Simple,
    /// All families.
    Full,
}

/// The number of laws that a fit returns.
const MAX_LAWS: usize = 8;

impl Points {
    pub(crate) fn new(map: BTreeMap<i64, i64>) -> Points {
        Points(map.into_iter().collect())
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn iter(&self) -> impl DoubleEndedIterator<Item = (i64, i64)> + Clone {
        self.0.iter().copied()
    }

    /// Whether the x are consecutive.
    fn is_dense(&self) -> bool {
        self.0.windows(2).all(|w| w[0].0 + 1 == w[1].0)
    }

    /// Exceptions to a law must lie before this x: in the lower part, so that the
    /// law is seen to hold after them for long enough.
    fn exceptions_end(&self) -> i64 {
        let (first, last) = (self.0[0].0, self.0[self.0.len() - 1].0);
        first + ((last - first) * 3 + 4) / 5
    }

    /// The points at which every law must hold without exception.
    fn tail(&self) -> &[(i64, i64)] {
        let end = self.exceptions_end();
        let start = self.0.partition_point(|(x, _)| *x < end);
        // Of widely spaced points at least three.
        &self.0[start.min(self.0.len().saturating_sub(3))..]
    }

    /// The two values, the rarer one first, if there are exactly two.
    fn two_values(&self) -> Option<(i64, i64)> {
        let mut counts = BTreeMap::new();
        for (_, v) in self.iter() {
            *counts.entry(v).or_insert(0usize) += 1;
        }
        let counts: Vec<(i64, usize)> = counts.into_iter().collect();
        match counts[..] {
            [(a, n), (b, m)] if n <= m => Some((a, b)),
            [(a, _), (b, _)] => Some((b, a)),
            _ => None,
        }
    }

    /// One value at one x, and another one at all others.
    pub(crate) fn special(&self) -> Option<Expr> {
        let (rare, usual) = self.two_values()?;
        let mut places = self.iter().filter(|(_, v)| *v == rare);
        let ((x, _), None) = (places.next()?, places.next()) else {
            return None;
        };
        let is_there = Expr::binary(Binary::Eq, Expr::Var(0), Expr::Const(x));
        Some(Expr::choose(
            is_there,
            Expr::Const(rare),
            Expr::Const(usual),
        ))
    }

    /// The points as a function of another function of x, if they are one; a few before the tail
    /// may be exceptions.
    fn through(&self, inner: &Expr) -> Option<Points> {
        let mut map = BTreeMap::new();
        let (end, mut left) = (self.exceptions_end(), most_others(self.len()));
        // From the end, where a law has no exceptions.
        for (x, v) in self.iter().rev() {
            let agrees = |u| *map.entry(u).or_insert(v) == v;
            if !inner.eval(&[x]).is_some_and(agrees) {
                left = left.checked_sub(1).filter(|_| x < end)?;
            }
        }
        Some(Points::new(map))
    }

    /// The points with other values.
    fn map(&self, value: impl Fn(i64, i64) -> Option<i64>) -> Option<Points> {
        let points = self.iter().map(|(x, v)| Some((x, value(x, v)?)));
        points.collect::<Option<Vec<_>>>().map(Points)
    }
}

/// Laws of `Var(0)` that agree with the points, except for some with small x; those
/// are listed before the law where that is possible. The simplest ones, in order of
/// their description length.
pub(crate) fn fit(points: &Points, depth: Depth) -> Vec<Expr> {
    if points.len() < 2 {
        return Vec::new();
    }
    let mut laws = Vec::new();
    periodic::constant(points, &mut laws);
    affine::fit(points, &mut laws);
    periodic::fit(points, &mut laws);
    growth::fit(points, &mut laws);
    if depth == Depth::Full {
        beatty::fit(points, &mut laws);
        recurrence::fit(points, &mut laws);
        blocks::fit(points, &mut laws);
        automaton::fit(points, &mut laws);
        composed::fit(points, &mut laws);
    }
    let mut all: Vec<(f64, Expr)> = Vec::new();
    for law in laws {
        complete(points, law, &mut all);
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all.dedup_by(|a, b| a.1 == b.1);
    all.truncate(MAX_LAWS);
    all.into_iter().map(|(_, law)| law).collect()
}

/// The law of values from `first` on that end with a period.
pub(crate) fn periodic(values: &[i64], first: i64, period: usize) -> Expr {
    periodic::law(values, first, period, 0)
}

/// The values from `first` on, and then a law.
pub(crate) fn after(values: Vec<i64>, first: i64, law: Expr) -> Expr {
    let end = first + values.len() as i64;
    let index = Expr::binary(Binary::Sub, Expr::Var(0), Expr::Const(first));
    let is_before = Expr::binary(Binary::Lt, Expr::Var(0), Expr::Const(end));
    Expr::choose(is_before, Expr::pick(values, index), law)
}

/// The simplest law that agrees with all points.
pub(crate) fn simplest(points: &Points) -> Option<Expr> {
    let agrees = |law: &Expr| points.iter().all(|(x, v)| law.eval(&[x]) == Some(v));
    fit(points, Depth::Full).into_iter().find(agrees)
}

/// Adds a law, and the same with a list of the values before it holds.
fn complete(points: &Points, law: Expr, all: &mut Vec<(f64, Expr)>) {
    let wrong = points.iter().filter(|(x, v)| law.eval(&[*x]) != Some(*v));
    let wrong: Vec<(i64, i64)> = wrong.collect();
    let Some(&(last, _)) = wrong.last() else {
        return all.push((law.bits(), law));
    };
    let allowed = points.len() / 2;
    if last >= points.exceptions_end() || wrong.len() > allowed.max(1) {
        return;
    }
    // Exceptions that are listed cost their place and their value.
    let place = (points.len() as f64).log2() + 4.0;
    all.push((law.bits() + place * wrong.len() as f64, law.clone()));
    let x = || Expr::Var(0);
    let first = points.0[0].0;
    let before: Vec<(i64, i64)> = points.iter().take_while(|(x, _)| *x <= last).collect();
    // The test is half as long as the fit again.
    let places: Vec<i64> = wrong.iter().map(|(x, _)| *x).collect();
    let same = before.iter().all(|(_, v)| *v == before[0].1);
    let count = if same { 1 } else { independent(&places) };
    if !is_settled(count, before.len(), points.len() * 3 / 2) {
        return;
    }
    let prefix = match before[..] {
        [(only, v)] => Expr::choose(
            Expr::binary(Binary::Eq, x(), Expr::Const(only)),
            Expr::Const(v),
            law,
        ),
        _ if same => Expr::choose(
            Expr::binary(Binary::Lt, x(), Expr::Const(last + 1)),
            Expr::Const(before[0].1),
            law,
        ),
        _ if before.len() as i64 == last - first + 1 => {
            after(before.iter().map(|(_, v)| *v).collect(), first, law)
        }
        _ => return,
    };
    all.push((prefix.bits(), prefix));
}
