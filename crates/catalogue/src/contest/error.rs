//! Errors of judging, generating and comparing cases.

use std::io;

use kibitz_game::StopReason;
use kibitz_game::contest::{InputError, SizeError};
use kibitz_solve::SolveError;

/// Why cases could not be judged, generated or compared.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// Invalid case sizes.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A program under test cannot be run.
    #[error("{what}: {error}")]
    Program {
        /// The attempted operation.
        what: String,
        /// The system's error.
        error: io::Error,
    },
    /// A reference program does not answer.
    #[error("the reference program (--against) fails: {0}")]
    Reference(String),
    /// Contest input that judge accepts is not exactly as the contest states.
    #[error("{name}:{line}: {what}")]
    Strict {
        /// The name of the input.
        name: String,
        /// The line, from 1.
        line: usize,
        /// What was found and what was expected.
        what: String,
    },
    /// Contest input is invalid or cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The requested case does not exist.
    #[error("no case {wanted}: the input has {there}")]
    NoSuchCase {
        /// The requested case.
        wanted: u64,
        /// The number of cases.
        there: u64,
    },
    /// The answers cannot be written.
    #[error("cannot write the answers: {0}")]
    Output(#[source] io::Error),
    /// A limit was reached, or the run was cancelled.
    #[error(transparent)]
    Stop(#[from] StopReason),
    /// The game could not be solved for another reason.
    #[error(transparent)]
    Solve(SolveError),
}

impl From<SolveError> for ContestError {
    fn from(error: SolveError) -> ContestError {
        match error {
            SolveError::Stop(stop) => ContestError::Stop(stop),
            other => ContestError::Solve(other),
        }
    }
}
