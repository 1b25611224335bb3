//! The search: candidates of all families are judged by what they say about cells
//! that they were not fitted to, and by their description length.

use std::collections::HashMap;

use crate::expr::{Expr, number_bits};
use crate::grid::{self, Candidate};
use crate::law::{Counterexample, Exception, Law};
use crate::sample::{Sample, Split};
use crate::{Axis, Table};

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The laws that hold in the whole table, the simplest first.
    pub laws: Vec<Law>,
    /// If there is none: a law that describes the fitted part, and the cell of the
    /// tested part that refutes it.
    pub refuted: Option<(Law, Counterexample)>,
    /// The number of cells that laws were fitted to.
    pub fitted: usize,
    /// The number of cells that they were tested on.
    pub tested: usize,
}

/// By so many bits a law must be shorter than the table.
const MIN_GAIN: f64 = 12.0;

/// The least information in the cells of the test.
const MIN_TEST_BITS: f64 = 5.0;

/// A constant has no information; it needs at least this many cells, and as many again
/// for each exception.
const MIN_CONSTANT_CELLS: usize = 20;

/// Shorter tables have no law.
const MIN_CELLS: usize = 16;

/// The greatest number of exceptions.
const MAX_EXCEPTIONS: usize = 32;

/// The number of laws that are reported.
const MAX_LAWS: usize = 8;

/// The number of features that are combined in pairs.
const MAX_PAIRED: usize = 40;

/// Finds the laws behind a table.
#[must_use]
pub fn guess(table: &Table) -> Findings {
    let split = Split::of(table);
    let sample = Sample::new(table, &split.fit);
    let judge = Judge::new(table, &split);
    let mut findings = Findings {
        laws: Vec::new(),
        refuted: None,
        fitted: split.fit.len(),
        tested: split.test.len(),
    };
    let stages: [fn(&Sample) -> Vec<Candidate>; 3] = [
        grid::candidates,
        |sample| grid::candidates_of_pairs(sample, MAX_PAIRED),
        grid::candidates_by_cases,
    ];
    for stage in stages {
        let candidates = stage(&sample);
        let mut laws: Vec<Law> = candidates
            .into_iter()
            .filter_map(|c| judge.law(c))
            .collect();
        laws.sort_by(|a, b| a.bits.total_cmp(&b.bits));
        laws.dedup_by(|a, b| a.expr == b.expr);
        for law in laws {
            match judge.refutation(&law) {
                None if findings.laws.len() < MAX_LAWS && judge.is_convincing(&law) => {
                    findings.laws.push(law);
                }
                Some(cell) if findings.refuted.is_none() && judge.fits_well(&law) => {
                    findings.refuted = Some((law, cell));
                }
                _ => {}
            }
        }
        if !findings.laws.is_empty() {
            findings.refuted = None;
            break;
        }
    }
    findings
}

struct Judge<'a> {
    table: &'a Table,
    split: &'a Split,
    /// The information of the fitted and of the tested cells, in bits.
    fit_bits: f64,
    test_bits: f64,
}

impl<'a> Judge<'a> {
    fn new(table: &'a Table, split: &'a Split) -> Judge<'a> {
        let cells = split.fit.iter().chain(&split.test);
        let values: Vec<i64> = cells.filter_map(|cell| table.cells()[*cell]).collect();
        let (fit_bits, test_bits) = information(&values, split.fit.len());
        Judge {
            table,
            split,
            fit_bits,
            test_bits,
        }
    }

    /// The law of a candidate with its exceptions; `None` if there are too many, or
    /// one of them is too near to the end of the fitted part.
    fn law(&self, candidate: Candidate) -> Option<Law> {
        let mut exceptions = Vec::new();
        for cell in &self.split.fit {
            let place = self.table.place(*cell);
            let value = self.table.cells()[*cell]?;
            if candidate.expr.eval(&place) != Some(value) {
                if exceptions.len() == MAX_EXCEPTIONS || !self.may_be_exceptional(&place) {
                    return None;
                }
                exceptions.push(Exception { place, value });
            }
        }
        let place_bits = (self.table.cells().len() as f64).log2();
        let listed = exceptions.iter().map(|e| place_bits + number_bits(e.value));
        // A number that is used as the index of a label needs the list of labels.
        let is_index = self.table.labels().is_some()
            && !matches!(
                candidate.expr,
                Expr::If(..) | Expr::Pick(..) | Expr::Const(_) | Expr::Automaton(..)
            );
        let index_bits = if is_index { 20.0 } else { 0.0 };
        let bits = candidate.expr.bits() + index_bits + listed.sum::<f64>();
        Some(Law {
            family: candidate.family,
            expr: candidate.expr,
            exceptions,
            names: self
                .table
                .axes()
                .iter()
                .map(|axis| axis.name().to_owned())
                .collect(),
            labels: self.table.labels().map(<[String]>::to_vec),
            bits,
        })
    }

    /// Exceptions are in the lower two fifths of every axis.
    fn may_be_exceptional(&self, place: &[i64]) -> bool {
        let low = |(x, axis): (&i64, &Axis)| (x - axis.first()) * 5 < axis.len() as i64 * 2;
        place.iter().zip(self.table.axes()).all(low)
    }

    /// The first cell of the test that contradicts a law.
    fn refutation(&self, law: &Law) -> Option<Counterexample> {
        let wrong = self.split.test.iter().filter_map(|cell| {
            let (place, found) = (self.table.place(*cell), self.table.cells()[*cell]?);
            let expected = law.expr.eval(&place);
            (expected != Some(found)).then(|| Counterexample {
                place,
                expected: expected.map(|v| self.table.value(v)),
                found: self.table.value(found),
            })
        });
        wrong.min_by_key(|wrong| wrong.place.iter().sum::<i64>())
    }

    /// Whether the table is too long to agree with the law by chance.
    fn is_convincing(&self, law: &Law) -> bool {
        if self.split.fit.len() + self.split.test.len() < MIN_CELLS {
            return false;
        }
        if law.family == "constant" && law.exceptions.len() <= 2 {
            let cells = self.split.fit.len() + self.split.test.len();
            return cells >= MIN_CONSTANT_CELLS * (law.exceptions.len() + 1);
        }
        self.test_bits >= MIN_TEST_BITS && self.fit_bits + self.test_bits - law.bits >= MIN_GAIN
    }

    /// Whether a law describes the fitted part, though it is refuted.
    fn fits_well(&self, law: &Law) -> bool {
        self.fit_bits - law.bits >= MIN_GAIN
    }
}

/// The length of an adaptive code of values without knowledge of a law: that of the
/// first `fitted` ones, and of the others. A value costs the logarithm of its
/// frequency so far; a new one is counted as if it had occurred once.
fn information(values: &[i64], fitted: usize) -> (f64, f64) {
    let distinct = values
        .iter()
        .collect::<std::collections::HashSet<_>>()
        .len();
    let mut counts: HashMap<i64, usize> = HashMap::new();
    let (mut fit, mut test) = (0.0, 0.0);
    for (i, value) in values.iter().enumerate() {
        let count = counts.entry(*value).or_insert(0);
        let bits = ((i + distinct) as f64 / (*count + 1) as f64).log2();
        *count += 1;
        *(if i < fitted { &mut fit } else { &mut test }) += bits;
    }
    (fit, test)
}
