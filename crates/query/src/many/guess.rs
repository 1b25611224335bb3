//! The law behind a table: guessed from it, then tested on larger ones.

mod document;
mod picture;
mod theorem;

use std::time::{Duration, Instant};

use kibitz_game::{RunContext, StopReason, TextError, Wdl};
use kibitz_guess::{Axis as Range, Counterexample, Findings, Law, Table as Numbers, guess};
use serde::Deserialize;

use super::{Axis, ParameterTable, Table};
use crate::{Evaluation, QueryError, RequestedFields};
use theorem::Theorem;

pub use document::{LawDocument, LawOut};
pub use picture::{AxisOut, LawPicture};

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum LawOf {
    /// Win, draw or loss.
    #[default]
    Outcome,
    /// The Grundy value.
    Grundy,
    /// The distance in plies.
    Plies,
    /// The score, in score play.
    Score,
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
    /// The number of values of each axis, from the least on, in which these cells are.
    pub fit_lens: Vec<usize>,
    /// The number of other cells that it was compared with.
    pub tested: usize,
    /// The theorem that proves it.
    pub theorem: Option<&'static str>,
    /// Notes for the user.
    pub notes: Vec<String>,
    /// Without a law: one that describes the beginning, and what refutes it.
    pub refuted: Option<(Law, Counterexample)>,
}

impl LawReport {
    /// The law of a table, from the table alone.
    #[must_use]
    pub fn of(table: Numbers) -> LawReport {
        let findings = guess(&table);
        LawReport {
            law: findings.law(&table).cloned(),
            table,
            fitted: findings.fitted,
            fit_lens: findings.fit_lens,
            tested: findings.tested,
            theorem: None,
            notes: Vec::new(),
            refuted: findings.refuted,
        }
    }

