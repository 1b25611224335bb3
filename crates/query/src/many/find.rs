//! Positions that satisfy conditions.

use std::cmp::Ordering;

use kibitz_game::{Reservation, RunContext, StopReason, Thousands};
use kibitz_solve::{Evaluation, RequestedFields, SolveError};
use serde::Serialize;

use super::conditions::{Conditions, Quantity, amount_of};
use crate::QueryError;
use crate::Session;
use crate::ask::{Probe, check_move_count};
use kibitz_catalogue::SetOut;
use kibitz_catalogue::{AnyPosition, Counter, Pos, Visited};

/// The result of `find`.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// The game's name in the catalogue.
    pub game: String,
    /// Its parameters.
    pub set: SetOut,
    /// The position from which the searched ones are reachable; absent if all
    /// positions of the game are searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The conditions.
    #[serde(rename = "where")]
    pub conditions: String,
    /// The number of positions that satisfy them.
    pub count: u64,
    /// The number of canonical forms among them, as they are listed; absent if
    /// it is the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folded: Option<u64>,
    /// If the search was stopped, the number of positions visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub looked_at: Option<u64>,
    /// The first of these positions.
    pub positions: Vec<FoundOut>,
    /// Notes for the user.
    #[serde(skip)]
    pub notes: Vec<String>,
}

/// A matching position.
#[derive(Clone, Debug, Serialize)]
pub struct FoundOut {
    /// The position.
    pub position: String,
    /// The player to move, if positions name the players.
    pub mover: Option<String>,
    /// `win`, `draw` or `loss` for the player to move.
    pub value: &'static str,
    /// Distance to the end in plies, under perfect play.
    pub plies: Option<u32>,
    /// The Grundy value.
    pub grundy: Option<u64>,
    /// The score, signed for the mover.
    pub score: Option<i64>,
    /// The number of moves.
    pub moves: u64,
    /// The number of winning moves.
    pub winning: u64,
}

/// Receives matches one by one: there may be more than fit in memory.
pub trait Finds {
    /// Receives the result without its positions.
    ///
    /// # Errors
    /// Returns an error if the receiver fails, e.g. to write.
    fn begin(&mut self, found: &Found) -> Result<(), QueryError>;

    /// Receives the next position.
    ///
    /// # Errors
    /// Returns an error if the receiver fails, e.g. to write.
    fn next(&mut self, position: FoundOut) -> Result<(), QueryError>;
}

/// Collects all matches.
impl Finds for Option<Found> {
    fn begin(&mut self, found: &Found) -> Result<(), QueryError> {
        *self = Some(found.clone());
        Ok(())
    }

    fn next(&mut self, position: FoundOut) -> Result<(), QueryError> {
        self.iter_mut()
            .for_each(|found| found.positions.push(position.clone()));
        Ok(())
    }
}

/// Maximum number of matches kept during the first visit; for more, all
/// positions are visited again.
const MAX_KEPT: usize = 1 << 12;

/// Positions between two checks for cancellation and time limit.
const CHECK_INTERVAL: u64 = 1 << 10;

/// All fields that conditions may use.
const WANTED: RequestedFields = RequestedFields {
    plies: true,
    grundy: true,
    visits: true,
};

/// The state of a search.
struct Search<'a> {
    probe: &'a Probe<'a>,
    counter: Box<dyn Counter + 'a>,
    conditions: &'a Conditions,
    /// Maximum number of matches kept.
    max_kept: usize,
    /// The extremes of the matches kept, negated for `min` so that greater is
    /// better, and those of the current position.
    best: Vec<i128>,
    own: Vec<i128>,
    count: u64,
    /// The number of canonical forms among the matches.
    rows: u64,
    kept: Vec<(Pos, Evaluation)>,
    memory: Reservation,
    /// Positions visited.
    visited_count: u64,
    /// Which quantities some position has.
    known: [bool; Quantity::ALL.len()],
}

