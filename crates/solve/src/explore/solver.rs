//! Enumeration as a solver, for any game.

use std::sync::Arc;

use kibitz_game::{Engine, Game, Plan, RunContext};

use super::{SolvedGraph, solve};
use crate::solution::{Visited, Visitor};
use crate::{Evaluation, RequestedFields, Scope, Solution, SolveError, Solver};

/// Enumerates what is reachable from some positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct EnumerationSolver;

impl<G: Game> Solver<G> for EnumerationSolver
where
    G::Pos: 'static,
{
    /// A game without an index begins at its start.
    fn scope(&self, game: &G, requested: Scope<G::Pos>) -> Scope<G::Pos> {
        match (requested, game.start()) {
            (Scope::All, Some(start)) => Scope::from_one(start),
            (requested, _) => requested,
        }
    }

    fn plan(&self, _: &G, _: &Scope<G::Pos>, _: RequestedFields, _: &RunContext) -> Plan {
        Plan::unknown(Engine::Explore)
    }

    fn run(
        &self,
        game: &G,
        scope: &Scope<G::Pos>,
        _: RequestedFields,
        _: &Plan,
        context: &RunContext,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        let roots = scope.roots();
        Ok(Arc::new(solve(game, roots.iter().cloned(), context)?))
    }
}

impl<G: Game> Solution<G> for SolvedGraph<G::Pos> {
    fn probe(&self, _: &G, p: &G::Pos, _: &RunContext) -> Result<Option<Evaluation>, SolveError> {
        Ok(self.get(p).map(Evaluation::from))
    }

    fn covers(&self, _: &G, p: &G::Pos) -> bool {
        self.get(p).is_some()
    }

    fn visit(
        &self,
        _: &G,
        _: &G::Pos,
        _: &RunContext,
        visitor: &mut Visitor<'_, G::Pos>,
    ) -> Result<(), SolveError> {
        for (p, value) in self.iter() {
            visitor(Visited::one(p, value))?;
        }
        Ok(())
    }
}
