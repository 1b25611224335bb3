//! Games on pairs of hands as a solver: the bit matrix if memory permits, with its results in memory or
//! on disk, otherwise the symmetry-reduced table, in memory or on disk.

use std::sync::Arc;

use kibitz_game::{ByHands, Engine, HandPairGame, Numbering, Plan, Retro, RunContext};

use super::on_disk::{disk, memory_of_reading};
use super::{HandPairGraph, HandPairTable, memory, memory_on_disk, solve, solve_on_disk};
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
        /// How much longer it takes on disk.
        const ON_DISK: f64 = 1.5;
        let (hands, threads) = (u64::from(game.hands()), context.thread_count());
        let ns = NS / threads as f64;
        let in_memory = Plan::new(Engine::HandPairs, hands * hands, memory(hands), ns);
        let fits = |plan: &Plan| plan.check(context).is_ok();
        if fits(&in_memory) && stays_in_memory(memory(hands), 2 * hands * hands, context) {
            return in_memory;
        }
        let on_disk = context.scratch().map(|scratch| {
            let reading = memory_of_reading(hands, threads) + scratch.spare;
            let bytes = memory_on_disk(hands).max(reading);
            Plan {
                disk: Some(disk(hands)),
                ..Plan::new(Engine::HandPairsOnDisk, hands * hands, bytes, ON_DISK * ns)
            }
        });
        on_disk
            .filter(fits)
            .unwrap_or_else(|| RetrogradeSolver.plan(game, scope, wanted, context))
    }

    fn run(
        &self,
        game: &G,
        scope: &Scope<G::Pos>,
        wanted: RequestedFields,
        plan: &Plan,
        context: &RunContext,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        match (plan.engine, context.scratch()) {
            (Engine::HandPairs, _) => Ok(Arc::new(Tabled::new(ByHands, solve(game, context)?))),
            (Engine::HandPairsOnDisk, Some(scratch)) => {
                let table = solve_on_disk(game, scratch, context)?;
                Ok(Arc::new(Tabled::new(ByHands, table)))
            }
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
