//! The bit-parallel engine as a solver of the whole game, with counts restricted to reachable
//! positions.

use std::sync::{Arc, Mutex, PoisonError};

use kibitz_game::{BitParallelGame, Engine, Plan, RunContext};

use super::{Reached, Solved, memory, reach, solve};
use crate::solution::{Visited, Visitor};
use crate::value_counts::ValueCounts;
use crate::{Evaluation, RequestedFields, Scope, Solution, SolveError, Solver};

/// Solves the whole game; counts and visits cover the canonical positions reachable from a root.
#[derive(Clone, Copy, Debug, Default)]
pub struct BitParallelSolver;

/// The solved game.
struct BitParallelSolution {
    solved: Solved,
    /// The last reachability result: another visit from the same root needs no second search.
    reached: Mutex<Option<Arc<Rooted>>>,
}

/// What is reachable from a bundle and lane.
struct Rooted {
    root: (u32, u8),
    reached: Reached,
}

/// Positions visited between two cancellation checks.
const CHECK_INTERVAL: u32 = 64;

impl<G: BitParallelGame> Solver<G> for BitParallelSolver {
    fn scope(&self, _: &G, _: Scope<G::Pos>) -> Scope<G::Pos> {
        Scope::All
    }

    fn plan(&self, game: &G, _: &Scope<G::Pos>, _: RequestedFields, context: &RunContext) -> Plan {
        /// Assumed moves per bundle, typical for a small board.
        const MOVES: u64 = 24;
        /// Nanoseconds per position on one core.
        const NS: f64 = 110.0;
        let bundles = u64::from(game.inner());
        let ns = NS / context.thread_count() as f64;
        Plan::new(
            Engine::BitParallel,
            256 * bundles,
            memory(bundles, MOVES),
            ns,
        )
    }

    fn run(
        &self,
        game: &G,
        _: &Scope<G::Pos>,
        _: RequestedFields,
        _: &Plan,
        context: &RunContext,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        Ok(Arc::new(BitParallelSolution {
            solved: solve(game, context)?,
            reached: Mutex::new(None),
        }))
    }
}

impl BitParallelSolution {
    fn reached<G: BitParallelGame>(
        &self,
        game: &G,
        p: &G::Pos,
        context: &RunContext,
    ) -> Result<Arc<Rooted>, SolveError> {
        let root = game.address(p);
        let lock = || self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().as_ref().filter(|known| known.root == root) {
            return Ok(Arc::clone(known));
        }
        *lock() = None;
        let reached = reach(game, root, context)?;
        let rooted = Arc::new(Rooted { root, reached });
        *lock() = Some(Arc::clone(&rooted));
        Ok(rooted)
    }

    fn value<G: BitParallelGame>(&self, game: &G, p: &G::Pos) -> Result<Evaluation, SolveError> {
        let decided = game.static_value(p).map_err(|e| SolveError::fault(p, e))?;
        if let Some(value) = decided {
            return Ok(value.into());
        }
        let (bundle, lane) = game.address(p);
        Ok(self.solved.get(game, bundle, lane).into())
    }
}

impl<G: BitParallelGame> Solution<G> for BitParallelSolution {
    fn probe(
        &self,
        game: &G,
        p: &G::Pos,
        _: &RunContext,
    ) -> Result<Option<Evaluation>, SolveError> {
        self.value(game, p).map(Some)
    }

    fn covers(&self, _: &G, _: &G::Pos) -> bool {
        true
    }

    fn visit(
        &self,
        game: &G,
        root: &G::Pos,
        context: &RunContext,
        visitor: &mut Visitor<'_, G::Pos>,
    ) -> Result<(), SolveError> {
        let rooted = self.reached(game, root, context)?;
        for bundle in 0..game.bundles() {
            if bundle.is_multiple_of(CHECK_INTERVAL) {
                context.check()?;
            }
            let lanes = rooted.reached.lanes(game, bundle);
            if lanes.is_empty() {
                continue;
            }
            let known = game.initial_lanes(bundle);
            let decided = known.decided_won.or(known.decided_lost);
            for lane in lanes
                .and(game.lane_symmetry(bundle).canonical_lanes())
                .iter()
            {
                let Some(position) = game.position(bundle, lane) else {
                    continue;
                };
                let evaluation = if decided.has(lane) {
                    self.value(game, &position)?
                } else {
                    self.solved.get(game, bundle, lane).into()
                };
                visitor(Visited::one(&position, evaluation))?;
            }
        }
        Ok(())
    }

    /// Counts by word, which is much faster than by position.
    fn count_values(
        &self,
        game: &G,
        root: &G::Pos,
        context: &RunContext,
    ) -> Result<ValueCounts<G::Pos>, SolveError> {
        let rooted = self.reached(game, root, context)?;
        let counts = self.solved.count_values(game, &rooted.reached, context)?;
        let longest = counts.longest.and_then(|(plies, bundle, lane)| {
            let position = game.position(bundle, lane)?;
            Some((plies, position))
        });
        Ok(ValueCounts {
            draw: counts.draws,
            longest,
            undecided: Some(counts.undecided),
            ..ValueCounts::of_levels(counts.levels)
        })
    }
}
