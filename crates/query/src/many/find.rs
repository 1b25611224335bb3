//! Positions that satisfy conditions.

use std::cmp::Ordering;

use kibitz_game::{Claim, Stop, Thousands, Watch};
use kibitz_solve::{SolveError, Verdict, Wanted};
use serde::Serialize;

use super::conditions::{Conditions, Quantity, amount_of};
use crate::QueryError;
use crate::Session;
use crate::ask::answer::SetOut;
use crate::ask::{Probe, refuse_many};
use crate::erased::{AnyPosition, Counter, Pos, Seen};

/// The answer of `find`.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// The game's name in the catalogue.
    pub game: String,
    /// Its parameters.
    pub set: SetOut,
    /// The position from which those that are looked at can be reached; absent
    /// where all positions of the game are looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The conditions.
    #[serde(rename = "where")]
    pub conditions: String,
    /// How many positions satisfy them.
    pub count: u64,
    /// How many there are where those that play alike count once, as they are
    /// listed; absent where that is the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folded: Option<u64>,
    /// Where the search was stopped, how many positions had been looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub looked_at: Option<u64>,
    /// The first of them.
    pub positions: Vec<FoundOut>,
    /// Things that people should know about this answer.
    #[serde(skip)]
    pub notes: Vec<String>,
}

/// A position that was found.
#[derive(Clone, Debug, Serialize)]
pub struct FoundOut {
    /// The position.
    pub position: String,
    /// Who moves, where positions name the players.
    pub mover: Option<String>,
    /// `win`, `draw` or `loss` for the player who moves.
    pub value: &'static str,
    /// Plies until the end under perfect play.
    pub plies: Option<u32>,
    /// The Grundy value.
    pub grundy: Option<u64>,
    /// The score, signed for the mover.
    pub score: Option<i64>,
    /// How many moves there are.
    pub moves: u64,
    /// How many of them win.
    pub winning: u64,
}

/// Takes what is found, one position after the other: there may be more of them
/// than fit in memory.
pub trait Finds {
    /// What is known before the first position: all but the positions.
    ///
    /// # Errors
    /// Where it cannot be taken.
    fn begin(&mut self, found: &Found) -> Result<(), QueryError>;

    /// The next position.
    ///
    /// # Errors
    /// Where it cannot be taken.
    fn next(&mut self, position: FoundOut) -> Result<(), QueryError>;
}

/// Takes all together.
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

/// So many positions are kept while all are looked at. For more, all are looked
/// at once more.
const KEPT: usize = 1 << 12;

/// Positions between two looks at the clock.
const PACE: u64 = 1 << 10;

/// All that conditions may be about.
const WANTED: Wanted = Wanted {
    plies: true,
    grundy: true,
    visits: true,
};

/// What has been found so far.
struct Search<'a> {
    probe: &'a Probe<'a>,
    counter: Box<dyn Counter + 'a>,
    conditions: &'a Conditions,
    /// So many positions are kept.
    most: usize,
    /// The extremes of what is kept, greater being better, and those of the
    /// position that is looked at.
    best: Vec<i128>,
    own: Vec<i128>,
    count: u64,
    /// Positions of the table among them, each of which stands for some.
    rows: u64,
    kept: Vec<(Pos, Verdict)>,
    memory: Claim,
    /// Positions that were looked at.
    met: u64,
    /// The quantities that some position had.
    known: [bool; Quantity::ALL.len()],
}

impl Session {
    pub(crate) fn find_where(
        &self,
        p: &Pos,
        conditions: &Conditions,
        most: usize,
        to: &mut dyn Finds,
        watch: &Watch,
    ) -> Result<(), QueryError> {
        let probe = self.to_visit(p, WANTED, watch)?;
        let mut search = Search {
            probe: &probe,
            counter: probe.solution.counter(watch),
            conditions,
            most: most.min(KEPT),
            best: Vec::new(),
            own: Vec::new(),
            count: 0,
            rows: 0,
            kept: Vec::new(),
            memory: watch.claim("the positions that were found", 0)?,
            met: 0,
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
                "not all positions were looked at, only the first {}",
                Thousands(search.met)
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
                looked_at: stopped.as_ref().map(|_| search.met),
                positions: Vec::new(),
                notes,
            })?;
            for (p, verdict) in search.kept.clone() {
                to.next(search.found_out(p.any(), &verdict)?)?;
            }
        }
        if let Some(stop) = stopped {
            return Err(stop.into());
        }
        if most > search.kept.len() && search.rows > search.kept.len() as u64 {
            search.rest(p, most as u64, to)?;
        }
        Ok(())
    }
}

