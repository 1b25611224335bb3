//! Batch evaluation of positions by one solve.

use kibitz_game::{Reservation, RunContext};
use kibitz_solve::{Evaluation, RequestedFields, Scope, SolveError};

use crate::QueryError;
use kibitz_catalogue::{AnyGame, Pos};

/// Positions as text, written one after another into the same string.
pub trait PositionTexts {
    /// Their number.
    fn count(&self) -> usize;

    /// Appends the text with this index, from 0.
    fn write(&self, number: usize, text: &mut String);
}

impl PositionTexts for Vec<String> {
    fn count(&self) -> usize {
        self.len()
    }

    fn write(&self, number: usize, text: &mut String) {
        text.push_str(&self[number]);
    }
}

/// The evaluations of a batch of texts.
#[derive(Debug)]
pub struct BatchReport {
    /// The evaluation of each text; `None` if it is not a valid position.
    pub evaluations: Vec<Option<Evaluation>>,
    /// The error of the first invalid text.
    pub problem: Option<QueryError>,
    /// Notes for the user.
    pub notes: Vec<String>,
}

/// Texts between two checks for cancellation and memory.
const CHECK_INTERVAL: usize = 1 << 12;

pub(crate) fn evaluate_batch(
    game: &dyn AnyGame,
    texts: &dyn PositionTexts,
    wanted: RequestedFields,
    context: &RunContext,
) -> Result<BatchReport, QueryError> {
    let mut reading = Reading::new(texts.count(), context)?;
    let mut text = String::new();
    for number in 0..texts.count() {
        text.clear();
        texts.write(number, &mut text);
        match game.parse(&text) {
            Ok(p) => reading.add(game, p, context)?,
            Err(problem) => reading.reject(number, || QueryError::Position {
                text: text.clone(),
                problem,
            }),
        }
    }
    let (evaluations, notes) = evaluations(game, &reading.positions, wanted, context)?;
    Ok(BatchReport {
        evaluations: with_holes(evaluations, &reading.holes),
        problem: reading.problem,
        notes,
    })
}

/// The evaluation of each position, and notes for the user. One solution serves
/// all positions, or as many as it covers; they are probed from the last to the
/// first, since in most tables the last ones are the largest.
fn evaluations(
    game: &dyn AnyGame,
    positions: &[Pos],
    wanted: RequestedFields,
    context: &RunContext,
) -> Result<(Vec<Evaluation>, Vec<String>), QueryError> {
    // Nothing to solve.
    if positions.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let mut solution = game.solution(&Scope::From(positions.into()), wanted, context)?;
    let mut notes = solution.notes(wanted);
    let mut evaluations = Vec::with_capacity(positions.len());
    for (i, p) in positions.iter().rev().enumerate() {
        if i.is_multiple_of(CHECK_INTERVAL) {
            context.check()?;
        }
        let evaluation = match solution.probe(p, context)? {
            Some(evaluation) => evaluation,
            None => {
                solution = game.solution(&Scope::Around(p.clone()), wanted, context)?;
                let more = solution.notes(wanted).into_iter();
                notes.extend(
                    { more }
                        .filter(|note| !notes.contains(note))
                        .collect::<Vec<_>>(),
                );
                let evaluation = solution.probe(p, context)?;
                evaluation.ok_or_else(|| SolveError::Missing {
                    position: game.write(p),
                })?
            }
        };
        evaluations.push(evaluation);
    }
    evaluations.reverse();
    Ok((evaluations, notes))
}

/// The positions parsed so far.
struct Reading {
    positions: Vec<Pos>,
    /// The indices of invalid texts.
    holes: Vec<usize>,
    problem: Option<QueryError>,
    memory: Reservation,
    unreserved: u64,
}

impl Reading {
    fn new(texts: usize, context: &RunContext) -> Result<Reading, QueryError> {
        let each = size_of::<Pos>() + 2 * size_of::<Option<Evaluation>>();
        let bytes = (texts as u64).saturating_mul(each as u64);
        Ok(Reading {
            memory: context.reserve("the positions of a table", bytes)?,
            positions: Vec::with_capacity(texts),
            holes: Vec::new(),
            problem: None,
            unreserved: 0,
        })
    }

    fn add(&mut self, game: &dyn AnyGame, p: Pos, context: &RunContext) -> Result<(), QueryError> {
        // Each position exists twice: as parsed, and in the solver's scope.
        self.unreserved += 2 * game.bytes(p.any()) as u64;
        self.positions.push(p);
        if self.positions.len().is_multiple_of(CHECK_INTERVAL) {
            self.memory
                .grow("the positions of a table", self.unreserved)?;
            self.unreserved = 0;
            context.check()?;
        }
        Ok(())
    }

    fn reject(&mut self, number: usize, problem: impl FnOnce() -> QueryError) {
        self.holes.push(number);
        self.problem.get_or_insert_with(problem);
    }
}

/// Inserts `None` at the indices in `holes`, which are increasing.
fn with_holes(evaluations: Vec<Evaluation>, holes: &[usize]) -> Vec<Option<Evaluation>> {
    if holes.is_empty() {
        return evaluations.into_iter().map(Some).collect();
    }
    let count = evaluations.len() + holes.len();
    let mut all = Vec::with_capacity(count);
    let mut evaluations = evaluations.into_iter();
    let mut holes = holes.iter().copied().peekable();
    for number in 0..count {
        let is_hole = holes.next_if_eq(&number).is_some();
        all.push(if is_hole { None } else { evaluations.next() });
    }
    all
}
