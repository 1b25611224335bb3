//! Positions that satisfy conditions.

use std::cmp::Ordering;

use kibitz_game::{ENOUGH, MORE, Presented, Watch, Wdl};
use kibitz_solve::SolveError;
use serde::Serialize;

use super::Open;
use super::rate::MOST_MOVES;
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

/// Positions between two looks at the clock.
const PACE: u64 = 1 << 10;

/// What has been found so far.
struct Search<'a, P> {
    conditions: &'a Conditions,
    most: usize,
    /// The extremes of what is kept, greater being better, and those of the
    /// position that is looked at.
    best: Vec<i128>,
    own: Vec<i128>,
    count: u64,
    /// Positions of the table among them, each of which stands for some.
    rows: u64,
    kept: Vec<(P, Verdict)>,
    /// The quantities that some position had.
    known: [bool; Quantity::ALL.len()],
}

impl<G: Presented, O: Oracle<G>> Open<G, O> {
    pub(super) fn find_where(
        &self,
        position: &str,
        conditions: &Conditions,
        most: usize,
        watch: &Watch,
    ) -> Result<Found, QueryError> {
        let p = self.parse(position)?;
        let mut search = Search {
            conditions,
            most,
            best: Vec::new(),
            own: Vec::new(),
            count: 0,
            rows: 0,
            kept: Vec::new(),
            known: [false; Quantity::ALL.len()],
        };
        let mut memory = watch.claim("the positions that were found", 0)?;
        let mut met = 0u64;
        let wanted = Wanted {
            plies: true,
            grundy: true,
        };
        let mut notes = self.oracle.visit(&self.game, &p, wanted, watch, |seen| {
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
        let rows: Result<Vec<FoundOut>, SolveError> = search
            .kept
            .iter()
            .map(|(p, verdict)| self.found_out(p, verdict, watch))
            .collect();
        Ok(Found {
            game: self.game.info().name.to_owned(),
            set: self.set(),
            from: self.visited_from(&p),
            conditions: conditions.to_string(),
            count: search.count,
            folded: Some(search.rows).filter(|rows| *rows != search.count),
            positions: rows?,
            notes,
        })
    }

    /// Keeps a position if nothing that was asked for speaks against it.
    fn try_one(
        &self,
        search: &mut Search<'_, G::Pos>,
        seen: &Seen<'_, G::Pos>,
        watch: &Watch,
    ) -> Result<(), SolveError> {
        search.note_known(&seen.verdict);
        for c in &search.conditions.comparisons {
            match self.measure(c.quantity, seen, watch)? {
                Some(amount) if c.operator.holds(amount, c.amount) => {}
                _ => return Ok(()),
            }
        }
        match self.against_best(search, seen, watch)? {
            Ordering::Less => return Ok(()),
            Ordering::Equal => {}
            Ordering::Greater => search.begin_anew(),
        }
        search.count += seen.copies;
        search.rows += 1;
        if search.kept.len() < search.most {
            search.kept.push((seen.position.clone(), seen.verdict));
        }
        Ok(())
    }

    /// How the extremes of a position, which are left in `search.own`, compare
    /// with the best so far; one that is worse or missing ends the matter.
    fn against_best(
        &self,
        search: &mut Search<'_, G::Pos>,
        seen: &Seen<'_, G::Pos>,
        watch: &Watch,
    ) -> Result<Ordering, SolveError> {
        search.own.clear();
        let mut order = match search.count {
            0 => Ordering::Greater,
            _ => Ordering::Equal,
        };
        for (i, extreme) in search.conditions.extremes.iter().enumerate() {
            let Some(amount) = self.measure(extreme.quantity, seen, watch)? else {
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
        seen: &Seen<'_, G::Pos>,
        watch: &Watch,
    ) -> Result<Option<i128>, SolveError> {
        Ok(match quantity {
            Quantity::Moves => Some(self.move_count(seen.position)?.into()),
            Quantity::Winning => {
                let count = self.winning_moves(seen.position, u64::MAX, watch)?;
                Some(count.into())
            }
            told => told_of(told, &seen.verdict),
        })
    }

    /// The number of winning moves, counted no further than `enough`.
    pub(super) fn winning_moves(
        &self,
        p: &G::Pos,
        enough: u64,
        watch: &Watch,
    ) -> Result<u64, SolveError> {
        let moves = self.move_count(p)?;
        if moves == 0 {
            return Ok(0);
        }
        if moves > MOST_MOVES {
            return Err(SolveError::TooLarge {
                what: format!("the number of moves, {moves},"),
                most: MOST_MOVES,
            });
        }
        let mut winning = 0;
        let mut outcome = Ok(());
        let flow = self.game.successors(p, |to, turn| {
            match self.oracle.verdict(&self.game, &to, watch) {
                Ok(child) => winning += u64::from(child.wdl.over(turn) == Wdl::Win),
                Err(e) => outcome = Err(e),
            }
            if outcome.is_ok() && winning < enough {
                MORE
            } else {
                ENOUGH
            }
        });
        let _ = flow.map_err(|e| SolveError::fault(p, e))?;
        outcome?;
        Ok(winning)
    }

    /// That nothing was found because no position has what was asked for is an
    /// answer, with a note that says so. It is none where the oracle could not
    /// find it out, for which it has given a reason.
    fn unknown(
        &self,
        search: &Search<'_, G::Pos>,
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
            moves: self.move_count(p)?,
            winning: self.winning_moves(p, u64::MAX, watch)?,
        })
    }
}

impl<P> Search<'_, P> {
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
