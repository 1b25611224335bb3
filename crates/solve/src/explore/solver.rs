//! Enumeration as a solver: any game at all.

use std::sync::Arc;

use kibitz_game::{Engine, Game, Plan, Watch};

use super::{Explored, solve};
use crate::solution::{Seen, Visitor};
use crate::{Scope, Solution, SolveError, Solver, Verdict, Wanted};

/// Enumerates what some positions reach.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reach;

impl<G: Game> Solver<G> for Reach
where
    G::Pos: 'static,
{
    /// A game without an index begins at its start.
    fn scope(&self, game: &G, asked: Scope<G::Pos>) -> Scope<G::Pos> {
        match (asked, game.start()) {
            (Scope::All, Some(start)) => Scope::from_one(start),
            (asked, _) => asked,
        }
    }

    fn plan(&self, _: &G, _: &Scope<G::Pos>, _: Wanted, _: &Watch) -> Plan {
        Plan::unknown(Engine::Explore)
    }

    fn run(
        &self,
        game: &G,
        scope: &Scope<G::Pos>,
        _: Wanted,
        _: &Plan,
        watch: &Watch,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        let roots = scope.roots();
        Ok(Arc::new(solve(game, roots.iter().cloned(), watch)?))
    }
}

impl<G: Game> Solution<G> for Explored<G::Pos> {
    fn verdict(&self, _: &G, p: &G::Pos, _: &Watch) -> Result<Option<Verdict>, SolveError> {
        Ok(self.get(p).map(Verdict::from))
    }

    fn covers(&self, _: &G, p: &G::Pos) -> bool {
        self.get(p).is_some()
    }

    fn visit(
        &self,
        _: &G,
        _: &G::Pos,
        _: &Watch,
        see: &mut Visitor<'_, G::Pos>,
    ) -> Result<(), SolveError> {
        for (p, value) in self.iter() {
            see(Seen::one(p, value))?;
        }
        Ok(())
    }
}
