//! Games on state vectors for drivers outside this crate.

use kibitz_game::{StateVectorGame, SuccessorBuffer, SuccessorGenerator, Wdl};

use crate::{Cause, SolveError};

/// The rules, for one thread.
pub trait Expander: Send {
    /// The result of a position that is statically decided.
    ///
    /// # Errors
    /// Returns the fault if the rules fail.
    fn decided(&mut self, row: &[i64]) -> Result<Option<Wdl>, Cause>;

    /// Replaces `steps` by the moves of an undecided position.
    ///
    /// # Errors
    /// Returns the fault if the rules fail.
    fn expand(&mut self, row: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Cause>;
}

/// The rules of a game, for one thread.
pub(super) struct Rules<R>(pub(super) R);

impl<R: SuccessorGenerator + Send> Expander for Rules<R>
where
    R::Fault: std::error::Error + Send + Sync + 'static,
{
    fn decided(&mut self, row: &[i64]) -> Result<Option<Wdl>, Cause> {
        self.0.decided(row).map_err(Cause::new)
    }

    fn expand(&mut self, row: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Cause> {
        self.0.expand(row, steps).map_err(Cause::new)
    }
}

/// A game on state vectors, and what of it is to be solved. A driver is compiled once for all games.
pub trait VectorSource: Sync {
    /// The length of every vector.
    fn slots(&self) -> usize;

    /// The vectors from which all others are reachable.
    fn roots(&self) -> &[Vec<i64>];

    /// Whether positions have Grundy values, unless there are cycles or extra turns.
    fn has_grundy(&self) -> bool;

    /// Whether a cycle is an error.
    fn forbids_cycles(&self) -> bool;

    /// The error that there is a cycle of this length, with its first positions.
    fn cyclic(&self, cycle: &[Vec<i64>], length: u64) -> SolveError;

    /// The result of a player without a legal move.
    fn no_move_result(&self) -> Wdl;

    /// The notation of a position, for messages.
    fn write(&self, row: &[i64]) -> String;

    /// The rules, for one thread.
    fn rules(&self) -> Box<dyn Expander + '_>;
}

/// The error that a game has a cycle of some length, with its first positions.
pub type CycleError<G> = fn(&G, &[Vec<i64>], u64) -> SolveError;

/// A [`StateVectorGame`] with its roots.
pub struct Vectors<'g, G> {
    /// The game.
    pub game: &'g G,
    /// The vectors from which all others are reachable.
    pub roots: Vec<Vec<i64>>,
    /// Whether positions have Grundy values, unless there are cycles or extra turns.
    pub has_grundy: bool,
    /// If a cycle is an error: that there is one of this length, with its first positions.
    pub cyclic: Option<CycleError<G>>,
}

impl<G: StateVectorGame> VectorSource for Vectors<'_, G> {
    fn slots(&self) -> usize {
        self.game.slots()
    }

    fn roots(&self) -> &[Vec<i64>] {
        &self.roots
    }

    fn has_grundy(&self) -> bool {
        self.has_grundy
    }

    fn forbids_cycles(&self) -> bool {
        self.cyclic.is_some()
    }

    fn cyclic(&self, cycle: &[Vec<i64>], length: u64) -> SolveError {
        match self.cyclic {
            Some(error) => error(self.game, cycle, length),
            None => SolveError::Cycle {
                position: cycle
                    .first()
                    .map_or_else(String::new, |row| self.write(row)),
            },
        }
    }

    fn no_move_result(&self) -> Wdl {
        self.game.no_move_result()
    }

    fn write(&self, row: &[i64]) -> String {
        self.game.write(row)
    }

    fn rules(&self) -> Box<dyn Expander + '_> {
        Box::new(Rules(self.game.worker()))
    }
}

impl<G> std::fmt::Debug for Vectors<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vectors")
            .field("roots", &self.roots)
            .field("has_grundy", &self.has_grundy)
            .finish_non_exhaustive()
    }
}
