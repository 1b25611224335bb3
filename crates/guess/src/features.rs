//! Functions of the axes that laws are made of.

use crate::expr::{Binary, Expr, Unary};
use crate::sample::Sample;

/// A function of the axes, and its values at the cells of a sample.
pub(crate) struct Feature {
    pub(crate) expr: Expr,
    pub(crate) values: Vec<i64>,
}

impl Feature {
    /// `None` if the function is undefined at a cell.
    pub(crate) fn new(expr: Expr, sample: &Sample) -> Option<Feature> {
        let values = sample.places.iter().map(|place| expr.eval(place));
        let values = values.collect::<Option<Vec<i64>>>()?;
        Some(Feature { expr, values })
    }
}

/// Combinations of more axes than this are formed of all of them only.
const MAX_SUBSET_AXES: usize = 5;

/// All features of a sample, the simplest ones first.
pub(crate) fn features(sample: &Sample) -> Vec<Feature> {
    let axes = sample.axes();
    let mut all: Vec<Expr> = (0..axes).map(Expr::Var).collect();
    if axes > 1 {
        // Of a single axis they are in the laws of one variable.
        let ops = [
            Unary::LowBit,
            Unary::BitLength,
            Unary::Popcount,
            Unary::Root,
        ];
        let of_axis = |axis: usize| ops.map(|op| Expr::unary(op, Expr::Var(axis)));
        all.extend((0..axes).flat_map(of_axis));
    }
    for subset in subsets(axes) {
        all.extend(of_subset(&subset));
    }
    for i in 0..axes {
        for j in 0..axes {
            if i != j {
                all.extend(of_ordered_pair(Expr::Var(i), Expr::Var(j)));
            }
            if i < j {
                all.extend(of_pair(Expr::Var(i), Expr::Var(j)));
            }
        }
    }
    if axes == 3 {
        all.extend((0..axes).map(remainder_of_two));
        all.extend((0..axes).flat_map(remainder_by_two));
    }
    all.sort_by(|a, b| a.bits().total_cmp(&b.bits()));
    all.into_iter()
        .filter_map(|expr| Feature::new(expr, sample))
        .collect()
}

/// The subsets of at least two axes.
fn subsets(axes: usize) -> Vec<Vec<usize>> {
    if axes > MAX_SUBSET_AXES {
        return vec![(0..axes).collect()];
    }
    let members = |mask: u32| (0..axes).filter(move |i| mask >> i & 1 == 1).collect();
    let masks = (1u32..1 << axes).filter(|mask| mask.count_ones() >= 2);
    masks.map(members).collect()
}

fn of_subset(subset: &[usize]) -> Vec<Expr> {
    let vars = || subset.iter().map(|i| Expr::Var(*i));
    let joined = |op: Binary| vars().reduce(|a, b| Expr::binary(op, a, b));
    let ops = [Binary::Add, Binary::Xor, Binary::Min, Binary::Max];
    let mut all: Vec<Expr> = ops.into_iter().filter_map(joined).collect();
    let odd = |e: Expr| Expr::binary(Binary::Mod, e, Expr::Const(2));
    let sum = |terms: Vec<Expr>| {
        terms
            .into_iter()
            .reduce(|a, b| Expr::binary(Binary::Add, a, b))
    };
    all.extend(sum(vars().map(odd).collect()));
    if subset.len() > 2 {
        all.push(Expr::AddWithoutCarry(3, vars().collect()));
        all.extend((1..subset.len() - 1).map(|i| Expr::Sorted(i, vars().collect())));
    }
    if subset.len() > 3 {
        all.push(Expr::AddWithoutCarry(4, vars().collect()));
    }
    if let (3, [Some(min), Some(max)]) = (subset.len(), [Binary::Min, Binary::Max].map(joined)) {
        let middle = || Expr::Sorted(1, vars().collect());
        all.push(Expr::binary(Binary::Sub, middle(), min));
        all.push(Expr::binary(Binary::Sub, max, middle()));
    }
    all.push(Expr::IndexOfMax(vars().collect()));
    let ends = [Binary::Min, Binary::Max].map(joined);
    for end in ends.iter().flatten() {
        let is_end = |e: Expr| Expr::binary(Binary::Eq, e, end.clone());
        all.extend(sum(vars().map(is_end).collect()));
    }
    if let ([Some(min), Some(max)], Some(total), 3..) = (ends, joined(Binary::Add), subset.len()) {
        let negative = |e: Expr| Expr::binary(Binary::Sub, Expr::Const(0), e);
        all.push(Expr::IndexOfMax(vars().map(negative).collect()));
        all.push(Expr::binary(Binary::Sub, max.clone(), min));
        // The greatest is more, or less, than all others together.
        let twice = Expr::binary(Binary::Mul, Expr::Const(2), max);
        all.push(Expr::binary(Binary::Lt, total.clone(), twice.clone()));
        all.push(Expr::binary(Binary::Lt, twice, total));
    }
    all
}

