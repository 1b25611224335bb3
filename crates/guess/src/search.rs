//! The search: candidates of all families are judged by what they say about cells
//! that they were not fitted to, and by their description length.

use crate::expr::{Binary, Expr, number_bits};
use crate::grid::{self, Candidate};
use crate::information::Measure;
use crate::law::{Counterexample, Exception, Law};
use crate::rivals;
use crate::sample::{Sample, Split};
use crate::settled::{independent, is_settled, is_special};
use crate::{Axis, Table, sequence};

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
    /// The number of values of each axis, from the least on, in which these cells are.
    pub fit_lens: Vec<usize>,
    /// The number of cells that they were tested on.
    pub tested: usize,
}

impl Findings {
    /// The simplest law, unless another one that is hardly longer says something else
    /// about a table twice as large as this one: then more cells must decide.
    #[must_use]
    pub fn law(&self, table: &Table) -> Option<&Law> {
        let law = self.laws.first()?;
        let near = |other: &&Law| other.bits < law.bits + MIN_GAIN;
        let rivals = self.laws[1..].iter().take_while(near);
        let agree = rivals::agree(law, rivals, table);
        agree.then_some(law)
    }
}

/// The number of bits by which a law must be shorter than the table.
const MIN_GAIN: f64 = 12.0;

/// The least information in the cells of the test.
const MIN_TEST_BITS: f64 = 5.0;

/// A constant has no information; it needs at least this many cells.
const MIN_CONSTANT_CELLS: usize = 20;

/// The least number of values of each axis of a constant table: it could be a function of that
/// axis only.
const MIN_CONSTANT_AXIS: usize = 11;

/// The least length of the laws of the second and third stage.
const MIN_COMBINED_BITS: f64 = 13.0;

/// The length of a list of labels.
const INDEX_BITS: f64 = 20.0;

/// Shorter tables have no law.
const MIN_CELLS: usize = 16;

/// The greatest number of exceptions.
const MAX_EXCEPTIONS: usize = 32;

/// The number of laws that are reported.
const MAX_LAWS: usize = 8;

/// The number of features that are combined in pairs.
const MAX_PAIRED: usize = 64;

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
        fit_lens: split.lens.clone(),
        tested: split.test.len(),
    };
    let stages: [fn(&Sample) -> Vec<Candidate>; 3] = [
        grid::candidates,
        |sample| grid::candidates_of_pairs(sample, MAX_PAIRED),
        grid::candidates_by_cases,
    ];
    // The shortest description by a law that is not believed and what contradicts it. What
    // is longer explains less than that with a few errors.
    let mut limit = f64::INFINITY;
    for (number, stage) in stages.into_iter().enumerate() {
        if number > 0 && judge.most_bits() < MIN_COMBINED_BITS {
            break;
        }
        let mut laws: Vec<Law> = stage(&sample)
            .into_iter()
            .filter_map(|c| judge.law(c))
            .collect();
        laws.sort_by(|a, b| a.bits.total_cmp(&b.bits));
        laws.dedup_by(|a, b| a.expr == b.expr);
        for law in laws {
            if law.bits >= limit {
                break;
            }
            let wrong = judge.errors(&law);
            if wrong.is_empty() && judge.is_over(&law) {
                if findings.laws.len() < MAX_LAWS && judge.is_convincing(&law) {
                    findings.laws.push(law);
                }
                continue;
            }
            let bits = law.bits + wrong.iter().map(|cell| judge.cost(*cell)).sum::<f64>();
            limit = limit.min(bits);
            let refutation = judge.refutation(&law, &wrong);
            if let Some(cell) = refutation.filter(|_| findings.refuted.is_none()) {
                findings.refuted = judge.fits_well(&law).then_some((law, cell));
            }
        }
        findings.laws.retain(|law| law.bits < limit);
        if !findings.laws.is_empty() {
            findings.refuted = None;
            break;
        }
    }
    findings
}

