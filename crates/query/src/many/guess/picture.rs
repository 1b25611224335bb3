//! The lower part of a table beside what its law says, for a picture.

use kibitz_guess::{Axis, Law};
use serde::Serialize;

use super::LawReport;

/// A part of a table and of its law, from the least values of the axes on. The last axis varies
/// fastest.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LawPicture {
    /// The axes.
    pub axes: Vec<AxisOut>,
    /// The names of the values if they are labels: the value is an index.
    pub labels: Option<Vec<String>>,
    /// The values of the table; `null` where there is none, and beyond the table.
    pub cells: Vec<Option<i64>>,
    /// What the law, or the one that was refuted, says without its exceptions; `null` where it
    /// says nothing. Empty without a law.
    pub law: Vec<Option<i64>>,
    /// The period of the law, if it has one axis and its form shows a period.
    pub period: Option<i64>,
}

/// An axis of a picture.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AxisOut {
    /// Its name.
    pub name: String,
    /// Its least value.
    pub first: i64,
    /// The number of values in the picture.
    pub shown: usize,
    /// The number of values in the table.
    pub computed: usize,
    /// The number of values that laws were fitted to, from the least on.
    pub fitted: usize,
}

/// The greatest number of cells.
const MAX_CELLS: usize = 1 << 16;

impl LawReport {
    /// The table with its law, and as much again of the law as a quarter of each axis.
    #[must_use]
    pub fn picture(&self) -> LawPicture {
        let law = self
            .law
            .as_ref()
            .or(self.refuted.as_ref().map(|(law, _)| law));
        let axes = self.table.axes();
        let lens = lens(axes, law.is_some());
        let cells: usize = lens.iter().product();
        let places = || (0..cells).map(|number| place(number, axes, &lens));
        let said = |law: &Law| places().map(|place| law.expr().eval(&place)).collect();
        LawPicture {
            labels: self.table.labels().map(<[String]>::to_vec),
            cells: places().map(|place| self.cell(&place)).collect(),
            law: law.map(said).unwrap_or_default(),
            period: law.and_then(Law::period).map(|(_, period)| period),
            axes: axes
                .iter()
                .zip(lens)
                .zip(&self.fit_lens)
                .map(|((axis, shown), fitted)| AxisOut {
                    name: axis.name().to_owned(),
                    first: axis.first(),
                    shown,
                    computed: axis.len(),
                    fitted: *fitted,
                })
                .collect(),
        }
    }

    /// The value at a place, if the table has one.
    fn cell(&self, place: &[i64]) -> Option<i64> {
        let axes = self.table.axes().iter().zip(place);
        let number = axes.into_iter().try_fold(0, |number, (axis, x)| {
            (*x <= axis.last()).then(|| number * axis.len() + (x - axis.first()) as usize)
        });
        self.table.cells()[number?]
    }
}

/// The number of values of each axis, the longest ones cut off if there are too many cells.
fn lens(axes: &[Axis], has_law: bool) -> Vec<usize> {
    let longer = |axis: &Axis| axis.len() + if has_law { axis.len().div_ceil(4) } else { 0 };
    let mut lens: Vec<usize> = axes.iter().map(longer).collect();
    while lens
        .iter()
        .try_fold(1usize, |n, len| n.checked_mul(*len))
        .is_none_or(|n| n > MAX_CELLS)
    {
        if let Some(longest) = lens.iter_mut().max() {
            *longest = *longest * 3 / 4;
        }
    }
    lens
}

fn place(mut number: usize, axes: &[Axis], lens: &[usize]) -> Vec<i64> {
    let mut place = vec![0; axes.len()];
    for ((x, axis), len) in place.iter_mut().zip(axes).zip(lens).rev() {
        *x = axis.first() + (number % len) as i64;
        number /= len;
    }
    place
}
