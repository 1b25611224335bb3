//! How much a table says: the length of the shortest of several codes that know no law
//! but redundancy of common kinds. A law must be shorter than each of them: otherwise a
//! random function of one axis, repeated along the other one, would count as evidence
//! once for each repetition.

mod lines;
mod runs;
mod staircase;

use std::collections::{HashMap, HashSet};

use crate::Table;
use crate::expr::{Binary, Expr, Unary, number_bits};
use crate::sample::{Split, most_others};

/// The information of the fitted and of the tested cells, in bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Information {
    pub(crate) fit: f64,
    pub(crate) test: f64,
}

/// What a law is compared with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure {
    pub(crate) shortest: Information,
    /// The information of the tested cells without the axes that do not matter.
    pub(crate) test_bits: f64,
    /// The length of a value of the table.
    pub(crate) value_bits: f64,
}

impl Measure {
    pub(crate) fn of(table: &Table, split: &Split) -> Measure {
        let cells = Cells::new(table, split);
        let mut codes = vec![adaptive(&cells.values, cells.fitted)];
        codes.extend(cells.of_relevant_axes());
        // A function of a feature may have no new value in the test, though its cells are new.
        let test_bits = codes.iter().map(|code| code.test).fold(f64::MAX, f64::min);
        codes.extend(cells.of_sorted_axes());
        codes.extend(cells.features().iter().filter_map(|u| cells.of_feature(u)));
        codes.extend(lines::codes(table, &cells));
        codes.extend(staircase::code(table, split));
        let shortest = codes
            .into_iter()
            .min_by(|a, b| a.total().total_cmp(&b.total()));
        Measure {
            shortest: shortest.expect("there is at least the plain code"),
            test_bits,
            value_bits: (cells.kinds as f64).log2(),
        }
    }
}

impl Information {
    pub(crate) fn total(self) -> f64 {
        self.fit + self.test
    }

    fn plus(self, other: Information) -> Information {
        Information {
            fit: self.fit + other.fit,
            test: self.test + other.test,
        }
    }
}

/// The cells of a table, the fitted ones first.
struct Cells {
    places: Vec<Vec<i64>>,
    values: Vec<i64>,
    fitted: usize,
    /// The number of distinct values.
    kinds: usize,
    /// The length of the place of a cell.
    place_bits: f64,
}

/// The distinct values of a key with the values of their cells, and the length of the
/// list of other cells.
struct Keyed {
    keys: Vec<Vec<i64>>,
    values: Vec<i64>,
    fitted: usize,
    others: Information,
}

impl Cells {
    fn new(table: &Table, split: &Split) -> Cells {
        let cells = || split.fit.iter().chain(&split.test);
        let values: Vec<i64> = cells().filter_map(|cell| table.cells()[*cell]).collect();
        Cells {
            places: cells().map(|cell| table.place(*cell)).collect(),
            fitted: split.fit.len(),
            kinds: distinct(&values),
            place_bits: (values.len().max(1) as f64).log2(),
            values,
        }
    }

    /// The table as a function of a key; `None` if more than a few cells contradict it.
    fn keyed(&self, key: impl Fn(&[i64]) -> Option<Vec<i64>>) -> Option<Keyed> {
        let mut seen: HashMap<Vec<i64>, i64> = HashMap::new();
        let mut keyed = Keyed {
            keys: Vec::new(),
            values: Vec::new(),
            fitted: 0,
            others: Information {
                fit: 0.0,
                test: 0.0,
            },
        };
        let mut left = most_others(self.values.len());
        for (i, (place, value)) in self.places.iter().zip(&self.values).enumerate() {
            let key = key(place)?;
            match seen.get(&key) {
                Some(known) if known == value => {}
                Some(_) => {
                    left = left.checked_sub(1)?;
                    let bits = self.place_bits + number_bits(*value);
                    keyed.others = keyed.others.plus(match i < self.fitted {
                        true => Information {
                            fit: bits,
                            test: 0.0,
                        },
                        false => Information {
                            fit: 0.0,
                            test: bits,
                        },
                    });
                }
                None => {
                    keyed.fitted += usize::from(i < self.fitted);
                    keyed.values.push(*value);
                    keyed.keys.push(key.clone());
                    seen.insert(key, *value);
                }
            }
        }
        Some(keyed)
    }

