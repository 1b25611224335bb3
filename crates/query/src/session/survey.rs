//! Many positions at once: one solve serves a whole table.

use kibitz_game::{Claim, Presented, Watch};

use super::Open;
use crate::oracle::{Oracle, Surveyed, Wanted};
use crate::{QueryError, Verdict};

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

impl<G: Presented, O: Oracle<G>> Open<G, O> {
    pub(super) fn survey_texts(
        &self,
        texts: &(impl Texts + ?Sized),
        wanted: Wanted,
        watch: &Watch,
    ) -> Result<Survey, QueryError> {
        let mut reading = Reading::new(texts.count(), watch)?;
        let mut text = String::new();
        for number in 0..texts.count() {
            text.clear();
            texts.write(number, &mut text);
            match self.game.parse(&text) {
                Ok(p) => reading.add(&self.game, p, watch)?,
                Err(problem) => reading.refuse(number, || QueryError::Position {
                    text: text.clone(),
                    problem,
                }),
            }
        }
        // Without positions there is nothing to solve.
        let surveyed = match reading.positions.as_slice() {
            [] => Surveyed::new(Vec::new()),
            positions => self.oracle.survey(&self.game, positions, wanted, watch)?,
        };
        Ok(Survey {
            verdicts: with_holes(surveyed.verdicts, &reading.holes),
            problem: reading.problem,
            notes: surveyed.notes,
        })
    }
}

/// The positions among the texts so far.
struct Reading<P> {
    positions: Vec<P>,
    /// The numbers of the texts that are none.
    holes: Vec<usize>,
    problem: Option<QueryError>,
    memory: Claim,
    unclaimed: u64,
}

impl<P> Reading<P> {
    fn new(texts: usize, watch: &Watch) -> Result<Reading<P>, QueryError> {
        let each = size_of::<P>() + 2 * size_of::<Option<Verdict>>();
        let bytes = (texts as u64).saturating_mul(each as u64);
        Ok(Reading {
            memory: watch.claim("the positions of a table", bytes)?,
            positions: Vec::with_capacity(texts),
            holes: Vec::new(),
            problem: None,
            unclaimed: 0,
        })
    }

    fn add<G: Presented<Pos = P>>(
        &mut self,
        game: &G,
        p: P,
        watch: &Watch,
    ) -> Result<(), QueryError> {
        self.unclaimed += game.heap_bytes(&p) as u64;
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
