//! What retrograde analysis must know of a game.

use std::ops::Range;

use kibitz_game::{Retro, Turn, Value};

use crate::SolveError;

/// How a rank begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// No position has this rank.
    Hole,
    /// Its value is known from the rules.
    Known(Value),
    /// It has so many moves, at least one. Moves that lose may be left out,
    /// here and from [`Backward::parents`], where none loses later than any
    /// that is counted.
    Open(u64),
}

/// A game in ranks alone, walked backwards.
pub trait Backward: Sync {
    /// All ranks are below this.
    fn size(&self) -> u64;

    /// How a rank begins.
    ///
    /// # Errors
    /// Where the rules fail.
    fn opening(&self, rank: u64) -> Result<Opening, SolveError>;

    /// How neighbouring ranks begin, in order: worth writing where neighbours
    /// have much in common.
    ///
    /// # Errors
    /// Where the rules fail, or what `visit` says.
    #[inline]
    fn openings<F>(&self, ranks: Range<u64>, mut visit: F) -> Result<(), SolveError>
    where
        F: FnMut(Opening) -> Result<(), SolveError>,
    {
        for rank in ranks {
            visit(self.opening(rank)?)?;
        }
        Ok(())
    }

    /// Visits the open ranks with a move to this one, as often as they have
    /// one, and whose turn that move makes it.
    fn parents<F: FnMut(u64, Turn)>(&self, rank: u64, visit: F);

    /// The parents of a rank are going to be visited soon: a chance to ask for
    /// their memory.
    #[inline]
    fn prefetch(&self, rank: u64) {
        let _ = rank;
    }
}

/// A game that can take its moves back.
#[derive(Debug)]
pub struct ByUnmoves<'a, G>(pub &'a G);

impl<G: Retro> Backward for ByUnmoves<'_, G> {
    fn size(&self) -> u64 {
        self.0.size()
    }

    #[inline]
    fn opening(&self, rank: u64) -> Result<Opening, SolveError> {
        let Some(p) = self.0.unrank(rank) else {
            return Ok(Opening::Hole);
        };
        let fault = |e: G::Fault| SolveError::fault(&p, e);
        if let Some(value) = self.0.decided(&p).map_err(fault)? {
            return Ok(Opening::Known(value));
        }
        Ok(match self.0.degree(&p).map_err(fault)? {
            0 => Opening::Known(Value::now(self.0.stuck())),
            moves => Opening::Open(moves),
        })
    }

    #[inline]
    fn parents<F: FnMut(u64, Turn)>(&self, rank: u64, mut visit: F) {
        if let Some(p) = self.0.unrank(rank) {
            self.0
                .unmoves(&p, |back| visit(self.0.rank(&back.from), back.turn));
        }
    }
}