impl Search<'_> {
    /// Looks at all positions.
    fn visit(&mut self, root: &Pos) -> Result<(), SolveError> {
        let probe = self.probe;
        probe.solution.visit(root, probe.watch, &mut |seen| {
            if self.met > 0 && self.met.is_multiple_of(PACE) {
                probe.watch.check()?;
            }
            self.met += 1;
            self.try_one(&seen)
        })
    }

    /// Looks at all positions once more, and hands those over that were found
    /// and not kept, up to so many with those that were.
    fn rest(&mut self, root: &Pos, most: u64, to: &mut dyn Finds) -> Result<(), QueryError> {
        let probe = self.probe;
        let kept = self.kept.len() as u64;
        let mut number = 0;
        // Where no more are wanted, an error ends the visit.
        let mut outcome = Ok(());
        let mut met = 0u64;
        let visited = probe.solution.visit(root, probe.watch, &mut |seen| {
            met += 1;
            if met.is_multiple_of(PACE) {
                probe.watch.check()?;
            }
            if self.compare(&seen)? != Some(Ordering::Equal) {
                return Ok(());
            }
            number += 1;
            if number <= kept {
                return Ok(());
            }
            match to.next(self.found_out(seen.position, &seen.verdict)?) {
                Ok(()) if number < most => Ok(()),
                result => {
                    outcome = result;
                    Err(Stop::Cancelled.into())
                }
            }
        });
        outcome?;
        match visited {
            Err(error) if number < most => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// Keeps a position if nothing that was asked for speaks against it.
    fn try_one(&mut self, seen: &Seen<'_>) -> Result<(), SolveError> {
        self.note_known(&seen.verdict);
        match self.compare(seen)? {
            None | Some(Ordering::Less) => return Ok(()),
            Some(Ordering::Equal) => {}
            Some(Ordering::Greater) => self.begin_anew(),
        }
        self.count += seen.copies;
        self.rows += 1;
        if self.kept.len() < self.most {
            let bytes = self.probe.game.bytes(seen.position) + size_of::<Verdict>();
            self.memory
                .grow("the positions that were found", bytes as u64)?;
            self.kept.push((seen.position.to_pos(), seen.verdict));
        }
        Ok(())
    }

    /// How a position compares with the best so far; `None` where a comparison
    /// does not hold.
    fn compare(&mut self, seen: &Seen<'_>) -> Result<Option<Ordering>, SolveError> {
        let conditions = self.conditions;
        for c in &conditions.comparisons {
            match self.measure(c.quantity, seen)? {
                Some(amount) if c.operator.holds(amount, c.amount) => {}
                _ => return Ok(None),
            }
        }
        self.against_best(seen).map(Some)
    }

    /// How the extremes of a position, which are left in `own`, compare with
    /// the best so far; one that is worse or missing ends the matter.
    fn against_best(&mut self, seen: &Seen<'_>) -> Result<Ordering, SolveError> {
        self.own.clear();
        let mut order = match self.count {
            0 => Ordering::Greater,
            _ => Ordering::Equal,
        };
        let conditions = self.conditions;
        for (i, extreme) in conditions.extremes.iter().enumerate() {
            let Some(amount) = self.measure(extreme.quantity, seen)? else {
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

    fn measure(&mut self, quantity: Quantity, seen: &Seen<'_>) -> Result<Option<i128>, SolveError> {
        Ok(match quantity {
            Quantity::Moves => Some(self.counter.moves(seen.position)?.into()),
            Quantity::Winning => Some(winning(&mut *self.counter, seen.position)?.1.into()),
            told => told_of(told, &seen.verdict),
        })
    }

    /// That nothing was found because no position has what was asked for is an
    /// answer, with a note that says so. It is none where the solution could not
    /// find it out, for which it has given a reason.
    fn unknown(&self, notes: &[String]) -> Result<Option<String>, QueryError> {
        let told = [Quantity::Plies, Quantity::Score, Quantity::Grundy];
        let missing = told
            .into_iter()
            .find(|q| self.conditions.speak_of(*q) && !self.known[*q as usize]);
        match missing {
            Some(quantity) if self.met > 0 => {
                let problem = QueryError::NotTold {
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

    fn found_out(
        &mut self,
        p: &dyn AnyPosition,
        verdict: &Verdict,
    ) -> Result<FoundOut, SolveError> {
        let Probe { game, .. } = self.probe;
        let (moves, winning) = winning(&mut *self.counter, p)?;
        let p = p.to_pos();
        Ok(FoundOut {
            position: game.write(&p),
            mover: game.mover(&p).map(str::to_owned),
            value: verdict.wdl.name(),
            plies: verdict.plies.map(kibitz_game::Plies::get),
            grundy: verdict.grundy.map(kibitz_game::Grundy::get),
            score: verdict.score,
            moves,
            winning,
        })
    }

    /// The position that is looked at is better than all before it.
    fn begin_anew(&mut self) {
        std::mem::swap(&mut self.best, &mut self.own);
        self.count = 0;
        self.rows = 0;
        self.kept.clear();
    }

    fn note_known(&mut self, verdict: &Verdict) {
        for quantity in [Quantity::Plies, Quantity::Score, Quantity::Grundy] {
            self.known[quantity as usize] |= told_of(quantity, verdict).is_some();
        }
    }
}

/// The number of moves, and of those that win.
fn winning(counter: &mut dyn Counter, p: &dyn AnyPosition) -> Result<(u64, u64), SolveError> {
    let moves = counter.moves(p)?;
    refuse_many(moves)?;
    let winning = match moves {
        0 => 0,
        _ => counter.winning(p, u64::MAX)?,
    };
    Ok((moves, winning))
}

/// What a verdict tells by itself.
fn told_of(quantity: Quantity, verdict: &Verdict) -> Option<i128> {
    match quantity {
        Quantity::Value => Some(amount_of(verdict.wdl)),
        Quantity::Plies => verdict.plies.map(|n| n.get().into()),
        Quantity::Score => verdict.score.map(Into::into),
        Quantity::Grundy => verdict.grundy.map(|n| n.get().into()),
        Quantity::Moves | Quantity::Winning => None,
    }
}
