//! Rule files: everything that a position reaches, or the parts of a sum.

mod sum;
mod whole;
mod why;

use std::sync::Arc;

use kibitz_game::{Reason, Side, Step, Watch};
use kibitz_rules::{Failure, Named, Position, Rules};
use kibitz_solve::{Cause, Plan, SolveError};

use super::last::Last;
use super::{Oracle, Outcome, Seen, Surveyed, Tally, Wanted, known};
use crate::Verdict;

use sum::Sum;
use whole::Whole;

/// Solves what is asked about, and keeps what was solved last.
#[derive(Debug, Default)]
pub struct Ruled {
    last: Last<Solved>,
}

#[derive(Debug)]
enum Solved {
    /// Positions that are no sums, with plies.
    Whole(Whole),
    /// Parts and their Grundy values.
    Sum(Sum),
}

/// A failure of the rules as the engines tell it.
fn failed(game: &Rules, p: &Position, failure: Failure) -> SolveError {
    SolveError::Fault {
        position: game.write_position(p),
        fault: Cause::new(failure),
    }
}

impl Solved {
    fn new(game: &Rules, roots: &[Position], watch: &Watch) -> Result<Solved, SolveError> {
        let is_sum = game.is_sum() || roots.iter().any(|p| p.row().is_none());
        Ok(match is_sum {
            true => Solved::Sum(Sum::new(game, roots, watch)?),
            false => Solved::Whole(Whole::new(game, roots, watch)?),
        })
    }

    fn get(&self, game: &Rules, p: &Position) -> Option<Verdict> {
        match self {
            Solved::Whole(whole) => whole.get(game, p),
            Solved::Sum(sum) => sum.get(p),
        }
    }

    fn notes(&self) -> Vec<String> {
        match self {
            Solved::Whole(whole) => whole.notes(),
            Solved::Sum(_) => vec![sum::NO_PLIES.to_owned()],
        }
    }
}

impl Ruled {
    /// A solution that has `p` in it.
    fn around(&self, game: &Rules, p: &Position, watch: &Watch) -> Result<Arc<Solved>, SolveError> {
        let has = |solved: &Solved| solved.get(game, p).is_some();
        let make = || Solved::new(game, std::slice::from_ref(p), watch);
        self.last.fitting_or(has, make)
    }

    /// The fewest moves from where the last solution began to a position.
    pub(crate) fn distance(&self, game: &Rules, p: &Position) -> Option<u32> {
        match &*self.last.get()? {
            Solved::Whole(whole) => whole.distance(game, p),
            Solved::Sum(sum) => sum.distance(p),
        }
    }

    /// What some positions reach and nothing else.
    fn rooted_at(
        &self,
        game: &Rules,
        roots: &[Position],
        watch: &Watch,
    ) -> Result<Arc<Solved>, SolveError> {
        self.last
            .fitting_or(|_| false, || Solved::new(game, roots, watch))
    }
}

impl Oracle<Rules> for Ruled {
    const VISITS_REACHED: bool = true;

    fn plan(&self, _: &Rules, _: &Position, _: &Watch) -> Plan {
        Plan::explore()
    }

    fn verdict(&self, game: &Rules, p: &Position, watch: &Watch) -> Result<Verdict, SolveError> {
        known(self.around(game, p, watch)?.get(game, p), p)
    }

    fn prepare(
        &self,
        game: &Rules,
        p: &Position,
        watch: &Watch,
    ) -> Result<Vec<String>, SolveError> {
        Ok(self.around(game, p, watch)?.notes())
    }

    fn reason(
        &self,
        game: &Rules,
        p: &Position,
        moves: &[Step<Position, Named>],
        watch: &Watch,
    ) -> Result<Option<Reason>, SolveError> {
        match &*self.around(game, p, watch)? {
            Solved::Sum(sum) => Ok(Some(why::reason(game, sum, p, moves))),
            Solved::Whole(_) => Ok(None),
        }
    }

    fn outcome(
        &self,
        game: &Rules,
        p: &Position,
        watch: &Watch,
    ) -> Result<Option<Outcome>, SolveError> {
        if !game.has_sides() {
            return Ok(None);
        }
        let solved = self.around(game, p, watch)?;
        let of = |side| {
            let p = p.with_side(side);
            match solved.get(game, &p) {
                Some(verdict) => Ok(verdict),
                // A position on the way has been reached by one player only.
                None => self.verdict(game, &p, watch),
            }
        };
        Ok(Some(Outcome {
            left: of(Side::Left)?,
            right: of(Side::Right)?,
        }))
    }

    fn visit<F>(
        &self,
        game: &Rules,
        p: &Position,
        _: Wanted,
        watch: &Watch,
        visit: F,
    ) -> Result<Vec<String>, SolveError>
    where
        F: FnMut(Seen<'_, Position>) -> Result<(), SolveError>,
    {
        let solved = self.rooted_at(game, std::slice::from_ref(p), watch)?;
        match &*solved {
            Solved::Whole(whole) => whole.visit(game, visit)?,
            Solved::Sum(sum) => sum.visit(game, visit)?,
        }
        Ok(solved.notes())
    }

    fn tally(
        &self,
        game: &Rules,
        p: &Position,
        watch: &Watch,
    ) -> Result<Tally<Position>, SolveError> {
        let solved = self.rooted_at(game, std::slice::from_ref(p), watch)?;
        let mut tally = match &*solved {
            Solved::Whole(whole) => whole.tally(game, p, watch)?,
            Solved::Sum(sum) => sum.tally(game),
        };
        tally.notes = solved.notes();
        Ok(tally)
    }

    fn survey(
        &self,
        game: &Rules,
        positions: &[Position],
        _: Wanted,
        watch: &Watch,
    ) -> Result<Surveyed, SolveError> {
        let solved = self.rooted_at(game, positions, watch)?;
        let verdicts = positions.iter().map(|p| known(solved.get(game, p), p));
        Ok(Surveyed {
            verdicts: verdicts.collect::<Result<_, _>>()?,
            notes: solved.notes(),
        })
    }
}

/// A cycle as people see it, where the rules or their answers leave no room for
/// one: why, and the positions on it.
fn cyclic(game: &Rules, why: &str, help: &str, cycle: &[Vec<i64>]) -> SolveError {
    /// So many positions are shown.
    const SHOWN: usize = 12;
    let mut notes: Vec<String> = cycle
        .iter()
        .take(SHOWN)
        .enumerate()
        .map(|(i, node)| {
            let arrow = if i == 0 {
                "one cycle: "
            } else {
                "        → "
            };
            format!("{arrow}{}", kibitz_game::Slotted::write(game, node))
        })
        .collect();
    if cycle.len() > SHOWN {
        notes.push(format!("        → … {} more", cycle.len() - SHOWN));
    }
    notes.push("        → and so on from the first".to_owned());
    let position = game.position_of(cycle.first().map_or(&[], Vec::as_slice));
    failed(game, &position, game.refuse(None, why, help, notes))
}
