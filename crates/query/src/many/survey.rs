//! Many positions at once: one solve serves a whole table.

use kibitz_game::{Claim, Watch};
use kibitz_solve::{Scope, SolveError, Verdict, Wanted};

use crate::QueryError;
use crate::erased::{AnyGame, Pos};

/// Positions as text, written one after another into the same string.
pub trait Texts {
    /// How many there are.
    fn count(&self) -> usize;

    /// Appends the one of this number, from 0.
    fn write(&self, number: usize, text: &mut String);
}

impl Texts for Vec<String> {
    fn count(&self) -> usize {
        self.len()
    }

    fn write(&self, number: usize, text: &mut String) {
        text.push_str(&self[number]);
    }
}

/// What is known of many texts.
#[derive(Debug)]
pub struct Survey {
    /// The verdict on each; `None` where it is no position.
    pub verdicts: Vec<Option<Verdict>>,
    /// What is wrong with the first text that is no position.
    pub problem: Option<QueryError>,
    /// What people should know about the verdicts.
    pub notes: Vec<String>,
}

/// Texts between two looks at the clock and the budget.
const PACE: usize = 1 << 12;

pub(crate) fn survey(
    game: &dyn AnyGame,
    texts: &dyn Texts,
    wanted: Wanted,
    watch: &Watch,
) -> Result<Survey, QueryError> {
    let mut reading = Reading::new(texts.count(), watch)?;
    let mut text = String::new();
    for number in 0..texts.count() {
        text.clear();
        texts.write(number, &mut text);
        match game.parse(&text) {
            Ok(p) => reading.add(game, p, watch)?,
            Err(problem) => reading.refuse(number, || QueryError::Position {
                text: text.clone(),
                problem,
            }),
        }
    }
    let (verdicts, notes) = verdicts(game, &reading.positions, wanted, watch)?;
    Ok(Survey {
        verdicts: with_holes(verdicts, &reading.holes),
        problem: reading.problem,
        notes,
    })
}

/// The verdict on each position, and what people should know about them. One
/// solution serves all, or as many as it knows: the last ones first, which in
/// most tables are the largest.
fn verdicts(
    game: &dyn AnyGame,
    positions: &[Pos],
    wanted: Wanted,
    watch: &Watch,
) -> Result<(Vec<Verdict>, Vec<String>), QueryError> {
    // Without positions there is nothing to solve.
    if positions.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let mut solution = game.solution(&Scope::From(positions.into()), wanted, watch)?;
    let mut notes = solution.notes(wanted);
    let mut verdicts = Vec::with_capacity(positions.len());
    for (i, p) in positions.iter().rev().enumerate() {
        if i.is_multiple_of(PACE) {
            watch.check()?;
        }
        let known = match solution.verdict(p, watch)? {
            Some(known) => known,
            None => {
                solution = game.solution(&Scope::Around(p.clone()), wanted, watch)?;
                let more = solution.notes(wanted).into_iter();
                notes.extend(
                    { more }
                        .filter(|note| !notes.contains(note))
                        .collect::<Vec<_>>(),
                );
                let verdict = solution.verdict(p, watch)?;
                verdict.ok_or_else(|| SolveError::Missing {
                    position: game.write(p),
                })?
            }
        };
        verdicts.push(known);
    }
    verdicts.reverse();
    Ok((verdicts, notes))
}

/// The positions among the texts so far.
struct Reading {
    positions: Vec<Pos>,
    /// The numbers of the texts that are none.
    holes: Vec<usize>,
    problem: Option<QueryError>,
    memory: Claim,
    unclaimed: u64,
}

impl Reading {
    fn new(texts: usize, watch: &Watch) -> Result<Reading, QueryError> {
        let each = size_of::<Pos>() + 2 * size_of::<Option<Verdict>>();
        let bytes = (texts as u64).saturating_mul(each as u64);
        Ok(Reading {
            memory: watch.claim("the positions of a table", bytes)?,
            positions: Vec::with_capacity(texts),
            holes: Vec::new(),
            problem: None,
            unclaimed: 0,
        })
    }

    fn add(&mut self, game: &dyn AnyGame, p: Pos, watch: &Watch) -> Result<(), QueryError> {
        // Each is there twice: as it was read, and for the solver.
        self.unclaimed += 2 * game.bytes(p.any()) as u64;
        self.positions.push(p);
        if self.positions.len().is_multiple_of(PACE) {
            self.memory
                .grow("the positions of a table", self.unclaimed)?;
            self.unclaimed = 0;
            watch.check()?;
        }
        Ok(())
    }

    fn refuse(&mut self, number: usize, problem: impl FnOnce() -> QueryError) {
        self.holes.push(number);
        self.problem.get_or_insert_with(problem);
    }
}

/// Puts the holes, in increasing order, back among the verdicts.
fn with_holes(verdicts: Vec<Verdict>, holes: &[usize]) -> Vec<Option<Verdict>> {
    if holes.is_empty() {
        return verdicts.into_iter().map(Some).collect();
    }
    let count = verdicts.len() + holes.len();
    let mut all = Vec::with_capacity(count);
    let mut there = verdicts.into_iter();
    let mut holes = holes.iter().copied().peekable();
    for number in 0..count {
        let is_hole = holes.next_if_eq(&number).is_some();
        all.push(if is_hole { None } else { there.next() });
    }
    all
}
