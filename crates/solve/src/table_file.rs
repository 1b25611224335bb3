//! Table files as solutions.

mod write;

use std::sync::Arc;

use kibitz_check::{CheckError, Verdict};
use kibitz_game::{Engine, Game, Numbering, Plan, RunContext};
use kibitz_tablebase::Table;

pub use write::{NotWritten, write_listed, write_numbered};

use crate::explore_vectors::VectorSource;
use crate::retrograde::KernelGraph;
use crate::{Evaluation, RequestedFields, RuleText, Scope, Solution, SolveError, Solver, Values};

impl Values for Arc<Table> {
    #[inline]
    fn get(&self, rank: u64) -> Result<Option<Evaluation>, SolveError> {
        let Some(entry) = Table::get(self, rank)? else {
            return Ok(None);
        };
        Ok(Some(Evaluation {
            wdl: entry.wdl(),
            plies: entry.plies(),
            grundy: if self.has_grundy() {
                self.grundy(rank)?
            } else {
                None
            },
            score: if self.has_scores() {
                self.score(rank)?
            } else {
                None
            },
        }))
    }
}

/// Takes values from a table file.
pub struct TableSolver<G: Game> {
    solver: Arc<dyn Solver<G>>,
    solution: Arc<dyn Solution<G>>,
    positions: u64,
    /// Whether what the table does not have is solved.
    falls_back: bool,
}

impl<G: Game + 'static> TableSolver<G> {
    /// `solver` is the game's own, whose numbering the table has; `None` if it has no tables.
    pub fn new(solver: &Arc<dyn Solver<G>>, game: &G, table: Arc<Table>) -> Option<TableSolver<G>> {
        let positions = table.positions();
        Some(TableSolver {
            solution: solver.stored(game, table)?,
            solver: Arc::clone(solver),
            positions,
            falls_back: false,
        })
    }

    /// Solves what the table does not have, instead of refusing it.
    #[must_use]
    pub fn with_fallback(mut self) -> TableSolver<G> {
        self.falls_back = true;
        self
    }
}

impl<G: Game> TableSolver<G> {
    /// Whether the values of a scope are to be taken from the table.
    fn takes(&self, game: &G, scope: &Scope<G::Pos>) -> bool {
        !self.falls_back
            || self.solver.visits_all()
            || match scope {
                Scope::All => true,
                Scope::Around(p) => self.solution.covers(game, p),
                Scope::From(roots) => roots.iter().all(|p| self.solution.visits_from(game, p)),
            }
    }
}

impl<G: Game> std::fmt::Debug for TableSolver<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableSolver")
            .field("positions", &self.positions)
            .finish_non_exhaustive()
    }
}

impl<G: Game> Solver<G> for TableSolver<G> {
    fn scope(&self, game: &G, requested: Scope<G::Pos>) -> Scope<G::Pos> {
        match self.takes(game, &requested) {
            true => Scope::All,
            false => self.solver.scope(game, requested),
        }
    }

    fn visits_all(&self) -> bool {
        self.solver.visits_all()
    }

    fn numbering(&self, game: &G) -> Option<Arc<dyn Numbering<G>>> {
        self.solver.numbering(game)
    }

    fn kernel_graph<'a>(&self, game: &'a G) -> Option<Box<dyn KernelGraph + 'a>> {
        self.solver.kernel_graph(game)
    }

    fn vectors<'a>(&self, game: &'a G, root: &G::Pos) -> Option<Box<dyn VectorSource + 'a>> {
        self.solver.vectors(game, root)
    }

    fn rule_text(&self, game: &G, root: &G::Pos) -> Option<RuleText> {
        self.solver.rule_text(game, root)
    }

    fn check(
        &self,
        game: &G,
        table: &Table,
        context: &RunContext,
    ) -> Option<Result<Verdict<G::Pos>, CheckError>> {
        self.solver.check(game, table, context)
    }

    fn plan(
        &self,
        game: &G,
        scope: &Scope<G::Pos>,
        wanted: RequestedFields,
        context: &RunContext,
    ) -> Plan {
        match self.takes(game, scope) {
            true => Plan::new(Engine::TableFile, self.positions, 0, 0.0),
            false => self.solver.plan(game, scope, wanted, context),
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
            Engine::TableFile => Ok(Arc::clone(&self.solution)),
            _ => self.solver.run(game, scope, wanted, plan, context),
        }
    }
}
