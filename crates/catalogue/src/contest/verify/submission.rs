//! The program under test.

use kibitz_game::RunContext;

use super::{Mismatch, Usage};
use crate::contest::ContestError;

/// A program under test.
pub trait Submission {
    /// Runs it on an input. It may be stopped once its output exceeds `limit`
    /// bytes.
    ///
    /// # Errors
    /// Returns an error if the program cannot be run or the run is cancelled;
    /// failure of the program itself is not an error.
    fn run(
        &mut self,
        input: &[u8],
        limit: usize,
        context: &RunContext,
    ) -> Result<RunOutput, ContestError>;

    /// How many runs [`run_all`](Submission::run_all) makes at a time.
    fn parallel(&self) -> usize {
        1
    }

    /// Runs it on several inputs, each with its own limit of output.
    fn run_all(
        &mut self,
        inputs: &[(&[u8], usize)],
        context: &RunContext,
    ) -> Vec<Result<RunOutput, ContestError>> {
        let runs = inputs.iter();
        runs.map(|(input, limit)| self.run(input, *limit, context))
            .collect()
    }

    /// The answers of a reference program to an input, if there is one; they are
    /// expected instead of the solver's.
    ///
    /// # Errors
    /// Returns an error if the reference program fails.
    fn reference(
        &mut self,
        input: &[u8],
        context: &RunContext,
    ) -> Result<Option<Vec<u8>>, ContestError> {
        let _ = (input, context);
        Ok(None)
    }

    /// Is given the first mismatch, before it is minimised.
    fn failed(&mut self, mismatch: &Mismatch) {
        let _ = mismatch;
    }
}

/// The output of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunOutput {
    /// The standard output.
    pub output: Vec<u8>,
    /// How it terminated.
    pub end: Termination,
    /// What it used, if known.
    pub usage: Option<Usage>,
}

/// How a program terminated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Termination {
    /// Successfully.
    Done,
    /// It exceeded the time limit.
    TimeLimit,
    /// By a signal or with a non-zero exit code.
    Crash {
        /// The signal or exit code.
        how: String,
        /// The end of its standard error.
        stderr: String,
    },
    /// It exceeded the output limit.
    TooMuch,
}
