//! Any game, with its parameters and what answers for it.

use std::sync::Arc;

use kibitz_game::{Axes, Flow, Info, Presented, Step, TextError, Turn, Value, View, Watch, Wdl};
use kibitz_solve::{Cache, Scope, SolveError, Solver, Wanted};

use super::position::{AnyPosition, Pos, typed};
use super::solution::{AnySolution, Solved};
use crate::ask::answer::SetOut;
use crate::contest::generated::Generated;
use crate::contest::judge::Judged;

/// A move with its name.
pub(crate) struct NamedStep {
    pub(crate) to: Pos,
    pub(crate) turn: Turn,
    pub(crate) name: String,
}

/// A game that answers questions.
pub(crate) trait AnyGame: Send + Sync {
    fn info(&self) -> Info<'_>;
    fn settings(&self) -> &SetOut;
    /// The default position.
    fn shown(&self) -> Pos;
    fn parse(&self, text: &str) -> Result<Pos, TextError>;
    fn write(&self, p: &Pos) -> String;
    fn mover(&self, p: &Pos) -> Option<&'static str>;
    fn view(&self, p: &Pos) -> View;
    fn move_syntax(&self) -> Option<&'static str>;
    fn axes(&self) -> Option<Axes>;
    /// Whether positions generated from the templates are as good as any other.
    fn makes_up(&self) -> bool;
    fn stuck(&self) -> Wdl;
    fn decided(&self, p: &dyn AnyPosition) -> Result<Option<Value>, SolveError>;
    /// The number of moves of a position that is not decided.
    fn degree(&self, p: &dyn AnyPosition) -> Result<u64, SolveError>;
    /// The bytes of a position that is kept.
    fn bytes(&self, p: &dyn AnyPosition) -> usize;
    fn read_step(&self, p: &Pos, text: &str) -> Option<NamedStep>;
    /// Every move with its name, in the order of the rules.
    fn named_steps(
        &self,
        p: &Pos,
        see: &mut dyn FnMut(NamedStep) -> Flow,
    ) -> Result<(), SolveError>;
    /// Whether all positions are visited, whatever position is named.
    fn visits_all(&self) -> bool;
    /// A solution for a scope: the one that is kept, if it will do.
    fn solution(
        &self,
        scope: &Scope<Pos>,
        wanted: Wanted,
        watch: &Watch,
    ) -> Result<Box<dyn AnySolution>, SolveError>;
    fn contest(&self) -> Option<&dyn Judged>;
    fn generated(&self) -> Option<&dyn Generated>;
}

/// A game, its parameters, its solver and the last solution.
pub(crate) struct Opened<G: Presented> {
    pub(crate) game: Arc<G>,
    pub(crate) set: SetOut,
    pub(crate) solver: Box<dyn Solver<G>>,
    pub(crate) cache: Cache<G>,
    pub(crate) contest: fn(&G) -> Option<&dyn Judged>,
    pub(crate) generated: fn(&G) -> Option<&dyn Generated>,
}

impl<G: Presented + 'static> Opened<G> {
    fn named(&self, p: &G::Pos, step: &Step<G::Pos, G::Move>) -> NamedStep {
        NamedStep {
            name: self.game.write_move(p, &step.by),
            to: step.to.to_pos(),
            turn: step.turn,
        }
    }
}

impl<G: Presented + 'static> AnyGame for Opened<G> {
    fn info(&self) -> Info<'_> {
        self.game.info()
    }

    fn settings(&self) -> &SetOut {
        &self.set
    }

    fn shown(&self) -> Pos {
        self.game.shown().to_pos()
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

    fn makes_up(&self) -> bool {
        self.game.makes_up()
    }

    fn stuck(&self) -> Wdl {
        self.game.stuck()
    }

    fn decided(&self, p: &dyn AnyPosition) -> Result<Option<Value>, SolveError> {
        let p = typed(p);
        self.game.decided(p).map_err(|e| SolveError::fault(p, e))
    }

    fn degree(&self, p: &dyn AnyPosition) -> Result<u64, SolveError> {
        let p = typed(p);
        self.game.degree(p).map_err(|e| SolveError::fault(p, e))
    }

    fn bytes(&self, p: &dyn AnyPosition) -> usize {
        /// Of a position that is shared: the counts, and a pointer with a type.
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
        see: &mut dyn FnMut(NamedStep) -> Flow,
    ) -> Result<(), SolveError> {
        let p = typed(p.any());
        let flow = self.game.expand(p, |step| see(self.named(p, &step)));
        flow.map(drop).map_err(|e| SolveError::fault(p, e))
    }

    fn visits_all(&self) -> bool {
        self.solver.visits_all()
    }

    fn solution(
        &self,
        scope: &Scope<Pos>,
        wanted: Wanted,
        watch: &Watch,
    ) -> Result<Box<dyn AnySolution>, SolveError> {
        let scope = scope.map(|p| typed::<G::Pos>(p.any()).clone());
        let solution = self
            .cache
            .get(&*self.solver, &self.game, scope, wanted, watch)?;
        Ok(Box::new(Solved {
            game: Arc::clone(&self.game),
            solution,
        }))
    }

    fn contest(&self) -> Option<&dyn Judged> {
        (self.contest)(&self.game)
    }

    fn generated(&self) -> Option<&dyn Generated> {
        (self.generated)(&self.game)
    }
}