/// The labels up to the last one that occurs.
fn labels(table: &Table) -> Option<Vec<String>> {
    let last = table.cells().iter().flatten().max().copied().unwrap_or(0);
    let labels = table.labels()?.iter();
    Some(
        labels
            .zip(0..=last)
            .map(|(label, _)| label.clone())
            .collect(),
    )
}

impl Law {
    /// A law that is known from elsewhere: the values of a table of one axis have a period from
    /// an index on. Few others before that are listed, many are a list in the expression.
    ///
    /// `None` if the table does not have that period, or one period of it.
    #[must_use]
    pub fn periodic(table: &Table, start: usize, period: usize) -> Option<Law> {
        let [axis] = table.axes() else {
            return None;
        };
        let values = table
            .cells()
            .iter()
            .copied()
            .collect::<Option<Vec<i64>>>()?;
        if period == 0 || start.checked_add(period)? > values.len() {
            return None;
        }
        let mut expr = sequence::periodic(&values, axis.first(), period);
        let cells = (axis.first()..).zip(&values);
        let wrong = cells.filter(|(x, v)| expr.eval(&[*x]) != Some(**v));
        let wrong = wrong.map(|(x, v)| Exception {
            place: vec![x],
            value: *v,
        });
        let mut exceptions: Vec<Exception> = wrong.collect();
        let end = exceptions
            .last()
            .map_or(0, |last| last.place[0] + 1 - axis.first());
        if end > start as i64 {
            return None;
        }
        if exceptions.len() > MAX_EXCEPTIONS {
            exceptions.clear();
            expr = sequence::after(values[..end as usize].to_vec(), axis.first(), expr);
        }
        Some(Law {
            family: "periodic",
            bits: expr.bits(),
            expr,
            exceptions,
            names: vec![axis.name().to_owned()],
            labels: labels(table),
        })
    }
}

struct Judge<'a> {
    table: &'a Table,
    split: &'a Split,
    measure: Measure,
}

