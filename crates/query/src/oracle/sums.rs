//! Sums of impartial parts: Grundy values from the parts, plies from the
//! whole where it is small.
//!
//! In misère play, where who cannot move wins, Grundy values say nothing about
//! a sum: then the game's own word counts, or else the whole.

mod why;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use kibitz_game::{Bytes, Excess, Grouped, Reason, Step, Stop, Watch, Wdl};
use kibitz_solve::explore::Explored;
use kibitz_solve::heaps::Heaps;
use kibitz_solve::{Plan, SolveError};

use super::explored::{Reach, tally};
use super::{Group, Oracle, Tally, known};
use crate::Verdict;

use why::Theory;

/// Memory that may go into the plies of a sum, which nobody needs to win.
const PLIES_BUDGET: u64 = 256 << 20;
/// So many positions at least take more than that.
const MANY_POSITIONS: u64 = 1 << 23;
/// Nobody has the memory for more.
const MOST_POSITIONS: u64 = 1 << 32;
/// A position with more moves than this is shown in groups.
const MANY_MOVES: u64 = 5_000;
/// A position with more moves than this is not looked at move by move, though
/// nothing else could tell its value.
const MOST_MOVES: u64 = 1 << 22;

/// The theory of Sprague and Grundy, and an enumeration of the whole where
/// that is possible.
#[derive(Debug)]
pub struct Sums<G: Grouped> {
    heaps: Mutex<Heaps<G>>,
    whole: Reach<G::Pos>,
    /// Whether play from the position that was prepared can go in circles:
    /// then there is no use in looking for Grundy values.
    is_cyclic: AtomicBool,
}

impl<G: Grouped> Default for Sums<G> {
    fn default() -> Sums<G> {
        Sums {
            heaps: Mutex::default(),
            whole: Reach::default(),
            is_cyclic: AtomicBool::new(false),
        }
    }
}

impl<G: Grouped> Sums<G> {
    /// The Grundy value of a position.
    ///
    /// # Errors
    /// Where a budget is used up, or play may not end: then there is none.
    pub fn grundy(
        &self,
        game: &G,
        p: &G::Pos,
        watch: &Watch,
    ) -> Result<kibitz_game::Grundy, SolveError> {
        let mut heaps = self.heaps.lock().unwrap_or_else(PoisonError::into_inner);
        heaps.grundy(game, p, watch)
    }

    /// Whether a position is small enough to look at all it reaches.
    fn is_small(game: &G, p: &G::Pos) -> bool {
        game.degree(p).is_ok_and(|moves| moves <= MANY_MOVES)
    }

    /// Misère play: the game's own word where there is no enumeration that has
    /// `p` in it, and an enumeration where there is no such word.
    fn misere(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Verdict, SolveError> {
        if let Some(whole) = self.whole.known(p) {
            return known(whole.get(p), p).map(Verdict::from);
        }
        match game.known_misere(p) {
            Some(wdl) => Ok(Verdict::bare(wdl)),
            None => {
                let whole = self.misere_whole(game, p, watch)?;
                known(whole.get(p), p).map(Verdict::from)
            }
        }
    }

    fn misere_whole(
        &self,
        game: &G,
        p: &G::Pos,
        watch: &Watch,
    ) -> Result<Arc<Explored<G::Pos>>, SolveError> {
        let mut excess = None;
        game.parts(p, |part| {
            excess = excess.take().or_else(|| game.excess(&part))
        });
        if let Some(Excess { what, most }) = excess {
            return Err(SolveError::TooLarge { what, most });
        }
        match game.degree(p) {
            Ok(moves) if moves > MOST_MOVES => Err(SolveError::TooLarge {
                what: format!("the number of moves, {moves}, with no short cut in misère play,"),
                most: MOST_MOVES,
            }),
            _ => self.whole.around(game, p, watch),
        }
    }

    /// Looks at all that a small position reaches, for its plies; says what is
    /// missing where that is too much.
    fn look_at_all(
        &self,
        game: &G,
        p: &G::Pos,
        watch: &Watch,
    ) -> Result<Option<String>, SolveError> {
        if !Self::is_small(game, p) || game.reaches_at_least(p) > MANY_POSITIONS {
            let note = "plies are not told: the sum has too many positions to look at";
            return Ok(Some(note.to_owned()));
        }
        let budget = watch.memory_budget().min(PLIES_BUDGET);
        match self.whole.around(game, p, &watch.clone().memory(budget)) {
            Ok(_) => Ok(None),
            Err(SolveError::Stop(Stop::OutOfMemory { .. })) => Ok(Some(format!(
                "plies are not told: the positions of the whole sum take more than {}",
                Bytes(budget)
            ))),
            Err(e) => Err(e),
        }
    }
}

/// Whether who cannot move wins.
fn is_misere<G: Grouped>(game: &G) -> bool {
    game.stuck() == Wdl::Win
}

impl<G: Grouped> Oracle<G> for Sums<G> {
    fn plan(&self, game: &G, p: &G::Pos, _: &Watch) -> Plan {
        if is_misere(game) && game.known_misere(p).is_none() {
            return Plan::explore();
        }
        Plan::heaps()
    }

