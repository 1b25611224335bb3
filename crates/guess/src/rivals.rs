//! Laws that agree in a table but not beyond it.

use crate::law::Law;
use crate::{Axis, Table};

/// The greatest number of places that are compared.
const MAX_PLACES: usize = 20_000;

/// Whether other laws say the same as a law in a box with axes twice as long as those of
/// the table.
pub(crate) fn agree<'a>(law: &Law, others: impl Iterator<Item = &'a Law>, table: &Table) -> bool {
    let others: Vec<&Law> = others.collect();
    if others.is_empty() {
        return true;
    }
    let lens: Vec<usize> = table.axes().iter().map(|axis| 2 * axis.len()).collect();
    let total: usize = lens.iter().product();
    // An odd step meets all residues of even lengths.
    let step = total.div_ceil(MAX_PLACES) | 1;
    (0..total).step_by(step).all(|number| {
        let place = place(number, table.axes(), &lens);
        // Beyond holes there are holes, where nothing is claimed.
        if table.cells()[half(&place, table.axes())].is_none() {
            return true;
        }
        let value = law.value(&place);
        others.iter().all(|other| other.value(&place) == value)
    })
}

fn place(mut number: usize, axes: &[Axis], lens: &[usize]) -> Vec<i64> {
    let mut place = vec![0; axes.len()];
    for ((x, axis), len) in place.iter_mut().zip(axes).zip(lens).rev() {
        *x = axis.first() + (number % len) as i64;
        number /= len;
    }
    place
}

/// The number of the cell half as far from the beginning.
fn half(place: &[i64], axes: &[Axis]) -> usize {
    place.iter().zip(axes).fold(0, |cell, (x, axis)| {
        cell * axis.len() + ((x - axis.first()) / 2) as usize
    })
}
