//! Positions that satisfy conditions.

use std::cmp::Ordering;

use kibitz_game::{Game, Presented, Stop, Watch};
use kibitz_solve::SolveError;
use serde::Serialize;

use super::Open;
use super::rate::Counter;
use crate::answer::SetOut;
use crate::conditions::{Conditions, Quantity, amount_of};
use crate::oracle::{Oracle, Seen, Wanted};
use crate::{QueryError, Verdict};

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
};

/// What has been found so far.
struct Search<'a, G: Game> {
    conditions: &'a Conditions,
    counter: Counter<'a, G>,
    /// So many positions are kept.
    most: usize,
    /// The extremes of what is kept, greater being better, and those of the
    /// position that is looked at.
    best: Vec<i128>,
    own: Vec<i128>,
    count: u64,
    /// Positions of the table among them, each of which stands for some.
    rows: u64,
    kept: Vec<(G::Pos, Verdict)>,
    /// The quantities that some position had.
    known: [bool; Quantity::ALL.len()],
}

impl<G: Presented, O: Oracle<G>> Open<G, O> {
    pub(super) fn find_where(
        &self,
        position: &str,
        conditions: &Conditions,
        most: usize,
        to: &mut dyn Finds,
        watch: &Watch,
    ) -> Result<(), QueryError> {
        let p = self.parse(position)?;
        let mut search = Search {
            conditions,
            counter: self.counter(),
            most: most.min(KEPT),
            best: Vec::new(),
            own: Vec::new(),
            count: 0,
            rows: 0,
            kept: Vec::new(),
            known: [false; Quantity::ALL.len()],
        };
        let mut memory = watch.claim("the positions that were found", 0)?;
        let mut met = 0u64;
        let mut notes = self.oracle.visit(&self.game, &p, WANTED, watch, |seen| {
            met += 1;
            if met.is_multiple_of(PACE) {
                watch.check()?;
            }
            let before = search.kept.len();
            self.try_one(&mut search, &seen, watch)?;
            if search.kept.len() > before {
                let own = self.game.heap_bytes(seen.position);
                let bytes = size_of::<(G::Pos, Verdict)>() + own;
                memory.grow("the positions that were found", bytes as u64)?;
            }
            Ok(())
        })?;
        notes.extend(self.unknown(&search, met, &notes)?);
        to.begin(&Found {
            game: self.game.info().name.to_owned(),
            set: self.set(),
            from: self.visited_from(&p),
            conditions: conditions.to_string(),
            count: search.count,
            folded: Some(search.rows).filter(|rows| *rows != search.count),
            positions: Vec::new(),
            notes,
        })?;
        for (p, verdict) in &search.kept {
            to.next(self.found_out(&mut search.counter, p, verdict, watch)?)?;
        }
        if most > search.kept.len() && search.rows > search.kept.len() as u64 {
            self.find_rest(&p, &mut search, most as u64, to, watch)?;
        }
        Ok(())
    }

