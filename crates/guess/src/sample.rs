//! The part of a table that laws are fitted to.

use std::collections::BTreeMap;

use crate::expr::Expr;
use crate::features::Feature;
use crate::sequence::Points;
use crate::{Axis, Table};

/// Cells with their values and what functions of the axes are there.
pub(crate) struct Sample {
    /// The values of the axes at each cell.
    pub(crate) places: Vec<Vec<i64>>,
    /// The value of each cell.
    pub(crate) values: Vec<i64>,
    /// The least and the greatest value of each axis.
    pub(crate) ranges: Vec<(i64, i64)>,
}

/// How a table is divided: laws are fitted to one part and tested on the other.
pub(crate) struct Split {
    /// The numbers of the cells that laws are fitted to.
    pub(crate) fit: Vec<usize>,
    /// The numbers of the cells that they are tested on.
    pub(crate) test: Vec<usize>,
    /// The number of values of each axis, from the least on, that the fit may use.
    pub(crate) lens: Vec<usize>,
}

/// Shorter axes are not divided.
const MIN_DIVIDED: usize = 4;

impl Split {
    /// The lower two thirds of each axis are fitted, so that a test is about larger
    /// numbers than any that the fit has seen. If all axes are too short for that,
    /// every third cell, in a scattered order, is for the test.
    pub(crate) fn of(table: &Table) -> Split {
        let known = (0..table.cells().len()).filter(|cell| table.cells()[*cell].is_some());
        let axes = table.axes();
        let is_divided = axes.iter().any(|axis| axis.len() >= MIN_DIVIDED);
        let lens = axes.iter().map(|axis| match axis.len() {
            len if len >= MIN_DIVIDED => (2 * len).div_ceil(3),
            len => len,
        });
        let lens: Vec<usize> = lens.collect();
        let is_low = |((x, axis), len): ((&i64, &Axis), &usize)| x - axis.first() < *len as i64;
        let is_fit = |cell: &usize| {
            if is_divided {
                let place = table.place(*cell);
                place.iter().zip(axes).zip(&lens).all(is_low)
            } else {
                // Fibonacci hashing.
                (*cell as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32 & 0xffff < 0xaaaa
            }
        };
        let (fit, test) = known.partition(is_fit);
        Split { fit, test, lens }
    }
}

impl Sample {
    pub(crate) fn new(table: &Table, cells: &[usize]) -> Sample {
        let places: Vec<Vec<i64>> = cells.iter().map(|cell| table.place(*cell)).collect();
        let values = cells
            .iter()
            .filter_map(|cell| table.cells()[*cell])
            .collect();
        Sample::of(places, values)
    }

    fn of(places: Vec<Vec<i64>>, values: Vec<i64>) -> Sample {
        let axes = places.first().map_or(0, Vec::len);
        let range = |axis: usize| {
            let values = || places.iter().map(|place| place[axis]);
            (values().min().unwrap_or(0), values().max().unwrap_or(0))
        };
        let ranges = (0..axes).map(range).collect();
        Sample {
            places,
            values,
            ranges,
        }
    }

    /// The cells at which a condition is 1 and those at which it is 0; `None` if it
    /// is undefined somewhere.
    pub(crate) fn divided(&self, condition: &Expr) -> Option<[Sample; 2]> {
        let mut parts = [(Vec::new(), Vec::new()), (Vec::new(), Vec::new())];
        for (place, value) in self.places.iter().zip(&self.values) {
            let part = &mut parts[usize::from(condition.eval(place)? == 0)];
            part.0.push(place.clone());
            part.1.push(*value);
        }
        Some(parts.map(|(places, values)| Sample::of(places, values)))
    }

    /// The number of axes.
    pub(crate) fn axes(&self) -> usize {
        self.ranges.len()
    }

    /// The number of cells.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// The distinct values with the number of their cells, the rarest first.
    pub(crate) fn counts(&self) -> Vec<(i64, usize)> {
        let mut counts = BTreeMap::new();
        for value in &self.values {
            *counts.entry(*value).or_insert(0) += 1;
        }
        let mut counts: Vec<(i64, usize)> = counts.into_iter().collect();
        counts.sort_by_key(|(_, count)| *count);
        counts
    }

    /// The value as a function of a feature: the most frequent one for each value of
    /// the feature. `None` if more than a few cells have another one.
    pub(crate) fn by(&self, feature: &Feature) -> Option<Points> {
        // For each value of the feature the counts of values, the greatest first.
        let mut groups: BTreeMap<i64, Vec<(i64, usize)>> = BTreeMap::new();
        let (few, mut others) = (most_others(self.len()), 0);
        for (u, value) in feature.values.iter().zip(&self.values) {
            let group = groups.entry(*u).or_default();
            let place = group
                .iter()
                .position(|(v, _)| v == value)
                .unwrap_or_else(|| {
                    group.push((*value, 0));
                    group.len() - 1
                });
            group[place].1 += 1;
            if group[place].1 > group[0].1 {
                group.swap(0, place);
            } else if place > 0 {
                others += 1;
                if others > few {
                    return None;
                }
            }
        }
        let points = groups.into_iter().map(|(u, group)| (u, group[0].0));
        Some(Points::new(points.collect()))
    }
}

/// The number of cells that may contradict a candidate. The judge decides whether they
/// are exceptions.
pub(crate) fn most_others(cells: usize) -> usize {
    (cells / 20).min(32)
}
