//! Solvers: which positions to solve, by which engine, and whether there is enough memory.

use std::sync::Arc;

use kibitz_check::{CheckError, Verdict};
use kibitz_game::{Game, Numbering, Plan, RunContext};
use kibitz_tablebase::Table;

use crate::explore_vectors::VectorSource;
use crate::retrograde::KernelGraph;
use crate::work::free_space;
use crate::{Solution, SolveError, Tabled};

/// Which positions are to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope<P> {
    /// A position and everything reachable from it. Any solution that contains it will do.
    Around(P),
    /// Exactly what is reachable from these positions.
    From(Arc<[P]>),
    /// All positions of the game.
    All,
}

impl<P> Scope<P> {
    /// Exactly what is reachable from one position.
    pub fn from_one(root: P) -> Scope<P> {
        Scope::From([root].into())
    }

    /// The same scope with positions of another type.
    pub fn map<Q>(&self, of: impl Fn(&P) -> Q) -> Scope<Q> {
        match self {
            Scope::Around(p) => Scope::Around(of(p)),
            Scope::From(roots) => Scope::From(roots.iter().map(of).collect()),
            Scope::All => Scope::All,
        }
    }
}

impl<P: Clone> Scope<P> {
    /// Its roots; none for all positions.
    #[must_use]
    pub fn roots(&self) -> Arc<[P]> {
        match self {
            Scope::Around(p) => [p.clone()].into(),
            Scope::From(roots) => Arc::clone(roots),
            Scope::All => [].into(),
        }
    }
}

/// What is requested beyond win, draw or loss. A solution may include more if it costs nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RequestedFields {
    /// Distances.
    pub plies: bool,
    /// Grundy values.
    pub grundy: bool,
    /// Visits or counts of all positions of the scope: each must be solved.
    pub visits: bool,
}

impl RequestedFields {
    /// Everything about single positions.
    pub const ALL: RequestedFields = RequestedFields {
        plies: true,
        grundy: true,
        visits: false,
    };

    /// Whether a solution for `self` has everything that `other` requests.
    #[must_use]
    pub fn includes(self, other: RequestedFields) -> bool {
        (self.plies || !other.plies)
            && (self.grundy || !other.grundy)
            && (self.visits || !other.visits)
    }
}

/// Rules in a table file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleText {
    /// The name of the numbering: `rows`, or [`COMPONENTS`](crate::grundy::COMPONENTS).
    pub numbering: &'static str,
    /// The text of the rule file; `None` for a built-in game.
    pub source: Option<String>,
    /// A hash of the meaning.
    pub hash: String,
    /// Whether positions are reduced by symmetry.
    pub symmetry: bool,
}

/// Chooses and runs an engine. A solver has options, but no state that could affect a result.
pub trait Solver<G: Game>: Send + Sync {
    /// The scope that is solved for a requested one, which it includes: the whole game if one table
    /// holds it.
    fn scope(&self, game: &G, requested: Scope<G::Pos>) -> Scope<G::Pos> {
        let _ = game;
        match self.visits_all() {
            true => Scope::All,
            false => requested,
        }
    }

    /// What is computed if this is requested: everything, unless parts of it cost more than the
    /// rest.
    fn wanted(&self, requested: RequestedFields) -> RequestedFields {
        let _ = requested;
        RequestedFields {
            visits: true,
            ..RequestedFields::ALL
        }
    }

    /// Whether [`Solution::visit`] visits all positions of the game, not only those reachable from
    /// a position.
    fn visits_all(&self) -> bool {
        false
    }

    /// The rules as the header of a table file has them, for games whose table files list the
    /// positions or components reachable from a root; `None` for other games.
    fn rule_text(&self, game: &G, root: &G::Pos) -> Option<RuleText> {
        let _ = (game, root);
        None
    }

    /// The numbering of table files of the whole game; `None` if the game has no such tables.
    fn numbering(&self, game: &G) -> Option<Arc<dyn Numbering<G>>> {
        let _ = game;
        None
    }