    fn plan_stats(&self, _: &G, _: &G::Pos, _: &Watch) -> Plan {
        Plan::explore()
    }

    fn verdict(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Verdict, SolveError> {
        if is_misere(game) {
            return self.misere(game, p, watch);
        }
        let whole = self.whole.known(p).and_then(|whole| whole.get(p));
        if let Some(value) = whole
            && self.is_cyclic.load(Ordering::Relaxed)
        {
            return Ok(Verdict::from(value));
        }
        let grundy = match self.grundy(game, p, watch) {
            Ok(grundy) => grundy,
            // No Grundy value, but the whole tells.
            Err(SolveError::Cycle { .. }) => {
                self.is_cyclic.store(true, Ordering::Relaxed);
                let value = self.whole.around(game, p, watch)?.get(p);
                return known(value, p).map(Verdict::from);
            }
            Err(e) => return Err(e),
        };
        Ok(Verdict {
            grundy: Some(grundy),
            ..whole.map_or(Verdict::bare(grundy.wdl()), Verdict::from)
        })
    }

    fn prepare(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Vec<String>, SolveError> {
        if is_misere(game) {
            let mut notes = vec!["no Grundy values: in misère play sums have none".to_owned()];
            if game.known_misere(p).is_some() {
                notes.extend(self.look_at_all(game, p, watch)?);
            } else {
                self.misere_whole(game, p, watch)?;
            }
            return Ok(notes);
        }
        let cyclic = match self.grundy(game, p, watch) {
            Ok(_) => false,
            Err(SolveError::Cycle { .. }) => true,
            Err(e) => return Err(e),
        };
        self.is_cyclic.store(cyclic, Ordering::Relaxed);
        if cyclic {
            self.whole.around(game, p, watch)?;
            let note = "no Grundy values: play can go in circles";
            return Ok(vec![note.to_owned()]);
        }
        Ok(self.look_at_all(game, p, watch)?.into_iter().collect())
    }

    fn tally(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Tally<G::Pos>, SolveError> {
        let least = game.reaches_at_least(p);
        if least > MOST_POSITIONS {
            return Err(SolveError::TooLarge {
                what: format!("the number of positions, {least} or more,"),
                most: MOST_POSITIONS,
            });
        }
        // Kept, so that the start's verdict has its plies.
        let whole = self.whole.rooted_at(game, p, watch)?;
        Ok(tally(&whole))
    }

    fn reason(
        &self,
        game: &G,
        p: &G::Pos,
        moves: &[Step<G::Pos, G::Move>],
        watch: &Watch,
    ) -> Result<Option<Reason>, SolveError> {
        if self.is_cyclic.load(Ordering::Relaxed) || is_misere(game) {
            return Ok(None);
        }
        let mut heaps = self.heaps.lock().unwrap_or_else(PoisonError::into_inner);
        let mut theory = Theory {
            game,
            heaps: &mut heaps,
            watch,
        };
        theory.reason(p, moves).map(Some)
    }

    fn groups(&self, game: &G, p: &G::Pos) -> Option<Vec<Group<G::Move>>> {
        if Self::is_small(game, p) {
            return None;
        }
        game.groups(p)
    }

    fn after(&self, game: &G, p: &G::Pos, by: &G::Move) -> Option<G::Pos> {
        Some(game.after(p, by))
    }
}
