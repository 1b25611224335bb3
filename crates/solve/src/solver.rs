//! From a question to a solution: which positions, by which engine, and
//! whether there is memory for it.

use std::sync::Arc;

use kibitz_game::{Game, Plan, Watch};

use crate::{Solution, SolveError};

/// Which positions are to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope<P> {
    /// A position and all it leads to. Any solution that knows it will do.
    Around(P),
    /// What these positions reach and nothing else.
    From(Arc<[P]>),
    /// All positions of the game.
    All,
}

impl<P> Scope<P> {
    /// What one position reaches and nothing else.
    pub fn from_one(root: P) -> Scope<P> {
        Scope::From([root].into())
    }

    /// The same scope with positions of another kind.
    pub fn map<Q>(&self, of: impl Fn(&P) -> Q) -> Scope<Q> {
        match self {
            Scope::Around(p) => Scope::Around(of(p)),
            Scope::From(roots) => Scope::From(roots.iter().map(of).collect()),
            Scope::All => Scope::All,
        }
    }
}

impl<P: Clone> Scope<P> {
    /// The positions from which it is reached; none for all positions.
    #[must_use]
    pub fn roots(&self) -> Arc<[P]> {
        match self {
            Scope::Around(p) => [p.clone()].into(),
            Scope::From(roots) => Arc::clone(roots),
            Scope::All => [].into(),
        }
    }
}

/// What is asked about positions beyond win, draw or loss. An answer may
/// include more if it costs nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// How soon the game ends.
    pub plies: bool,
    /// The Grundy value.
    pub grundy: bool,
    /// To visit or count all positions of the scope: each must be known.
    pub visits: bool,
}

impl Wanted {
    /// Everything about single positions.
    pub const ALL: Wanted = Wanted {
        plies: true,
        grundy: true,
        visits: false,
    };

    /// Whether an answer to `self` has all that `other` asks for.
    #[must_use]
    pub fn includes(self, other: Wanted) -> bool {
        (self.plies || !other.plies)
            && (self.grundy || !other.grundy)
            && (self.visits || !other.visits)
    }
}

/// Chooses and runs an engine. A solver has options, and no state that an
/// answer could depend on.
pub trait Solver<G: Game>: Send + Sync {
    /// The scope that is solved for another one, which it includes: the whole
    /// game if one table holds it.
    fn scope(&self, game: &G, asked: Scope<G::Pos>) -> Scope<G::Pos> {
        let _ = game;
        match self.visits_all() {
            true => Scope::All,
            false => asked,
        }
    }

    /// What is worked out where this is asked for: everything, unless some of
    /// it costs more than the rest.
    fn wanted(&self, asked: Wanted) -> Wanted {
        let _ = asked;
        Wanted {
            visits: true,
            ..Wanted::ALL
        }
    }

    /// Whether [`Solution::visit`] goes through all positions of the game, not
    /// only through those that a position reaches.
    fn visits_all(&self) -> bool {
        false
    }

    /// What it will take to solve a scope.
    fn plan(&self, game: &G, scope: &Scope<G::Pos>, wanted: Wanted, watch: &Watch) -> Plan;

    /// Runs what [`plan`](Solver::plan) chose. Called by [`solve`] alone.
    ///
    /// # Errors
    /// Where a budget is used up or the rules fail.
    fn run(
        &self,
        game: &G,
        scope: &Scope<G::Pos>,
        wanted: Wanted,
        plan: &Plan,
        watch: &Watch,
    ) -> Result<Arc<dyn Solution<G>>, SolveError>;
}

/// Plans, announces the plan, checks it against what is left of the memory
/// budget, and runs it.
///
/// ```
/// use kibitz_game::Watch;
/// use kibitz_solve::explore::Reach;
/// use kibitz_solve::{Scope, Wanted, solve};
/// # use std::convert::Infallible;
/// # use kibitz_game::{Flow, Game, MORE, Step};
/// # /// Take 1 or 2; who cannot take loses.
/// # struct Take;
/// # impl Game for Take {
/// #     type Pos = u32;
/// #     type Move = u32;
/// #     type Fault = Infallible;
/// #     fn expand<F: FnMut(Step<u32, u32>) -> Flow>(&self, &n: &u32, mut visit: F)
/// #         -> Result<Flow, Infallible> {
/// #         for take in 1..=n.min(2) {
/// #             if visit(Step::pass(n - take, take)).is_break() { return Ok(Flow::Break(())); }
/// #         }
/// #         Ok(MORE)
/// #     }
/// # }
///
/// let watch = Watch::new();
/// let solution = solve(&Reach, &Take, &Scope::Around(7), Wanted::ALL, &watch).unwrap();
/// let verdict = solution.verdict(&Take, &6, &watch).unwrap().unwrap();
/// assert_eq!(verdict.plies.unwrap().get(), 4);
/// ```
///
/// # Errors
/// Where a budget is used up or the rules fail.
pub fn solve<G: Game>(
    solver: &dyn Solver<G>,
    game: &G,
    scope: &Scope<G::Pos>,
    wanted: Wanted,
    watch: &Watch,
) -> Result<Arc<dyn Solution<G>>, SolveError> {
    let plan = solver.plan(game, scope, wanted, watch);
    watch.announce(&plan);
    plan.check(watch)?;
    solver.run(game, scope, wanted, &plan, watch)
}
