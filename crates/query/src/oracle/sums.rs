//! Sums of impartial parts: Grundy values from the parts, plies from the
//! whole where it is small.

mod why;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use kibitz_game::{Bytes, Grouped, Reason, Step, Stop, Watch};
use kibitz_solve::heaps::Heaps;
use kibitz_solve::{Plan, SolveError};

use super::explored::{Reach, tally};
use super::{Group, Oracle, Tally, known};
use crate::Verdict;

use why::Theory;

/// Memory that may go into the plies of a sum, which nobody needs to win.
const PLIES_BUDGET: u64 = 256 << 20;
/// A position with more moves than this is shown in groups.
const MANY_MOVES: u64 = 5_000;

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
}

impl<G: Grouped> Oracle<G> for Sums<G> {
    fn plan(&self, _: &G, _: &G::Pos, _: &Watch) -> Plan {
        Plan::heaps()
    }

    fn plan_stats(&self, _: &G, _: &G::Pos, _: &Watch) -> Plan {
        Plan::explore()
    }

    fn verdict(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Verdict, SolveError> {
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
        if !Self::is_small(game, p) {
            return Ok(vec![
                "plies are not told: the sum has too many positions to look at".to_owned(),
            ]);
        }
        let budget = watch.memory_budget().min(PLIES_BUDGET);
        match self.whole.around(game, p, &watch.clone().memory(budget)) {
            Ok(_) => Ok(Vec::new()),
            Err(SolveError::Stop(Stop::OutOfMemory { .. })) => Ok(vec![format!(
                "plies are not told: the positions of the whole sum take more than {}",
                Bytes(budget)
            )]),
            Err(e) => Err(e),
        }
    }

    fn tally(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Tally<G::Pos>, SolveError> {
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
        if self.is_cyclic.load(Ordering::Relaxed) {
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