    /// What proves the law, in words.
    #[must_use]
    pub fn proof(&self) -> Option<String> {
        self.theorem.map(|theorem| proof(theorem, &self.table))
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
            LawOf::Score => evaluation.score,
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
        let began = Instant::now();
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
        let asked = ranges.clone();
        let numbers = self.numbers(ranges, &table)?;
        let mut findings = guess(&numbers);
        let mut largest = numbers;
        // The time limit of the run is for the whole.
        let left = context
            .time_limit()
            .map(|limit| limit.saturating_sub(began.elapsed()));
        let patience = left.map_or(self.patience, |left| left.min(self.patience));
        let started = Instant::now();
        while let Some(rest) = patience.checked_sub(started.elapsed()) {
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
                let before = refuted.or(findings.refuted);
                findings = guess(&larger);
                findings.refuted = findings.refuted.or(before);
            }
            largest = larger;
        }
        let known = largest.cells().iter().flatten().count();
        if let Some(proved) = self.proved(&table, &findings, &largest, context)? {
            return Ok(LawReport {
                law: Some(proved.law),
                fitted: proved.fitted,
                fit_lens: vec![proved.fitted],
                tested: known - proved.fitted,
                table: largest,
                theorem: Some(proved.theorem),
                notes: table.notes,
                refuted: None,
            });
        }
        let law = findings.law(&largest).cloned();
        let refuted = findings.refuted.filter(|_| law.is_none());
        let mut notes = table.notes;
        notes.extend(refuted.as_ref().and_then(|(_, cell)| beyond(cell, &asked)));
        Ok(LawReport {
            law,
            fitted: findings.fitted,
            fit_lens: findings.fit_lens,
            tested: known - findings.fitted,
            table: largest,
            theorem: None,
            notes,
            refuted,
        })
    }

    /// Where a computed table over one axis becomes periodic, and whether that is proved.
    ///
    /// # Errors
    /// Returns an error if the run is cancelled.
    pub fn period_note(
        &self,
        table: &Table,
        context: &RunContext,
    ) -> Result<Option<String>, QueryError> {
        let ([axis], None) = (self.table.axes, &table.stopped) else {
            return Ok(None);
        };
        let numbers = range(axis).and_then(|range| self.numbers(vec![range], table));
        let Ok(numbers) = numbers else {
            return Ok(None);
        };
        let findings = guess(&numbers);
        let proved = self.proved(table, &findings, &numbers, context)?;
        let law = proved.as_ref().map(|proved| &proved.law);
        let law = law.or(findings.law(&numbers));
        let Some(law) = law.filter(|law| law.period().is_some()) else {
            return Ok(None);
        };
        let status = match &proved {
            Some(proved) => proof(proved.theorem, &numbers),
            None => "a conjecture".to_owned(),
        };
        Ok(Some(format!("{}; {status}", law.text())))
    }

    /// The simplest law that a theorem proves; if there is none among those that were found, the
    /// period that it proves.
    fn proved(
        &self,
        table: &Table,
        findings: &Findings,
        numbers: &Numbers,
        context: &RunContext,
    ) -> Result<Option<Proved>, QueryError> {
        let Some(theorem) = Theorem::of(self, table, numbers.axes()) else {
            return Ok(None);
        };
        // The theorem about octal games is about Grundy values; outcomes follow from them.
        let grundy = match (theorem.is_of_grundy_values(), self.of) {
            (true, LawOf::Outcome) => self.grundy_values(numbers, context)?,
            _ => None,
        };
        let Some(period) = theorem.period(grundy.as_ref().unwrap_or(numbers)) else {
            return Ok(None);
        };
        let theorem = theorem.name();
        let mut laws = findings.laws.iter();
        if let Some(law) = laws.find(|law| period.proves(law, numbers)) {
            let (law, fitted) = (law.clone(), findings.fitted);
            return Ok(Some(Proved {
                law,
                fitted,
                theorem,
            }));
        }
        let law = Law::periodic(numbers, period.start, period.period);
        Ok(law.map(|law| Proved {
            law,
            fitted: period.start + period.period,
            theorem,
        }))
    }

    /// The Grundy values of a table; `None` if they are not available.
    fn grundy_values(
        &self,
        numbers: &Numbers,
        context: &RunContext,
    ) -> Result<Option<Numbers>, QueryError> {
        let search = LawSearch {
            of: LawOf::Grundy,
            ..self.clone()
        };
        search.over(numbers.axes(), context)
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
            LawOf::Grundy | LawOf::Plies | LawOf::Score => {
                Numbers::of_numbers(axes, cells.collect())
            }
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
            let more = (axis.len() as f64 * growth).ceil() as usize;
            Range::new(axis.name(), axis.first(), axis.len() + more).ok()
        };
        let axes: Option<Vec<Range>> = table.axes().iter().map(longer).collect();
        let Some(axes) = axes else {
            return Ok(None);
        };
        let context = context.clone().time(time).restart_clock();
        let larger = self.over(&axes, &context)?;
        let known = |table: &Numbers| table.cells().iter().flatten().count();
        Ok(larger.filter(|larger| known(larger) > known(table)))
    }

    /// The table over these ranges; `None` if it cannot be computed completely.
    fn over(&self, ranges: &[Range], context: &RunContext) -> Result<Option<Numbers>, QueryError> {
        let axis = |range: &Range| {
            let text = format!("{}={}..{}", range.name(), range.first(), range.last());
            Axis::parse(&text).ok()
        };
        let Some(axes) = ranges.iter().map(axis).collect::<Option<Vec<Axis>>>() else {
            return Ok(None);
        };
        let request = ParameterTable {
            axes: &axes,
            wanted: self.of.wanted(),
            ..self.table.clone()
        };
        let table = match request.answer(context) {
            Ok(table) => table,
            Err(QueryError::Stop(StopReason::Cancelled)) => {
                return Err(QueryError::Stop(StopReason::Cancelled));
            }
            // Beyond the limits of the game, the time or the memory.
            Err(_) => return Ok(None),
        };
        match table.stopped {
            Some(StopReason::Cancelled) => Err(QueryError::Stop(StopReason::Cancelled)),
            // Cells that were not reached are not holes.
            Some(_) => Ok(None),
            None => Ok(self.numbers(ranges.to_vec(), &table).ok()),
        }
    }
}

/// A law that holds for all numbers.
struct Proved {
    law: Law,
    /// The number of cells that it was made from.
    fitted: usize,
    theorem: &'static str,
}

/// That a counterexample is not in the table that was asked for.
fn beyond(cell: &Counterexample, asked: &[Range]) -> Option<String> {
    let mut place = cell.place.iter().zip(asked);
    let is_beyond = place.any(|(x, axis)| *x > axis.last());
    is_beyond.then(|| {
        "the counterexample is beyond the table asked for; if there are no such positions, test \
         the law on that table only (--extend 0)"
            .to_owned()
    })
}

/// `proved by Guy–Smith, values computed up to 200`.
fn proof(theorem: &str, numbers: &Numbers) -> String {
    let last = numbers.axes()[0].last();
    format!("proved by {theorem}, values computed up to {last}")
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
