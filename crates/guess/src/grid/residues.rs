//! Tables that are eventually periodic along every axis: the value depends on the
//! residue class of each axis only.

use std::collections::{BTreeMap, HashMap};

use super::{Candidate, Search};
use crate::expr::{Binary, Expr};
use crate::sequence::{self, Points};

/// The greatest number of classes of all axes together.
const MAX_CLASSES: usize = 256;

pub(super) fn fit(search: &Search<'_>, found: &mut Vec<Candidate>) {
    let axes = search.sample.axes();
    if axes < 2 {
        return;
    }
    let classes: Option<Vec<(Expr, usize)>> = (0..axes).map(|axis| class(search, axis)).collect();
    let Some(classes) = classes else {
        return;
    };
    let total: usize = classes.iter().map(|(_, count)| *count).product();
    if !(2..=MAX_CLASSES).contains(&total) {
        return;
    }
    // The number of a combination of classes.
    let mut index = Expr::Const(0);
    for (axis, (class, count)) in classes.iter().enumerate() {
        if *count > 1 {
            let shifted = Expr::binary(Binary::Mul, index, Expr::Const(*count as i64));
            index = Expr::binary(Binary::Add, shifted, class.of(&Expr::Var(axis)));
        }
    }
    let mut list = vec![None; total];
    for (place, value) in search.sample.places.iter().zip(&search.sample.values).rev() {
        let entry = index.eval(place).and_then(|i| list.get_mut(i as usize));
        if let Some(entry) = entry {
            entry.get_or_insert(*value);
        }
    }
    if let Some(list) = list.into_iter().collect::<Option<Vec<i64>>>() {
        let expr = Expr::pick(list, index);
        found.push(Candidate {
            family: "residues",
            expr,
        });
    }
}

/// The class of a value of an axis, by what the table is there, as a law of one
/// variable; and the number of classes.
fn class(search: &Search<'_>, axis: usize) -> Option<(Expr, usize)> {
    let mut slices: BTreeMap<i64, Vec<(Vec<i64>, i64)>> = BTreeMap::new();
    for (place, value) in search.sample.places.iter().zip(&search.sample.values) {
        let mut others = place.clone();
        let x = others.remove(axis);
        slices.entry(x).or_default().push((others, *value));
    }
    let count = slices.len();
    let mut numbers: HashMap<Vec<(Vec<i64>, i64)>, i64> = HashMap::new();
    let mut points = BTreeMap::new();
    // From the end, where a law has no exceptions.
    for (x, slice) in slices.into_iter().rev() {
        let next = numbers.len() as i64;
        points.insert(x, *numbers.entry(slice).or_insert(next));
    }
    if numbers.len() * 2 > count {
        return None;
    }
    // Among equally simple laws, numbers in the order of the residues.
    let periodic = (1..=count as i64 / 2).find_map(|period| {
        let is_period = points
            .iter()
            .all(|(x, v)| points.get(&(x + period)).is_none_or(|w| w == v));
        let class = Expr::binary(Binary::Mod, Expr::Var(0), Expr::Const(period));
        is_period.then_some((class, period as usize))
    });
    periodic.or_else(|| {
        let law = sequence::simplest(&Points::new(points))?;
        Some((law, numbers.len()))
    })
}
