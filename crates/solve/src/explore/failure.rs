//! Where the rules failed: of several places the first in a fixed order,
//! however many threads were at work.

use std::error::Error;

use kibitz_game::Slotted;

use crate::{Cause, SolveError};

/// A failure of the rules. The first is the one fewest moves from the roots,
/// then the one with the least row.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    /// Moves beyond the positions that are being expanded.
    distance: u8,
    row: Vec<i64>,
    fault: Cause,
}

impl Failure {
    /// Keeps the first failure.
    pub(super) fn note(
        first: &mut Option<Failure>,
        distance: u8,
        row: &[i64],
        fault: impl Error + Send + Sync + 'static,
    ) {
        let comes_before = |known: &Failure| (distance, row) < known.order();
        if first.as_ref().is_none_or(comes_before) {
            *first = Some(Failure {
                distance,
                row: row.to_vec(),
                fault: Cause::new(fault),
            });
        }
    }

    /// Where it comes among all failures.
    pub(super) fn order(&self) -> (u8, &[i64]) {
        (self.distance, &self.row)
    }

    /// What is told of it.
    pub(super) fn told<G: Slotted>(self, game: &G) -> SolveError {
        SolveError::Fault {
            position: game.write(&self.row),
            fault: self.fault,
        }
    }
}
