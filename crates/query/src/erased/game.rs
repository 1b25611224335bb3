//! Type-erased games, with their parameters and solvers.

use std::sync::Arc;

use kibitz_game::{
    Axes, Flow, Info, Presentable, RunContext, Step, TextError, Turn, Value, View, Wdl,
};
use kibitz_solve::{Cache, RequestedFields, Scope, SolveError, Solver};

use super::position::{AnyPosition, Pos, typed};
use super::solution::{AnySolution, Solved};
use crate::ask::analysis::SetOut;
use crate::contest::generated::Generated;
use crate::contest::judge::ErasedContest;

/// A move with its name.
pub(crate) struct NamedStep {
    pub(crate) to: Pos,
    pub(crate) turn: Turn,
    pub(crate) name: String,
}

/// A type-erased game.
pub(crate) trait AnyGame: Send + Sync {
    fn info(&self) -> Info<'_>;
    fn settings(&self) -> &SetOut;
    /// The default position.
    fn default_position(&self) -> Pos;
    fn parse(&self, text: &str) -> Result<Pos, TextError>;
    fn write(&self, p: &Pos) -> String;
    fn mover(&self, p: &Pos) -> Option<&'static str>;
    fn view(&self, p: &Pos) -> View;
    fn move_syntax(&self) -> Option<&'static str>;
    fn axes(&self) -> Option<Axes>;
    /// Whether positions can be sampled from the templates.
    fn has_templates(&self) -> bool;
    fn no_move_result(&self) -> Wdl;
    fn static_value(&self, p: &dyn AnyPosition) -> Result<Option<Value>, SolveError>;
    /// The number of moves of a position that is not statically decided.
    fn degree(&self, p: &dyn AnyPosition) -> Result<u64, SolveError>;
    /// The bytes that a stored position takes.
    fn bytes(&self, p: &dyn AnyPosition) -> usize;
    fn read_step(&self, p: &Pos, text: &str) -> Option<NamedStep>;
    /// Every move with its name, in the order of the rules.
    fn named_steps(
        &self,
        p: &Pos,
        visit: &mut dyn FnMut(NamedStep) -> Flow,
    ) -> Result<(), SolveError>;
    /// Whether visits cover all positions of the game, whatever the root.
    fn visits_all(&self) -> bool;
    /// A solution for a scope: the cached one if it covers the request.
    fn solution(
        &self,
        scope: &Scope<Pos>,
        wanted: RequestedFields,
        context: &RunContext,
    ) -> Result<Box<dyn AnySolution>, SolveError>;
    fn contest(&self) -> Option<&dyn ErasedContest>;
    fn generated(&self) -> Option<&dyn Generated>;
}

/// A game, its parameters, its solver and the cached solution.
pub(crate) struct Opened<G: Presentable> {
    pub(crate) game: Arc<G>,
    pub(crate) set: SetOut,
    pub(crate) solver: Box<dyn Solver<G>>,
    pub(crate) cache: Cache<G>,
    pub(crate) contest: fn(&G) -> Option<&dyn ErasedContest>,
    pub(crate) generated: fn(&G) -> Option<&dyn Generated>,
}

impl<G: Presentable + 'static> Opened<G> {
    fn named(&self, p: &G::Pos, step: &Step<G::Pos, G::Move>) -> NamedStep {
        NamedStep {
            name: self.game.write_move(p, &step.by),
            to: step.to.to_pos(),
            turn: step.turn,
        }
    }
}

impl<G: Presentable + 'static> AnyGame for Opened<G> {
    fn info(&self) -> Info<'_> {
        self.game.info()
    }

    fn settings(&self) -> &SetOut {
        &self.set
    }

    fn default_position(&self) -> Pos {
        self.game.default_position().to_pos()
    }

    fn parse(&self, text: &str) -> Result<Pos, TextError> {
        self.game.parse(text).map(|p| p.to_pos())
    }

    fn write(&self, p: &Pos) -> String {
        self.game.write(typed(p.any()))
    }

    fn mover(&self, p: &Pos) -> Option<&'static str> {
        self.game.mover(typed(p.any()))
    }

    fn view(&self, p: &Pos) -> View {
        self.game.view(typed(p.any()))
    }

    fn move_syntax(&self) -> Option<&'static str> {
        self.game.move_syntax()
    }

    fn axes(&self) -> Option<Axes> {
        self.game.axes()
    }

    fn has_templates(&self) -> bool {
        self.game.has_templates()
    }

    fn no_move_result(&self) -> Wdl {
        self.game.no_move_result()
    }

    fn static_value(&self, p: &dyn AnyPosition) -> Result<Option<Value>, SolveError> {
        let p = typed(p);
        self.game
            .static_value(p)
            .map_err(|e| SolveError::fault(p, e))
    }

    fn degree(&self, p: &dyn AnyPosition) -> Result<u64, SolveError> {
        let p = typed(p);
        self.game.degree(p).map_err(|e| SolveError::fault(p, e))
    }

    fn bytes(&self, p: &dyn AnyPosition) -> usize {
        /// Overhead of an `Arc`: two counters and a wide pointer.
        const SHARED: usize = 2 * size_of::<usize>() + size_of::<Pos>();
        SHARED + size_of::<G::Pos>() + self.game.heap_bytes(typed(p))
    }

    fn read_step(&self, p: &Pos, text: &str) -> Option<NamedStep> {
        let p = typed(p.any());
        let step = self.game.read_step(p, text)?;
        Some(self.named(p, &step))
    }

    fn named_steps(
        &self,
        p: &Pos,
        visit: &mut dyn FnMut(NamedStep) -> Flow,
    ) -> Result<(), SolveError> {
        let p = typed(p.any());
        let flow = self.game.expand(p, |step| visit(self.named(p, &step)));
        flow.map(drop).map_err(|e| SolveError::fault(p, e))
    }

    fn visits_all(&self) -> bool {
        self.solver.visits_all()
    }

    fn solution(
        &self,
        scope: &Scope<Pos>,
        wanted: RequestedFields,
        context: &RunContext,
    ) -> Result<Box<dyn AnySolution>, SolveError> {
        let scope = scope.map(|p| typed::<G::Pos>(p.any()).clone());
        let solution = self
            .cache
            .get(&*self.solver, &self.game, scope, wanted, context)?;
        Ok(Box::new(Solved {
            game: Arc::clone(&self.game),
            solution,
        }))
    }

    fn contest(&self) -> Option<&dyn ErasedContest> {
        (self.contest)(&self.game)
    }

    fn generated(&self) -> Option<&dyn Generated> {
        (self.generated)(&self.game)
    }
}