    /// Looks at all positions once more, and hands those over that were found
    /// and not kept, up to so many with those that were.
    fn find_rest(
        &self,
        p: &G::Pos,
        search: &mut Search<'_, G>,
        most: u64,
        to: &mut dyn Finds,
        watch: &Watch,
    ) -> Result<(), QueryError> {
        let kept = search.kept.len() as u64;
        let mut number = 0;
        // Where no more are wanted, an error ends the visit.
        let mut outcome = Ok(());
        let mut stop = |result| {
            outcome = result;
            Err(Stop::Cancelled.into())
        };
        let mut met = 0u64;
        let visited = self.oracle.visit(&self.game, p, WANTED, watch, |seen| {
            met += 1;
            if met.is_multiple_of(PACE) {
                watch.check()?;
            }
            if self.compare(search, &seen, watch)? != Some(Ordering::Equal) {
                return Ok(());
            }
            number += 1;
            if number <= kept {
                return Ok(());
            }
            let row = self.found_out(&mut search.counter, seen.position, &seen.verdict, watch)?;
            match to.next(row) {
                Ok(()) if number < most => Ok(()),
                result => stop(result),
            }
        });
        outcome?;
        match visited {
            Err(error) if number < most => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// Keeps a position if nothing that was asked for speaks against it.
    fn try_one(
        &self,
        search: &mut Search<'_, G>,
        seen: &Seen<'_, G::Pos>,
        watch: &Watch,
    ) -> Result<(), SolveError> {
        search.note_known(&seen.verdict);
        match self.compare(search, seen, watch)? {
            None | Some(Ordering::Less) => return Ok(()),
            Some(Ordering::Equal) => {}
            Some(Ordering::Greater) => search.begin_anew(),
        }
        search.count += seen.copies;
        search.rows += 1;
        if search.kept.len() < search.most {
            search.kept.push((seen.position.clone(), seen.verdict));
        }
        Ok(())
    }

    /// How a position compares with the best so far; `None` where a comparison
    /// does not hold.
    fn compare(
        &self,
        search: &mut Search<'_, G>,
        seen: &Seen<'_, G::Pos>,
        watch: &Watch,
    ) -> Result<Option<Ordering>, SolveError> {
        for c in &search.conditions.comparisons {
            match self.measure(c.quantity, &mut search.counter, seen, watch)? {
                Some(amount) if c.operator.holds(amount, c.amount) => {}
                _ => return Ok(None),
            }
        }
        self.against_best(search, seen, watch).map(Some)
    }

    /// How the extremes of a position, which are left in `search.own`, compare
    /// with the best so far; one that is worse or missing ends the matter.
    fn against_best(
        &self,
        search: &mut Search<'_, G>,
        seen: &Seen<'_, G::Pos>,
        watch: &Watch,
    ) -> Result<Ordering, SolveError> {
        search.own.clear();
        let mut order = match search.count {
            0 => Ordering::Greater,
            _ => Ordering::Equal,
        };
        for (i, extreme) in search.conditions.extremes.iter().enumerate() {
            let Some(amount) = self.measure(extreme.quantity, &mut search.counter, seen, watch)?
            else {
                return Ok(Ordering::Less);
            };
            let wanted = if extreme.is_greatest { amount } else { -amount };
            if order == Ordering::Equal {
                order = wanted.cmp(&search.best[i]);
            }
            if order == Ordering::Less {
                break;
            }
            search.own.push(wanted);
        }
        Ok(order)
    }

    fn measure(
        &self,
        quantity: Quantity,
        counter: &mut Counter<'_, G>,
        seen: &Seen<'_, G::Pos>,
        watch: &Watch,
    ) -> Result<Option<i128>, SolveError> {
        Ok(match quantity {
            Quantity::Moves => Some(counter.moves(seen.position)?.into()),
            Quantity::Winning => {
                let count = self.winning_moves(counter, seen.position, u64::MAX, watch)?;
                Some(count.into())
            }
            told => told_of(told, &seen.verdict),
        })
    }

    /// That nothing was found because no position has what was asked for is an
    /// answer, with a note that says so. It is none where the oracle could not
    /// find it out, for which it has given a reason.
    fn unknown(
        &self,
        search: &Search<'_, G>,
        met: u64,
        notes: &[String],
    ) -> Result<Option<String>, QueryError> {
        let told = [Quantity::Plies, Quantity::Score, Quantity::Grundy];
        let missing = told
            .into_iter()
            .find(|q| search.conditions.speak_of(*q) && !search.known[*q as usize]);
        match missing {
            Some(quantity) if met > 0 => {
                let problem = QueryError::NotTold {
                    game: self.game.info().name.to_owned(),
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
        &self,
        counter: &mut Counter<'_, G>,
        p: &G::Pos,
        verdict: &Verdict,
        watch: &Watch,
    ) -> Result<FoundOut, SolveError> {
        Ok(FoundOut {
            position: self.game.write(p),
            mover: self.game.mover(p).map(str::to_owned),
            value: verdict.wdl.name(),
            plies: verdict.plies.map(kibitz_game::Plies::get),
            grundy: verdict.grundy.map(kibitz_game::Grundy::get),
            score: verdict.score,
            moves: counter.moves(p)?,
            winning: self.winning_moves(counter, p, u64::MAX, watch)?,
        })
    }
}

impl<G: Game> Search<'_, G> {
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
