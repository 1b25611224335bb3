//! The law behind a table: guessed from it, then tested on larger ones.

mod theorem;

use std::time::{Duration, Instant};

use kibitz_game::{RunContext, StopReason, TextError, Wdl};
use kibitz_guess::{Axis as Range, Counterexample, Findings, Law, Table as Numbers, guess};

use super::{Axis, ParameterTable, Table};
use crate::{Evaluation, QueryError, RequestedFields};

/// A table whose law is sought.
#[derive(Clone, Debug)]
pub struct LawSearch<'a> {
    /// The table; its axes are consecutive integers. What is requested is set by `of`.
    pub table: ParameterTable<'a>,
    /// The quantity.
    pub of: LawOf,
    /// Whether cells without a value are left out; otherwise they are an error.
    pub skips_holes: bool,
    /// For how long larger tables are computed, looking for a counterexample.
    pub patience: Duration,
}

/// The quantity of a table whose law is sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LawOf {
    /// Win, draw or loss.
    Outcome,
    /// The Grundy value.
    Grundy,
    /// The distance in plies.
    Plies,
}

/// What is known about the law of a table.
#[derive(Clone, Debug)]
pub struct LawReport {
    /// The simplest law that holds wherever it was tested.
    pub law: Option<Law>,
    /// The largest table that the law was compared with.
    pub table: Numbers,
    /// The number of cells that it was fitted to.
    pub fitted: usize,
    /// The number of other cells that it was compared with.
    pub tested: usize,
    /// The theorem that proves it.
    pub theorem: Option<&'static str>,
    /// Without a law: one that describes the beginning, and what refutes it.
    pub refuted: Option<(Law, Counterexample)>,
}

impl LawReport {
    /// The law of a table, from the table alone.
    #[must_use]
    pub fn of(table: Numbers) -> LawReport {
        let Findings {
            laws,
            refuted,
            fitted,
            tested,
        } = guess(&table);
        let law = laws.into_iter().next();
        LawReport {
            law,
            table,
            fitted,
            tested,
            theorem: None,
            refuted,
        }
    }

    /// `proved`, `conjecture` or `none`.
    #[must_use]
    pub fn status(&self) -> &'static str {
        match (&self.law, self.theorem) {
            (Some(_), Some(_)) => "proved",
            (Some(_), None) => "conjecture",
            (None, _) => "none",
        }
    }
}

impl LawOf {
    fn wanted(self) -> RequestedFields {
        RequestedFields {
            plies: self == LawOf::Plies,
            grundy: self == LawOf::Grundy,
            visits: false,
        }
    }

    /// The value of a cell; for outcomes the index of a label.
    fn of(self, evaluation: &Evaluation) -> Option<i64> {
        match self {
            LawOf::Outcome => Some(match evaluation.wdl {
                Wdl::Loss => 0,
                Wdl::Win => 1,
                Wdl::Draw => 2,
            }),
            LawOf::Grundy => i64::try_from(evaluation.grundy?.get()).ok(),
            LawOf::Plies => evaluation.plies.map(|plies| i64::from(plies.get())),
        }
    }
}

/// The names of outcomes, in the order of their numbers.
fn labels() -> Vec<String> {
    [Wdl::Loss, Wdl::Win, Wdl::Draw]
        .map(|wdl| wdl.name().to_owned())
        .into()
}