/// The sum of two of three axes modulo one more than the third.
fn remainder_of_two(third: usize) -> Expr {
    let [a, b] = [(third + 1) % 3, (third + 2) % 3];
    let sum = Expr::binary(Binary::Add, Expr::Var(a.min(b)), Expr::Var(a.max(b)));
    let modulus = Expr::binary(Binary::Add, Expr::Var(third), Expr::Const(1));
    Expr::binary(Binary::Mod, sum, modulus)
}

/// One of three axes modulo the sum of the others, and whether that is less than one of them: what
/// decides a heap from which at least the second and at most the third number are taken.
fn remainder_by_two(first: usize) -> Vec<Expr> {
    let [b, c] = [(first + 1) % 3, (first + 2) % 3];
    let sum = Expr::binary(Binary::Add, Expr::Var(b.min(c)), Expr::Var(b.max(c)));
    let rest = Expr::binary(Binary::Mod, Expr::Var(first), sum);
    let is_less = |least| Expr::binary(Binary::Lt, rest.clone(), Expr::Var(least));
    vec![is_less(b), is_less(c), rest]
}

fn of_pair(a: Expr, b: Expr) -> Vec<Expr> {
    let of = |op: Binary| Expr::binary(op, a.clone(), b.clone());
    let (min, max) = (of(Binary::Min), of(Binary::Max));
    let square = |e: &Expr| Expr::binary(Binary::Mul, e.clone(), e.clone());
    let squares = Expr::binary(Binary::Sub, square(&max), square(&min));
    vec![
        Expr::unary(Unary::Abs, of(Binary::Sub)),
        of(Binary::Mul),
        of(Binary::Gcd),
        of(Binary::And),
        of(Binary::Or),
        Expr::binary(Binary::Div, max.clone(), min.clone()),
        Expr::binary(Binary::Mod, max, min),
        // max / min - min / max, rounded down.
        Expr::binary(Binary::Div, squares, of(Binary::Mul)),
    ]
}

fn of_ordered_pair(a: Expr, b: Expr) -> Vec<Expr> {
    let more = |c: i64| Expr::binary(Binary::Add, b.clone(), Expr::Const(c));
    let mut all = vec![Expr::binary(Binary::Sub, a.clone(), b.clone())];
    for c in 0..=2 {
        all.push(Expr::binary(Binary::Mod, a.clone(), more(c)));
        all.push(Expr::binary(Binary::Div, a.clone(), more(c)));
    }
    let twice = |e: Expr| Expr::binary(Binary::Mul, Expr::Const(2), e);
    let odd = Expr::binary(Binary::Add, twice(b.clone()), Expr::Const(1));
    let moduli = [more(3), more(4), odd].map(|m| Expr::binary(Binary::Mod, a.clone(), m));
    all.extend(moduli);
    all.push(Expr::binary(Binary::Add, twice(a.clone()), b.clone()));
    let next = Expr::binary(Binary::Xor, a.clone(), more(1));
    all.push(next);
    // A gap between two pieces and the place of the first, seen from both.
    let sum = Expr::binary(Binary::Add, a.clone(), more(1));
    all.push(Expr::binary(Binary::Xor, a, sum));
    all
}
