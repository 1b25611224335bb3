//! Games on pairs of hands as a solver: the bit matrix if memory permits, otherwise the
//! symmetry-reduced table.

use std::sync::Arc;

use kibitz_game::{Engine, Game, HandPairGame, Plan, Retro, RunContext};

use super::{HandPairTable, memory, solve};
use crate::retrograde::RetrogradeSolver;
use crate::tabled::{Numbering, Values};
use crate::{RequestedFields, Scope, Solution, SolveError, Solver, Tabled};

/// Solves the whole game by hand pairs or, slower and in at most half the memory, by retrograde
/// analysis.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandPairSolver;

impl<G: Retro + HandPairGame> Solver<G> for HandPairSolver {
    fn visits_all(&self) -> bool {
        true
    }

    fn plan(
        &self,
        game: &G,
        scope: &Scope<G::Pos>,
        wanted: RequestedFields,
        context: &RunContext,
    ) -> Plan {
        /// Nanoseconds per position on one core.
        const NS: f64 = 45.0;
        let hands = u64::from(game.hands());
        let ns = NS / context.thread_count() as f64;
        let pairs = Plan::new(Engine::HandPairs, hands * hands, memory(hands), ns);
        match pairs.check(context) {
            Ok(()) => pairs,
            Err(_) => RetrogradeSolver.plan(game, scope, wanted, context),
        }
    }

    fn run(
        &self,
        game: &G,
        scope: &Scope<G::Pos>,
        wanted: RequestedFields,
        plan: &Plan,
        context: &RunContext,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        match plan.engine {
            Engine::HandPairs => Ok(Arc::new(Tabled::new(ByHands, solve(game, context)?))),
            _ => RetrogradeSolver.run(game, scope, wanted, plan, context),
        }
    }
}

/// Positions by the mover's hand, then the opponent's.
#[derive(Clone, Copy, Debug)]
struct ByHands;

impl<G: Game + HandPairGame> Numbering<G> for ByHands {
    fn size(&self, game: &G) -> u64 {
        u64::from(game.hands()) * u64::from(game.hands())
    }

    fn rank(&self, game: &G, p: &G::Pos) -> Option<u64> {
        let (mine, theirs) = game.hands_of(p);
        Some(u64::from(mine) * u64::from(game.hands()) + u64::from(theirs))
    }

    fn unrank(&self, game: &G, rank: u64) -> Option<G::Pos> {
        let hands = u64::from(game.hands());
        game.pair((rank / hands) as u32, (rank % hands) as u32)
    }
}

impl Values for HandPairTable {
    #[inline]
    fn get(&self, rank: u64) -> Result<Option<kibitz_game::Value>, SolveError> {
        Ok(self.table.get(rank))
    }
}
