//! Failures of the rules: the first in a fixed order is reported, independently of threads.

use std::error::Error;

use kibitz_game::StateVectorGame;

use crate::{Cause, SolveError};

/// A failure of the rules. The first is the one of least depth, then with the smallest vector.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    /// Depth beyond the positions being expanded.
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
        Failure::note_cause(first, distance, row, Cause::new(fault));
    }

    /// The same with a wrapped fault.
    pub(super) fn note_cause(first: &mut Option<Failure>, distance: u8, row: &[i64], fault: Cause) {
        let comes_before = |known: &Failure| (distance, row) < known.order();
        if first.as_ref().is_none_or(comes_before) {
            *first = Some(Failure {
                distance,
                row: row.to_vec(),
                fault,
            });
        }
    }

    /// Its key in the order of failures.
    pub(super) fn order(&self) -> (u8, &[i64]) {
        (self.distance, &self.row)
    }

    /// The error that is reported.
    pub(super) fn into_error<G: StateVectorGame>(self, game: &G) -> SolveError {
        self.reported(&|row| game.write(row))
    }

    /// The same, with the notation of positions.
    pub(super) fn reported(self, write: &dyn Fn(&[i64]) -> String) -> SolveError {
        SolveError::Fault {
            position: write(&self.row),
            fault: self.fault,
        }
    }
}
