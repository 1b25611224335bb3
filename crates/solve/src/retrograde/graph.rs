//! The graph interface of retrograde analysis.

use std::ops::Range;

use kibitz_game::{Retro, Turn, Value};

use crate::SolveError;

/// The initial state of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeInit {
    /// No position has this rank.
    Hole,
    /// Its value is statically known.
    Known(Value),
    /// Its out-degree, at least one. Losing moves may be omitted, here and from
    /// [`PredecessorGraph::predecessors`], if none of them loses later than every counted one.
    Open(u64),
}

/// A game in terms of ranks, with predecessors.
pub trait PredecessorGraph: Sync {
    /// The number of ranks.
    fn size(&self) -> u64;

    /// The initial state of a rank.
    ///
    /// # Errors
    /// Returns an error if the rules fail.
    fn init(&self, rank: u64) -> Result<NodeInit, SolveError>;

    /// The initial states of adjacent ranks, in order. Worth implementing if neighbours have much
    /// in common.
    ///
    /// # Errors
    /// Returns an error if the rules fail, or the error of `visit`.
    #[inline]
    fn init_range<F>(&self, ranks: Range<u64>, mut visit: F) -> Result<(), SolveError>
    where
        F: FnMut(NodeInit) -> Result<(), SolveError>,
    {
        for rank in ranks {
            visit(self.init(rank)?)?;
        }
        Ok(())
    }

    /// Visits the open ranks with a move to this one, once for each such move, with the turn after
    /// it.
    fn predecessors<F: FnMut(u64, Turn)>(&self, rank: u64, visit: F);

    /// Announces that the predecessors of a rank are going to be visited soon.
    #[inline]
    fn prefetch(&self, rank: u64) {
        let _ = rank;
    }
}

/// The graph of a game with an un-move generator.
#[derive(Debug)]
pub struct UnmoveGraph<'a, G>(pub &'a G);

impl<G: Retro> PredecessorGraph for UnmoveGraph<'_, G> {
    fn size(&self) -> u64 {
        self.0.size()
    }

    #[inline]
    fn init(&self, rank: u64) -> Result<NodeInit, SolveError> {
        let Some(p) = self.0.unrank(rank) else {
            return Ok(NodeInit::Hole);
        };
        let fault = |e: G::Fault| SolveError::fault(&p, e);
        if let Some(value) = self.0.static_value(&p).map_err(fault)? {
            return Ok(NodeInit::Known(value));
        }
        Ok(match self.0.degree(&p).map_err(fault)? {
            0 => NodeInit::Known(Value::terminal(self.0.no_move_result())),
            moves => NodeInit::Open(moves),
        })
    }

    #[inline]
    fn predecessors<F: FnMut(u64, Turn)>(&self, rank: u64, mut visit: F) {
        if let Some(p) = self.0.unrank(rank) {
            self.0
                .unmoves(&p, |back| visit(self.0.rank(&back.from), back.turn));
        }
    }
}
