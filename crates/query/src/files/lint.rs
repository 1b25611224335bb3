//! Lint of a rule file: static warnings, and checks at randomly sampled
//! positions.
//!
//! | module | checks |
//! | --- | --- |
//! | `sample` | (positions from random play) |
//! | `canonical` | `canon` and `symmetry` preserve values |
//! | `split` | the nim-sum of the components is the value of the whole |

mod canonical;
mod sample;
mod split;

use kibitz_game::{Bytes, RunContext, Side, StopReason};
use kibitz_rules::check::unused;
use kibitz_rules::{Failure, Position, Rules};
use kibitz_solve::{Cause, SolveError};
use serde::Serialize;

use crate::{QueryError, RuleFile};

/// Number of positions sampled.
const POSITIONS: usize = 1_000;
/// Memory limit of the comparison with the game without symmetry reduction or
/// `split`.
const MAX_MEMORY: u64 = 256 << 20;

/// The result of comparing the game with a variant that must have the same
/// values.
enum Comparison {
    /// Both have the same value at this number of positions.
    Agrees(u64),
    /// The variants are not comparable, with the reason.
    NotComparable(String),
}

/// Wraps a failure of the rules for the engines.
fn fault(failure: Failure) -> SolveError {
    SolveError::Fault {
        position: String::new(),
        fault: Cause::new(failure),
    }
}

/// The findings.
#[derive(Clone, Debug, Serialize)]
pub struct Lint {
    /// The file.
    pub file: String,
    /// Errors: analyses of the game may be wrong.
    pub errors: Vec<Finding>,
    /// Warnings: possible improvements.
    pub warnings: Vec<Finding>,
    /// What was checked, one sentence each.
    pub checked: Vec<String>,
}

/// One finding.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The message, in one line.
    pub message: String,
    /// The line in the file, from 1.
    pub line: Option<usize>,
    /// The column, from 1.
    pub column: Option<usize>,
    /// The full diagnostic, with the source.
    #[serde(skip)]
    pub failure: Failure,
}

impl Finding {
    fn new(failure: &Failure) -> Finding {
        let what = failure.what();
        let place = what.span.map(|span| failure.source().place(span.start));
        Finding {
            message: what.message.clone(),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            failure: failure.clone(),
        }
    }
}

/// Checks a rule file.
///
/// # Errors
/// Returns an error if the file does not compile or the run is stopped. A fault
/// at one of the positions is a finding, not an error.
pub fn lint<'a>(
    file: &RuleFile,
    set: impl IntoIterator<Item = (&'a str, &'a str)>,
    seed: u64,
    context: &RunContext,
) -> Result<Lint, QueryError> {
    let _here = context.here();
    let rules = file.rules(set)?;
    let mut lint = Lint {
        file: file.source.name.clone(),
        errors: Vec::new(),
        warnings: Vec::new(),
        checked: Vec::new(),
    };
    for diagnostic in unused(rules.source()) {
        lint.warnings.push(Finding::new(&rules.failure(diagnostic)));
    }
    lint.checked.push(position_notation(&rules));
    match sample::positions(&rules, POSITIONS, seed, context) {
        Err(failure) => lint.fail(failure)?,
        Ok(sample) => lint.check_positions(&rules, &sample, context)?,
    }
    Ok(lint)
}

/// Describes the notation of positions.
fn position_notation(rules: &Rules) -> String {
    let start = rules.start().map(|start| rules.write_position(&start));
    match start {
        Ok(start) => format!("position notation, e.g. {start}"),
        Err(_) => "names, types and shapes".to_owned(),
    }
}

impl Lint {
    /// Whether there are no errors.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.errors.is_empty()
    }

    /// Records a fault of the rules as a finding; returns any other error.
    fn fail(&mut self, problem: SolveError) -> Result<(), QueryError> {
        match QueryError::from(problem) {
            QueryError::Rules(failure) => self.errors.push(Finding::new(&failure)),
            other => return Err(other),
        }
        Ok(())
    }

    fn check_positions(
        &mut self,
        rules: &Rules,
        sample: &[Position],
        context: &RunContext,
    ) -> Result<(), QueryError> {
        let left_out = rules.not_compiled();
        let only_interpreted = left_out.iter().map(|(name, _)| format!("`{name}`"));
        let only_interpreted: Vec<String> = only_interpreted.collect();
        for (_, why) in &left_out {
            self.warnings.push(Finding::new(why));
        }
        let sampled = sample.len();
        let outcome = rules.compare(rows(sample));
        let mut what = match rules.is_compiled() {
            false => format!("{sampled} positions interpreted: no compiled code"),
            true if outcome.is_ok() => {
                format!("{sampled} positions: compiled and interpreted code agree")
            }
            true => format!("{sampled} positions: compiled and interpreted code compared"),
        };
        if rules.is_compiled() && !only_interpreted.is_empty() {
            what = format!("{what}; only interpreted: {}", only_interpreted.join(", "));
        }
        self.checked.push(what);
        if let Err(failure) = outcome {
            self.errors.push(Finding::new(&failure));
        }
        if self.errors.is_empty() {
            match rules.position_changed_by_moves(rows(sample)) {
                Ok(changed) => self.warnings.extend(changed.as_ref().map(Finding::new)),
                Err(failure) => self.errors.push(Finding::new(&failure)),
            }
        }
        if rules.program().roles.show.is_some() && self.errors.is_empty() {
            let pictures = format!("{} positions displayed by `show`", sample.len());
            self.checked.push(pictures);
        }
        if rules.is_symmetry_reduced() {
            let outcome = canonical::check(rules, &context.with_memory_share(MAX_MEMORY));
            self.record("symmetry reduction preserves values", outcome)?;
        }
        if rules.program().roles.split.is_some() {
            let outcome = split::check(rules, &context.with_memory_share(MAX_MEMORY));
            self.record(
                "the nim-sum of the components is the Grundy value of the whole",
                outcome,
            )?;
        }
        Ok(())
    }

    /// Records the result of a comparison.
    fn record(
        &mut self,
        what: &str,
        outcome: Result<Comparison, SolveError>,
    ) -> Result<(), QueryError> {
        match outcome {
            Ok(Comparison::Agrees(count)) => {
                self.checked.push(format!("{what}: {count} positions"))
            }
            Ok(Comparison::NotComparable(why)) => {
                self.checked.push(format!("{what}: not checked, {why}"))
            }
            Err(SolveError::Stop(StopReason::OutOfMemory { .. })) => {
                let limit = Bytes(MAX_MEMORY);
                let message = format!("{what}: not checked, it needs more than {limit}");
                self.checked.push(message);
            }
            Err(SolveError::Stop(refused @ StopReason::Refused { .. })) => {
                self.checked.push(format!("{what}: not checked, {refused}"));
            }
            Err(problem) => self.fail(problem)?,
        }
        Ok(())
    }
}

/// The state vectors of all components.
fn rows(sample: &[Position]) -> impl Iterator<Item = (&[i64], Option<Side>)> {
    sample
        .iter()
        .flat_map(|p| p.parts().iter().map(move |row| (&**row, p.side())))
}
