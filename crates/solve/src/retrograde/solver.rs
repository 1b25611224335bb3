//! Retrograde analysis as a solver: one table of the whole game, in memory or on disk.

use std::sync::Arc;

use kibitz_game::{ByIndex, Engine, Numbering, Plan, Retro, RunContext};

use super::on_disk::disk;
use super::{DiskSizes, KernelGraph, UnmoveGraph, memory, solve, solve_on_disk};
use crate::work::stays_in_memory;
use crate::{RequestedFields, Scope, Solution, SolveError, Solver, Tabled};

/// Retrograde analysis of the whole game.
#[derive(Clone, Copy, Debug, Default)]
pub struct RetrogradeSolver;

impl<G: Retro> Solver<G> for RetrogradeSolver {
    fn visits_all(&self) -> bool {
        true
    }

    fn numbering(&self, _: &G) -> Option<Arc<dyn Numbering<G>>> {
        Some(Arc::new(ByIndex))
    }

    fn kernel_graph<'a>(&self, game: &'a G) -> Option<Box<dyn KernelGraph + 'a>> {
        Some(Box::new(UnmoveGraph(game)))
    }

    fn plan(&self, game: &G, _: &Scope<G::Pos>, _: RequestedFields, context: &RunContext) -> Plan {
        /// Nanoseconds per position and per move on one core of an ordinary machine. Counting and
        /// un-making the moves costs more than the table.
        const POSITION_NS: f64 = 40.0;
        const MOVE_NS: f64 = 60.0;
        /// How much longer it takes on disk.
        const ON_DISK: f64 = 2.0;
        let (size, threads) = (game.size(), context.thread_count());
        let moves = UnmoveGraph(game).average_moves();
        let ns = (POSITION_NS + MOVE_NS * moves) / threads as f64;
        let bytes = memory(size, threads);
        let in_memory = Plan::new(Engine::Retrograde, size, bytes, ns);
        let Some(scratch) = context.scratch() else {
            return in_memory;
        };
        if stays_in_memory(bytes, 2 * size, context) {
            return in_memory;
        }
        let bytes = DiskSizes::fit(size, context).memory(size);
        let bytes = bytes.max(scratch.spare);
        Plan {
            disk: Some(disk(size, moves)),
            ..Plan::new(Engine::RetrogradeOnDisk, size, bytes, ON_DISK * ns)
        }
    }

    fn run(
        &self,
        game: &G,
        _: &Scope<G::Pos>,
        _: RequestedFields,
        plan: &Plan,
        context: &RunContext,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        if let (Engine::RetrogradeOnDisk, Some(scratch)) = (plan.engine, context.scratch()) {
            let table = solve_on_disk(&UnmoveGraph(game), scratch, None, context)?;
            return Ok(Arc::new(Tabled::new(ByIndex, table)));
        }
        Ok(Arc::new(Tabled::new(ByIndex, solve(game, context)?)))
    }
}