impl LawSearch<'_> {
    /// Computes the table, guesses its law, and tests it on larger tables.
    ///
    /// # Errors
    /// Returns an error if the table cannot be computed, has holes, or its axes are not
    /// consecutive integers.
    pub fn answer(&self, context: &RunContext) -> Result<LawReport, QueryError> {
        let request = ParameterTable {
            wanted: self.of.wanted(),
            ..self.table.clone()
        };
        let table = request.answer(context)?;
        if let Some(stop) = table.stopped {
            return Err(QueryError::Stop(stop));
        }
        self.check_holes(&table)?;
        let ranges = request
            .axes
            .iter()
            .map(range)
            .collect::<Result<Vec<Range>, _>>()?;
        let numbers = self.numbers(ranges, &table)?;
        let mut findings = guess(&numbers);
        let mut largest = numbers;
        let started = Instant::now();
        while let Some(rest) = self.patience.checked_sub(started.elapsed()) {
            if findings.laws.is_empty() {
                break;
            }
            let Some(larger) = self.larger(&largest, rest, context)? else {
                break;
            };
            let wrong = |law: &Law| law.counterexample(&larger);
            let refuted = findings
                .laws
                .first()
                .and_then(|law| Some((law.clone(), wrong(law)?)));
            findings.laws.retain(|law| wrong(law).is_none());
            if findings.laws.is_empty() {
                findings = guess(&larger);
                findings.refuted = findings.refuted.or(refuted);
            }
            largest = larger;
        }
        let law = findings.laws.into_iter().next();
        let known = largest.cells().iter().flatten().count();
        let theorem = law
            .as_ref()
            .and_then(|law| theorem::proof(self, &table, law, &largest));
        Ok(LawReport {
            refuted: findings.refuted.filter(|_| law.is_none()),
            law,
            fitted: findings.fitted,
            tested: known - findings.fitted,
            table: largest,
            theorem,
        })
    }

    fn check_holes(&self, table: &Table) -> Result<(), QueryError> {
        let value = |cell: &Option<Evaluation>| self.of.of(cell.as_ref()?);
        let holes = table
            .cells
            .iter()
            .filter(|cell| value(cell).is_none())
            .count();
        if holes == 0 || self.skips_holes {
            return Ok(());
        }
        let first = table.cells.iter().position(|cell| value(cell).is_none());
        let mut rest = first.unwrap_or(0);
        let mut place = Vec::new();
        for axis in self.table.axes.iter().rev() {
            place.push(format!(
                "{}={}",
                axis.name,
                axis.values[rest % axis.values.len()]
            ));
            rest /= axis.values.len();
        }
        place.reverse();
        Err(QueryError::Holes {
            holes,
            cells: table.cells.len(),
            first: place.join(" "),
        })
    }

    fn numbers(&self, axes: Vec<Range>, table: &Table) -> Result<Numbers, QueryError> {
        let cells = table.cells.iter().map(|cell| self.of.of(cell.as_ref()?));
        let numbers = match self.of {
            LawOf::Outcome => {
                let cells = cells.map(|cell| cell.and_then(|v| usize::try_from(v).ok()));
                Numbers::of_labels(axes, cells.collect(), labels())
            }
            LawOf::Grundy | LawOf::Plies => Numbers::of_numbers(axes, cells.collect()),
        };
        numbers.map_err(QueryError::Guess)
    }

    /// A larger table; `None` if there is not enough time or memory for one, or it has
    /// no more positions.
    fn larger(
        &self,
        table: &Numbers,
        time: Duration,
        context: &RunContext,
    ) -> Result<Option<Numbers>, QueryError> {
        let growth = match table.axes().len() {
            1 => 1.0,
            2 => 0.5,
            _ => 0.25,
        };
        let longer = |axis: &Range| {
            let more = (axis.len() as f64 * growth).ceil() as i64;
            let text = format!("{}={}..{}", axis.name(), axis.first(), axis.last() + more);
            Axis::parse(&text).ok()
        };
        let axes: Option<Vec<Axis>> = table.axes().iter().map(longer).collect();
        let Some(axes) = axes else {
            return Ok(None);
        };
        let request = ParameterTable {
            axes: &axes,
            wanted: self.of.wanted(),
            ..self.table.clone()
        };
        let context = context.clone().time(time).restart_clock();
        let larger = match request.answer(&context) {
            Ok(larger) => larger,
            Err(QueryError::Stop(StopReason::Cancelled)) => {
                return Err(QueryError::Stop(StopReason::Cancelled));
            }
            // Beyond the limits of the game, the time or the memory.
            Err(_) => return Ok(None),
        };
        let ranges: Result<Vec<Range>, _> = axes.iter().map(range).collect();
        let numbers = ranges.and_then(|ranges| self.numbers(ranges, &larger)).ok();
        let known = |table: &Numbers| table.cells().iter().flatten().count();
        Ok(numbers.filter(|numbers| known(numbers) > known(table)))
    }
}

/// An axis as numbers.
fn range(axis: &Axis) -> Result<Range, QueryError> {
    let mut values = Vec::with_capacity(axis.values.len());
    for value in &axis.values {
        let number = value.trim().parse::<i64>().map_err(|_| {
            let message = format!("a law needs numbers, found `{value}`");
            QueryError::Argument {
                flag: "--param".to_owned(),
                text: format!("{}={value}", axis.name),
                problem: TextError::new(
                    axis.name.len() + 1..axis.name.len() + 1 + value.len(),
                    message,
                )
                .help(format!("give a range, e.g. {}=0..40", axis.name)),
            }
        })?;
        values.push(number);
    }
    Range::of_values(&axis.name, &values).map_err(QueryError::Guess)
}
