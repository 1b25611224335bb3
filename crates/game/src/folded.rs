//! A game seen through its symmetries.

use crate::{Flow, Game, Step, Symmetric, Value, Wdl};

/// The same game, in which every position is replaced by its representative:
/// fewer positions, the same values. Moves keep their multiplicity: two moves
/// to mirror images become two moves to one position.
#[derive(Clone, Debug)]
pub struct Folded<G>(pub G);

impl<G: Symmetric> Game for Folded<G> {
    type Pos = G::Pos;
    type Move = G::Move;
    type Fault = G::Fault;

    fn expand<F>(&self, p: &G::Pos, mut visit: F) -> Result<Flow, G::Fault>
    where
        F: FnMut(Step<G::Pos, G::Move>) -> Flow,
    {
        self.0.expand(p, |step| {
            visit(Step {
                to: self.0.canonical(&step.to),
                ..step
            })
        })
    }

    fn start(&self) -> Option<G::Pos> {
        self.0.start().map(|p| self.0.canonical(&p))
    }

    fn decided(&self, p: &G::Pos) -> Result<Option<Value>, G::Fault> {
        self.0.decided(p)
    }

    fn stuck(&self) -> Wdl {
        self.0.stuck()
    }

    fn degree(&self, p: &G::Pos) -> Result<u64, G::Fault> {
        self.0.degree(p)
    }
}