    /// The graph that several processes solve together by retrograde analysis, its ranks being
    /// those of this [`numbering`](Solver::numbering); `None` if there is no un-move generator.
    fn kernel_graph<'a>(&self, game: &'a G) -> Option<Box<dyn KernelGraph + 'a>> {
        let _ = game;
        None
    }

    /// What several processes enumerate and solve together, from a root; `None` if the game has a
    /// [`kernel_graph`](Solver::kernel_graph), or is not one on state vectors.
    fn vectors<'a>(&self, game: &'a G, root: &G::Pos) -> Option<Box<dyn VectorSource + 'a>> {
        let _ = (game, root);
        None
    }

    /// The solution that a table file with the values of this [`numbering`](Solver::numbering)
    /// gives.
    fn stored(&self, game: &G, table: Arc<Table>) -> Option<Arc<dyn Solution<G>>>
    where
        G: 'static,
    {
        let numbering = self.numbering(game)?;
        Some(Arc::new(Tabled::new(numbering, table)))
    }

    /// The solver itself with Grundy values of components from a table file, and what it does not
    /// have refused or solved; `None` if its tables have positions, which are
    /// [`stored`](Solver::stored).
    fn with_components(&self, table: &Arc<Table>, falls_back: bool) -> Option<Arc<dyn Solver<G>>> {
        let _ = (table, falls_back);
        None
    }

    /// Checks every value of a table file of this [`numbering`](Solver::numbering) from the rules;
    /// `None` if the game has no such tables.
    fn check(
        &self,
        game: &G,
        table: &Table,
        context: &RunContext,
    ) -> Option<Result<Verdict<G::Pos>, CheckError>> {
        let numbering = self.numbering(game)?;
        Some(kibitz_check::check(game, &*numbering, table, context))
    }

    /// The estimated resources for a scope.
    fn plan(
        &self,
        game: &G,
        scope: &Scope<G::Pos>,
        wanted: RequestedFields,
        context: &RunContext,
    ) -> Plan;

    /// Runs what [`plan`](Solver::plan) chose. Called only by [`solve`].
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    fn run(
        &self,
        game: &G,
        scope: &Scope<G::Pos>,
        wanted: RequestedFields,
        plan: &Plan,
        context: &RunContext,
    ) -> Result<Arc<dyn Solution<G>>, SolveError>;
}

/// Plans, announces the plan, checks it against the free part of the memory budget, and runs it.
///
/// ```
/// use kibitz_game::RunContext;
/// use kibitz_solve::explore::EnumerationSolver;
/// use kibitz_solve::{Scope, RequestedFields, solve};
/// # use std::convert::Infallible;
/// # use kibitz_game::{Flow, Game, CONTINUE, Step};
/// # /// Take 1 or 2; a player who cannot take loses.
/// # struct Take;
/// # impl Game for Take {
/// #     type Pos = u32;
/// #     type Move = u32;
/// #     type Fault = Infallible;
/// #     fn expand<F: FnMut(Step<u32, u32>) -> Flow>(&self, &n: &u32, mut visit: F)
/// #         -> Result<Flow, Infallible> {
/// #         for take in 1..=n.min(2) {
/// #             if visit(Step::alternate(n - take, take)).is_break() { return Ok(Flow::Break(())); }
/// #         }
/// #         Ok(CONTINUE)
/// #     }
/// # }
///
/// let context = RunContext::new();
/// let solution = solve(&EnumerationSolver, &Take, &Scope::Around(7), RequestedFields::ALL, &context).unwrap();
/// let probe = solution.probe(&Take, &6, &context).unwrap().unwrap();
/// assert_eq!(probe.plies.unwrap().get(), 4);
/// ```
///
/// # Errors
/// Returns an error if a limit is reached or the rules fail.
pub fn solve<G: Game>(
    solver: &dyn Solver<G>,
    game: &G,
    scope: &Scope<G::Pos>,
    wanted: RequestedFields,
    context: &RunContext,
) -> Result<Arc<dyn Solution<G>>, SolveError> {
    let mut plan = solver.plan(game, scope, wanted, context);
    if let (Some(_), Some(scratch)) = (plan.disk, context.scratch()) {
        plan.disk_free = free_space(&scratch.directory);
    }
    context.announce(&plan);
    plan.check(context)?;
    solver.run(game, scope, wanted, &plan, context)
}
