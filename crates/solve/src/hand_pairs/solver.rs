//! Games on pairs of hands as a solver: the bit matrix if memory permits, otherwise the
//! symmetry-reduced table, in memory or on disk.

use std::sync::Arc;

use kibitz_game::{ByHands, Engine, HandPairGame, Numbering, Plan, Retro, RunContext};

use super::{HandPairGraph, HandPairTable, memory, solve};
use crate::retrograde::{KernelGraph, RetrogradeSolver};
use crate::tabled::Values;
use crate::work::stays_in_memory;
use crate::{Evaluation, RequestedFields, Scope, Solution, SolveError, Solver, Tabled};

/// Solves the whole game by hand pairs or, slower and in at most half the memory, by retrograde
/// analysis.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandPairSolver;

impl<G: Retro + HandPairGame> Solver<G> for HandPairSolver {
    fn visits_all(&self) -> bool {
        true
    }

    fn numbering(&self, _: &G) -> Option<Arc<dyn Numbering<G>>> {
        Some(Arc::new(ByHands))
    }

    fn kernel_graph<'a>(&self, game: &'a G) -> Option<Box<dyn KernelGraph + 'a>> {
        Some(Box::new(HandPairGraph::new(game)))
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
        let fits = pairs.check(context).is_ok();
        match fits && stays_in_memory(memory(hands), 2 * hands * hands, context) {
            true => pairs,
            false => RetrogradeSolver.plan(game, scope, wanted, context),
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

impl Values for HandPairTable {
    #[inline]
    fn get(&self, rank: u64) -> Result<Option<Evaluation>, SolveError> {
        Ok(self.table.get(rank).map(Evaluation::from))
    }
}