    /// Without the axes that do not matter. Of a single axis also the code of runs.
    fn of_relevant_axes(&self) -> Option<Information> {
        let axes = self.places.first()?.len();
        let mut relevant: Vec<usize> = (0..axes).collect();
        let without = |axes: &[usize]| {
            let axes = axes.to_vec();
            self.keyed(move |place| Some(axes.iter().map(|i| place[*i]).collect()))
        };
        for axis in 0..axes {
            let fewer: Vec<usize> = relevant.iter().copied().filter(|i| *i != axis).collect();
            if !fewer.is_empty() && without(&fewer).is_some() {
                relevant = fewer;
            }
        }
        let keyed = without(&relevant)?;
        let plain = adaptive(&keyed.values, keyed.fitted);
        let best = match relevant.len() {
            1 => {
                let runs = runs::code(&keyed, self.kinds);
                if runs.total() < plain.total() {
                    runs
                } else {
                    plain
                }
            }
            _ => plain,
        };
        Some(best.plus(keyed.others))
    }

    /// The same in any order of the axes.
    fn of_sorted_axes(&self) -> Option<Information> {
        let keyed = self.keyed(|place| {
            let mut sorted = place.to_vec();
            sorted.sort_unstable();
            Some(sorted)
        })?;
        Some(adaptive(&keyed.values, keyed.fitted).plus(keyed.others))
    }

    /// The simplest features of two or more axes.
    fn features(&self) -> Vec<Expr> {
        let axes = self.places.first().map_or(0, Vec::len);
        let mut all = Vec::new();
        for i in 0..axes {
            for j in i + 1..axes {
                let of = |op| Expr::binary(op, Expr::Var(i), Expr::Var(j));
                use Binary::{Add, Max, Min, Sub, Xor};
                all.extend([Add, Xor, Min, Max, Sub].map(of));
                all.push(Expr::unary(Unary::Abs, of(Sub)));
            }
        }
        if axes > 2 {
            let joined = |op| {
                (0..axes)
                    .map(Expr::Var)
                    .reduce(|a, b| Expr::binary(op, a, b))
            };
            let ops = [Binary::Add, Binary::Xor, Binary::Min, Binary::Max];
            all.extend(ops.into_iter().filter_map(joined));
        }
        all
    }

    /// As an arbitrary function of a feature, whose name is part of the code. All values
    /// cost the same: that two numbers are equal is worth more than that a random function
    /// of their difference, with one rare value, has it at 0.
    fn of_feature(&self, feature: &Expr) -> Option<Information> {
        let keyed = self.keyed(|place| Some(vec![feature.eval(place)?]))?;
        let each = (self.kinds as f64).log2();
        let code = Information {
            fit: feature.bits() + each * keyed.fitted as f64,
            test: each * (keyed.values.len() - keyed.fitted) as f64,
        };
        Some(code.plus(keyed.others))
    }
}

fn distinct(values: &[i64]) -> usize {
    values.iter().collect::<HashSet<_>>().len()
}

/// The adaptive code of values: each costs the logarithm of its frequency so far; a new
/// one is counted as if it had occurred once.
pub(crate) fn adaptive(values: &[i64], fitted: usize) -> Information {
    let distinct = distinct(values);
    let mut counts: HashMap<i64, usize> = HashMap::new();
    let mut information = Information {
        fit: 0.0,
        test: 0.0,
    };
    for (i, value) in values.iter().enumerate() {
        let count = counts.entry(*value).or_insert(0);
        let bits = ((i + distinct) as f64 / (*count + 1) as f64).log2();
        *count += 1;
        match i < fitted {
            true => information.fit += bits,
            false => information.test += bits,
        }
    }
    information
}