impl Session {
    pub(crate) fn find_where(
        &self,
        p: &Pos,
        conditions: &Conditions,
        limit: usize,
        to: &mut dyn Finds,
        context: &RunContext,
    ) -> Result<(), QueryError> {
        let probe = self.to_visit(p, WANTED, context)?;
        let mut search = Search {
            probe: &probe,
            counter: probe.solution.counter(context),
            conditions,
            max_kept: limit.min(MAX_KEPT),
            best: Vec::new(),
            own: Vec::new(),
            count: 0,
            rows: 0,
            kept: Vec::new(),
            memory: context.reserve("the matching positions", 0)?,
            visited_count: 0,
            known: [false; Quantity::ALL.len()],
        };
        let visited = search.visit(p);
        let stopped = match visited {
            Err(SolveError::Stop(stop)) => Some(stop),
            visited => visited.map(|()| None)?,
        };
        let mut notes = probe.solution.notes(WANTED);
        match &stopped {
            None => notes.extend(search.unknown(&notes)?),
            Some(_) if search.rows == 0 => {}
            Some(_) => notes.push(format!(
                "search incomplete: only the first {} positions were visited",
                Thousands(search.visited_count)
            )),
        }
        if stopped.is_none() || search.rows > 0 {
            to.begin(&Found {
                game: self.info().name.to_owned(),
                set: self.settings(),
                from: self.visited_from(p),
                conditions: conditions.to_string(),
                count: search.count,
                folded: Some(search.rows).filter(|rows| *rows != search.count),
                looked_at: stopped.as_ref().map(|_| search.visited_count),
                positions: Vec::new(),
                notes,
            })?;
            for (p, evaluation) in search.kept.clone() {
                to.next(search.found_position(p.any(), &evaluation)?)?;
            }
        }
        if let Some(stop) = stopped {
            return Err(stop.into());
        }
        if limit > search.kept.len() && search.rows > search.kept.len() as u64 {
            search.rest(p, limit as u64, to)?;
        }
        Ok(())
    }
}

