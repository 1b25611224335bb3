//! A graph with as many levels as positions.

use kibitz_game::{Plies, Turn, Value};
use kibitz_solve::SolveError;
use kibitz_solve::retrograde::{NodeInit, PredecessorGraph};

/// A chain of positions, each with one move to the one before.
pub(crate) struct Chain(pub(crate) u64);

impl PredecessorGraph for Chain {
    fn size(&self) -> u64 {
        self.0
    }

    fn init(&self, rank: u64) -> Result<NodeInit, SolveError> {
        Ok(match rank {
            0 => NodeInit::Known(Value::Loss(Plies::ZERO)),
            _ => NodeInit::Open(1),
        })
    }

    fn predecessors<F: FnMut(u64, Turn)>(&self, rank: u64, mut visit: F) {
        if rank + 1 < self.0 {
            visit(rank + 1, Turn::Other);
        }
    }
}
