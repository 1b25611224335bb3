//! What looks wrong about a rule file: it is tried at random positions.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `sample` | positions met in random play |
//! | `fold` | `canon` and `symmetry` keep values |
//! | `split` | parts have the value of the whole |

mod fold;
mod sample;
mod split;

use kibitz_game::{Bytes, Side, Stop, Watch};
use kibitz_rules::check::unused;
use kibitz_rules::{Failure, Position, Rules};
use kibitz_solve::{Cause, SolveError};
use serde::Serialize;

use crate::{QueryError, RuleFile};

/// Positions that are tried.
const POSITIONS: usize = 1_000;
/// Memory that may go into the comparison with a game that is not folded or
/// split.
const ROOM: u64 = 256 << 20;

/// How a comparison of two games that should be one went.
enum Compared {
    /// At so many positions both have the same value.
    Held(u64),
    /// It means nothing, and why.
    Meaningless(String),
}

/// A failure of the rules.
fn told(failure: Failure) -> SolveError {
    SolveError::Fault {
        position: String::new(),
        fault: Cause::new(failure),
    }
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub struct Lint {
    /// The file.
    pub file: String,
    /// What is wrong: the game is not what it says.
    pub errors: Vec<Finding>,
    /// What could be better.
    pub warnings: Vec<Finding>,
    /// What was looked at, one sentence each.
    pub checked: Vec<String>,
}

/// Something that was found.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// What, in one line.
    pub message: String,
    /// Where in the file, as people count.
    pub line: Option<usize>,
    /// And in which column.
    pub column: Option<usize>,
    /// All about it, with the file.
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
/// Where the file is none at all, or somebody stopped the work. A fault at one
/// of the positions is no error but a finding.
pub fn lint<'a>(
    file: &RuleFile,
    set: impl IntoIterator<Item = (&'a str, &'a str)>,
    seed: u64,
    watch: &Watch,
) -> Result<Lint, QueryError> {
    let _here = watch.here();
    let rules = file.rules(set)?;
    let mut lint = Lint {
        file: file.source.name.clone(),
        errors: Vec::new(),
        warnings: Vec::new(),
        checked: Vec::new(),
    };
    for mistake in unused(rules.source()) {
        lint.warnings.push(Finding::new(&rules.told(mistake)));
    }
    lint.checked.push(shape_told(&rules));
    match sample::positions(&rules, POSITIONS, seed, watch) {
        Err(failure) => lint.fail(failure)?,
        Ok(sample) => lint.look_at(&rules, &sample, watch)?,
    }
    Ok(lint)
}

/// What positions look like.
fn shape_told(rules: &Rules) -> String {
    let start = rules.start().map(|start| rules.write_position(&start));
    match start {
        Ok(start) => format!("positions are written as {start}"),
        Err(_) => "names, types and shapes".to_owned(),
    }
}

impl Lint {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.errors.is_empty()
    }

    /// A fault is a finding; a stop is none.
    fn fail(&mut self, problem: SolveError) -> Result<(), QueryError> {
        match QueryError::from(problem) {
            QueryError::Rules(failure) => self.errors.push(Finding::new(&failure)),
            other => return Err(other),
        }
        Ok(())
    }

    fn look_at(
        &mut self,
        rules: &Rules,
        sample: &[Position],
        watch: &Watch,
    ) -> Result<(), QueryError> {
        let left_out = rules.not_compiled();
        let only_interpreted = left_out.iter().map(|(name, _)| format!("`{name}`"));
        let only_interpreted: Vec<String> = only_interpreted.collect();
        for (_, why) in &left_out {
            self.warnings.push(Finding::new(why));
        }
        let tried = sample.len();
        let outcome = rules.compare(rows(sample));
        let mut what = match rules.is_compiled() {
            false => format!("{tried} positions interpreted: there is no compiled code"),
            true if outcome.is_ok() => format!("{tried} positions: compiled and interpreted agree"),
            true => format!("{tried} positions: compiled and interpreted"),
        };
        if rules.is_compiled() && !only_interpreted.is_empty() {
            what = format!("{what}; only interpreted: {}", only_interpreted.join(", "));
        }
        self.checked.push(what);
        if let Err(failure) = outcome {
            self.errors.push(Finding::new(&failure));
        }
        if rules.program().roles.show.is_some() && self.errors.is_empty() {
            let pictures = format!("{} pictures by `show`", sample.len());
            self.checked.push(pictures);
        }
        if rules.is_folded() {
            let outcome = fold::check(rules, &watch.portion(ROOM));
            self.note("folding keeps values", outcome)?;
        }
        if rules.program().roles.split.is_some() {
            let outcome = split::check(rules, &watch.portion(ROOM));
            self.note("parts have the value of the whole", outcome)?;
        }
        Ok(())
    }

    /// Notes how a comparison went.
    fn note(
        &mut self,
        what: &str,
        outcome: Result<Compared, SolveError>,
    ) -> Result<(), QueryError> {
        match outcome {
            Ok(Compared::Held(count)) => self.checked.push(format!("{what}: {count} positions")),
            Ok(Compared::Meaningless(why)) => {
                self.checked.push(format!("{what}: not checked, {why}"))
            }
            Err(SolveError::Stop(Stop::OutOfMemory { .. })) => {
                let room = Bytes(ROOM);
                let message = format!("{what}: not checked, it takes more than {room}");
                self.checked.push(message);
            }
            Err(SolveError::Stop(refused @ Stop::Refused { .. })) => {
                self.checked.push(format!("{what}: not checked, {refused}"));
            }
            Err(problem) => self.fail(problem)?,
        }
        Ok(())
    }
}

/// The rows of all parts.
fn rows(sample: &[Position]) -> impl Iterator<Item = (&[i64], Option<Side>)> {
    sample
        .iter()
        .flat_map(|p| p.parts().iter().map(move |row| (&**row, p.side())))
}