impl Search<'_> {
    /// Visits all positions.
    fn visit(&mut self, root: &Pos) -> Result<(), SolveError> {
        let probe = self.probe;
        probe.solution.visit(root, probe.context, &mut |visited| {
            if self.visited_count > 0 && self.visited_count.is_multiple_of(CHECK_INTERVAL) {
                probe.context.check()?;
            }
            self.visited_count += 1;
            self.add(&visited)
        })
    }

    /// Visits all positions again and passes on the matches that were not kept,
    /// up to `limit` in all.
    fn rest(&mut self, root: &Pos, limit: u64, to: &mut dyn Finds) -> Result<(), QueryError> {
        let probe = self.probe;
        let kept = self.kept.len() as u64;
        let mut number = 0;
        // The visit is ended by an error when `limit` is reached.
        let mut outcome = Ok(());
        let mut visited_count = 0u64;
        let result = probe.solution.visit(root, probe.context, &mut |visited| {
            visited_count += 1;
            if visited_count.is_multiple_of(CHECK_INTERVAL) {
                probe.context.check()?;
            }
            if self.compare(&visited)? != Some(Ordering::Equal) {
                return Ok(());
            }
            number += 1;
            if number <= kept {
                return Ok(());
            }
            match to.next(self.found_position(visited.position, &visited.evaluation)?) {
                Ok(()) if number < limit => Ok(()),
                result => {
                    outcome = result;
                    Err(StopReason::Cancelled.into())
                }
            }
        });
        outcome?;
        match result {
            Err(error) if number < limit => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// Counts a position, and keeps it, if it satisfies the conditions.
    fn add(&mut self, visited: &Visited<'_>) -> Result<(), SolveError> {
        self.record_known(&visited.evaluation);
        match self.compare(visited)? {
            None | Some(Ordering::Less) => return Ok(()),
            Some(Ordering::Equal) => {}
            Some(Ordering::Greater) => self.restart(),
        }
        self.count += visited.orbit_size;
        self.rows += 1;
        if self.kept.len() < self.max_kept {
            let bytes = self.probe.game.bytes(visited.position) + size_of::<Evaluation>();
            self.memory.grow("the matching positions", bytes as u64)?;
            self.kept
                .push((visited.position.to_pos(), visited.evaluation));
        }
        Ok(())
    }

    /// Compares a position with the best so far; `None` if a comparison does
    /// not hold.
    fn compare(&mut self, visited: &Visited<'_>) -> Result<Option<Ordering>, SolveError> {
        let conditions = self.conditions;
        for c in &conditions.comparisons {
            match self.measure(c.quantity, visited)? {
                Some(amount) if c.operator.holds(amount, c.amount) => {}
                _ => return Ok(None),
            }
        }
        self.compare_extremes(visited).map(Some)
    }

    /// Compares the extremes of a position, which are left in `own`, with the
    /// best so far; stops at the first that is worse or missing.
    fn compare_extremes(&mut self, visited: &Visited<'_>) -> Result<Ordering, SolveError> {
        self.own.clear();
        let mut order = match self.count {
            0 => Ordering::Greater,
            _ => Ordering::Equal,
        };
        let conditions = self.conditions;
        for (i, extreme) in conditions.extremes.iter().enumerate() {
            let Some(amount) = self.measure(extreme.quantity, visited)? else {
                return Ok(Ordering::Less);
            };
            let wanted = if extreme.is_greatest { amount } else { -amount };
            if order == Ordering::Equal {
                order = wanted.cmp(&self.best[i]);
            }
            if order == Ordering::Less {
                break;
            }
            self.own.push(wanted);
        }
        Ok(order)
    }

    fn measure(
        &mut self,
        quantity: Quantity,
        visited: &Visited<'_>,
    ) -> Result<Option<i128>, SolveError> {
        Ok(match quantity {
            Quantity::Moves => Some(self.counter.moves(visited.position)?.into()),
            Quantity::Winning => Some(winning(&mut *self.counter, visited.position)?.1.into()),
            other => evaluated(other, &visited.evaluation),
        })
    }

    /// If no position has a requested quantity, the result is empty with a note
    /// that says so. It is an error if the solver could not compute the
    /// quantity; then `notes` has the reason.
    fn unknown(&self, notes: &[String]) -> Result<Option<String>, QueryError> {
        let optional = [Quantity::Plies, Quantity::Score, Quantity::Grundy];
        let missing = optional
            .into_iter()
            .find(|q| self.conditions.mention(*q) && !self.known[*q as usize]);
        match missing {
            Some(quantity) if self.visited_count > 0 => {
                let problem = QueryError::Unavailable {
                    game: self.probe.game.info().name.to_owned(),
                    what: quantity.name(),
                    notes: notes.to_vec(),
                };
                match notes.is_empty() {
                    true => Ok(Some(problem.to_string())),
                    false => Err(problem),
                }
            }
            _ => Ok(None),
        }
    }

    fn found_position(
        &mut self,
        p: &dyn AnyPosition,
        evaluation: &Evaluation,
    ) -> Result<FoundOut, SolveError> {
        let Probe { game, .. } = self.probe;
        let (moves, winning) = winning(&mut *self.counter, p)?;
        let p = p.to_pos();
        Ok(FoundOut {
            position: game.write(&p),
            mover: game.mover(&p).map(str::to_owned),
            value: evaluation.wdl.name(),
            plies: evaluation.plies.map(kibitz_game::Plies::get),
            grundy: evaluation.grundy.map(kibitz_game::Grundy::get),
            score: evaluation.score,
            moves,
            winning,
        })
    }

    /// Restarts the count at a position better than all before it.
    fn restart(&mut self) {
        std::mem::swap(&mut self.best, &mut self.own);
        self.count = 0;
        self.rows = 0;
        self.kept.clear();
    }

    fn record_known(&mut self, evaluation: &Evaluation) {
        for quantity in [Quantity::Plies, Quantity::Score, Quantity::Grundy] {
            self.known[quantity as usize] |= evaluated(quantity, evaluation).is_some();
        }
    }
}

/// The number of moves, and of winning moves.
fn winning(counter: &mut dyn Counter, p: &dyn AnyPosition) -> Result<(u64, u64), SolveError> {
    let moves = counter.moves(p)?;
    check_move_count(moves)?;
    let winning = match moves {
        0 => 0,
        _ => counter.winning(p, u64::MAX)?,
    };
    Ok((moves, winning))
}

/// A quantity that is part of the evaluation.
fn evaluated(quantity: Quantity, evaluation: &Evaluation) -> Option<i128> {
    match quantity {
        Quantity::Value => Some(amount_of(evaluation.wdl)),
        Quantity::Plies => evaluation.plies.map(|n| n.get().into()),
        Quantity::Score => evaluation.score.map(Into::into),
        Quantity::Grundy => evaluation.grundy.map(|n| n.get().into()),
        Quantity::Moves | Quantity::Winning => None,
    }
}
