//! Games whose positions come in bundles as a solver: the whole game, of which
//! what a position reaches is visited.

use std::sync::{Arc, Mutex, PoisonError};

use kibitz_game::{Bundled, Engine, Plan, Watch};

use super::{Reached, Solved, memory, reach, solve};
use crate::solution::{Seen, Visitor};
use crate::tally::Tally;
use crate::{Scope, Solution, SolveError, Solver, Verdict, Wanted};

/// Solves the whole game; what is counted and visited is what a position
/// reaches, one of all that are the same after folding.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bundles;

/// The solved game.
struct Whole {
    solved: Solved,
    /// What was reached last: a second visit from the same position needs no
    /// second search.
    reached: Mutex<Option<Arc<Rooted>>>,
}

/// What can be reached from a bundle and lane.
struct Rooted {
    root: (u32, u8),
    reached: Reached,
}

/// Positions of a bundle that are visited between two looks at the clock.
const PACE: u32 = 64;

impl<G: Bundled> Solver<G> for Bundles {
    fn scope(&self, _: &G, _: Scope<G::Pos>) -> Scope<G::Pos> {
        Scope::All
    }

    fn plan(&self, game: &G, _: &Scope<G::Pos>, _: Wanted, watch: &Watch) -> Plan {
        /// As many moves as animals on a small board have.
        const MOVES: u64 = 24;
        /// Nanoseconds for a position on one core.
        const NS: f64 = 110.0;
        let bundles = u64::from(game.inner());
        let ns = NS / watch.thread_count() as f64;
        Plan::new(Engine::Lanes, 256 * bundles, memory(bundles, MOVES), ns)
    }

    fn run(
        &self,
        game: &G,
        _: &Scope<G::Pos>,
        _: Wanted,
        _: &Plan,
        watch: &Watch,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        Ok(Arc::new(Whole {
            solved: solve(game, watch)?,
            reached: Mutex::new(None),
        }))
    }
}

impl Whole {
    fn reached<G: Bundled>(
        &self,
        game: &G,
        p: &G::Pos,
        watch: &Watch,
    ) -> Result<Arc<Rooted>, SolveError> {
        let root = game.address(p);
        let lock = || self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().as_ref().filter(|known| known.root == root) {
            return Ok(Arc::clone(known));
        }
        *lock() = None;
        let reached = reach(game, root, watch)?;
        let rooted = Arc::new(Rooted { root, reached });
        *lock() = Some(Arc::clone(&rooted));
        Ok(rooted)
    }

    fn value<G: Bundled>(&self, game: &G, p: &G::Pos) -> Result<Verdict, SolveError> {
        let decided = game.decided(p).map_err(|e| SolveError::fault(p, e))?;
        if let Some(value) = decided {
            return Ok(value.into());
        }
        let (bundle, lane) = game.address(p);
        Ok(self.solved.get(game, bundle, lane).into())
    }
}

impl<G: Bundled> Solution<G> for Whole {
    fn verdict(&self, game: &G, p: &G::Pos, _: &Watch) -> Result<Option<Verdict>, SolveError> {
        self.value(game, p).map(Some)
    }

    fn covers(&self, _: &G, _: &G::Pos) -> bool {
        true
    }

    fn visit(
        &self,
        game: &G,
        root: &G::Pos,
        watch: &Watch,
        see: &mut Visitor<'_, G::Pos>,
    ) -> Result<(), SolveError> {
        let rooted = self.reached(game, root, watch)?;
        for bundle in 0..game.bundles() {
            if bundle.is_multiple_of(PACE) {
                watch.check()?;
            }
            let lanes = rooted.reached.lanes(game, bundle);
            if lanes.is_empty() {
                continue;
            }
            let known = game.opening(bundle);
            let decided = known.decided_won.or(known.decided_lost);
            for lane in lanes.and(game.alike(bundle).counted()).iter() {
                let Some(position) = game.position(bundle, lane) else {
                    continue;
                };
                let verdict = if decided.has(lane) {
                    self.value(game, &position)?
                } else {
                    self.solved.get(game, bundle, lane).into()
                };
                see(Seen::one(&position, verdict))?;
            }
        }
        Ok(())
    }

    /// Word by word, which is much quicker than position by position.
    fn tally(&self, game: &G, root: &G::Pos, watch: &Watch) -> Result<Tally<G::Pos>, SolveError> {
        let rooted = self.reached(game, root, watch)?;
        let census = self.solved.census(game, &rooted.reached, watch)?;
        let longest = census.longest.and_then(|(plies, bundle, lane)| {
            let position = game.position(bundle, lane)?;
            Some((plies, position))
        });
        Ok(Tally {
            draw: census.draws,
            longest,
            undecided: Some(census.undecided),
            ..Tally::of_levels(census.levels)
        })
    }
}