impl<'a> Judge<'a> {
    fn new(table: &'a Table, split: &'a Split) -> Judge<'a> {
        Judge {
            table,
            split,
            measure: Measure::of(table, split),
        }
    }

    /// The law of a candidate with its exceptions; `None` if there are too many, or it
    /// is too long to be believed.
    fn law(&self, candidate: Candidate) -> Option<Law> {
        let own_bits = self.bits(&candidate.expr);
        if own_bits > self.most_bits() && !self.needs_no_gain(&candidate) {
            return None;
        }
        let mut exceptions = Vec::new();
        let mut listed = 0.0;
        for cell in &self.split.fit {
            let place = self.table.place(*cell);
            let value = self.table.cells()[*cell]?;
            if candidate.expr.eval(&place) != Some(value) {
                if exceptions.len() == MAX_EXCEPTIONS {
                    return None;
                }
                listed += self.cost(*cell);
                exceptions.push(Exception { place, value });
            }
        }
        let axes = self.table.axes().iter();
        Some(Law {
            family: candidate.family,
            expr: candidate.expr,
            exceptions,
            names: axes.map(|axis| axis.name().to_owned()).collect(),
            labels: labels(self.table),
            bits: own_bits + listed,
        })
    }

    /// Longer laws are not believed.
    fn most_bits(&self) -> f64 {
        self.measure.shortest.total() - MIN_GAIN
    }

    /// The description length of an expression as a law of this table.
    fn bits(&self, law: &Expr) -> f64 {
        // Constants that are the whole value are among the values of the table.
        if let Expr::If(_, yes, no) = law
            && let (Expr::Const(_), Expr::Const(_)) = (&**yes, &**no)
        {
            return law.bits() - yes.bits() - no.bits() + 2.0 * self.measure.value_bits;
        }
        // A number that is used as the index of a label needs the list of labels.
        let is_value = matches!(
            law,
            Expr::If(..) | Expr::Pick(..) | Expr::Const(_) | Expr::Automaton(..)
        );
        let is_index = self.table.labels().is_some() && !is_value;
        law.bits() + if is_index { INDEX_BITS } else { 0.0 }
    }

    /// The length of a cell in a list of exceptions: its place and its value.
    fn cost(&self, cell: usize) -> f64 {
        let place = (self.table.cells().len() as f64).log2();
        place + self.table.cells()[cell].map_or(0.0, number_bits)
    }

    /// The cells of the test that contradict a law.
    fn errors(&self, law: &Law) -> Vec<usize> {
        let is_wrong = |cell: &usize| {
            let found = self.table.cells()[*cell];
            law.expr.eval(&self.table.place(*cell)) != found
        };
        self.split.test.iter().copied().filter(is_wrong).collect()
    }

    /// Whether the exceptions of a law are so near to the beginning that no more are
    /// expected: in the lower two fifths of every axis, and few for their range.
    fn is_over(&self, law: &Law) -> bool {
        let places = || law.exceptions.iter().map(|e| &e.place);
        let axes = self.table.axes();
        let low = |(x, axis): (&i64, &Axis)| (x - axis.first()) * 5 < axis.len() as i64 * 2;
        if !places().all(|place| place.iter().zip(axes).all(low)) {
            return false;
        }
        let count = match axes.len() {
            1 => independent(&places().map(|place| place[0]).collect::<Vec<i64>>()),
            _ => law.exceptions.len(),
        };
        // The box that contains them all.
        let end = axes.iter().enumerate().map(|(i, axis)| {
            let last = places().map(|place| place[i]).max();
            last.map_or(0, |last| (last - axis.first() + 1) as usize)
        });
        let (end, total) = (end.product(), self.table.cells().len());
        match law.family {
            "constant" => is_special(end, total),
            _ => is_settled(count, end, total),
        }
    }

    /// The least of the cells that contradict a law.
    fn refutation(&self, law: &Law, wrong: &[usize]) -> Option<Counterexample> {
        let places = wrong.iter().map(|cell| (self.table.place(*cell), *cell));
        let (place, cell) = places.min_by_key(|(place, _)| place.iter().sum::<i64>())?;
        let expected = law.expr.eval(&place);
        Some(Counterexample {
            place,
            expected: expected.map(|v| self.table.value(v)),
            found: self.table.value(self.table.cells()[cell]?),
        })
    }

    /// Whether the table is too long to agree with the law by chance.
    fn is_convincing(&self, law: &Law) -> bool {
        let cells = self.split.fit.len() + self.split.test.len();
        if cells < MIN_CELLS {
            return false;
        }
        if law.family == "constant" {
            let axes = self.table.axes();
            let are_long = axes.iter().all(|axis| axis.len() >= MIN_CONSTANT_AXIS);
            return cells >= MIN_CONSTANT_CELLS && are_long;
        }
        self.is_special_at_first(&law.expr)
            || self.measure.test_bits >= MIN_TEST_BITS && law.bits <= self.most_bits()
    }

    /// Whether a law is judged by the number of cells and not by its length.
    fn needs_no_gain(&self, candidate: &Candidate) -> bool {
        candidate.family == "constant" || self.is_special_at_first(&candidate.expr)
    }

    /// Whether a law is a constant except for the first values of one axis, which is long
    /// enough for them to be exceptions.
    fn is_special_at_first(&self, law: &Expr) -> bool {
        let Expr::If(condition, yes, no) = law else {
            return false;
        };
        let (Expr::Binary(op, x, end), Expr::Const(_), Expr::Const(_)) =
            (&**condition, &**yes, &**no)
        else {
            return false;
        };
        let (Expr::Var(axis), Expr::Const(end)) = (&**x, &**end) else {
            return false;
        };
        let axis = &self.table.axes()[*axis];
        let count = end - axis.first() + i64::from(*op == Binary::Eq);
        matches!(op, Binary::Eq | Binary::Lt)
            && usize::try_from(count).is_ok_and(|count| is_special(count, axis.len()))
    }

    /// Whether a law describes the fitted part, though it is refuted.
    fn fits_well(&self, law: &Law) -> bool {
        self.measure.shortest.fit - law.bits >= MIN_GAIN
    }
}
