//! Games with generators of contest cases, type-erased.

use std::io::Write;

use kibitz_game::RunContext;
use kibitz_game::contest::{CaseGenerator, Contest, Count, Size};

use super::sampler::Sampler;
use super::strict;
use crate::contest::ContestError;
use crate::contest::judge::ContestSolver;
use crate::contest::verify::{self, CaseSpec, Report, Submission};

/// Generated text is written in chunks of this many bytes.
const FLUSH: usize = 1 << 16;

/// A game with a generator of contest cases.
pub trait Generated: Send + Sync {
    /// Writes generated cases as contest input.
    ///
    /// # Errors
    /// Returns an error if a size is invalid, the output cannot be written, or a limit is reached.
    fn generate(
        &self,
        spec: &CaseSpec,
        out: &mut dyn Write,
        context: &RunContext,
    ) -> Result<(), ContestError>;

    /// Checks that contest input is exactly as the contest states; returns the number of cases.
    ///
    /// # Errors
    /// Returns an error if it is not.
    fn validate(&self, name: &str, text: &[u8]) -> Result<u64, ContestError>;

    /// The contest's maximum number of cases in an input, or a usual number.
    fn most_cases(&self) -> u64;

    /// Visits the sizes of a case.
    fn sizes(&self, visit: &mut dyn FnMut(&Size<'_>));

    /// Compares a program with the solved game on generated cases.
    ///
    /// # Errors
    /// Returns an error if a size is invalid or the program cannot be run.
    fn verify(
        &self,
        spec: &CaseSpec,
        submission: &mut dyn Submission,
        context: &RunContext,
    ) -> Result<Report, ContestError>;
}

impl<G> Generated for G
where
    G: ContestSolver + Send + Sync + 'static,
    for<'a> G::Format<'a>: CaseGenerator,
{
    fn generate(
        &self,
        spec: &CaseSpec,
        out: &mut dyn Write,
        context: &RunContext,
    ) -> Result<(), ContestError> {
        let format = self.format();
        let all = match format.count() {
            Count::One => 1,
            _ => spec.cases,
        };
        let sizes = spec.sizes(&format)?;
        let mut sampler = Sampler::new(&format, self.batch_solver(), &sizes, spec.bias, spec.seed);
        let mut text = verify::head(&format, all);
        let stage = context.stage("generating cases", Some(all));
        let mut stopped = Ok(());
        for done in 0..all {
            match sampler.next(context) {
                Ok(case) => format.put(&case, &mut text),
                Err(stop) => {
                    stopped = Err(stop);
                    break;
                }
            }
            if text.len() >= FLUSH {
                out.write_all(&text).map_err(ContestError::Output)?;
                text.clear();
            }
            // Only the sampler stops the run.
            let _ = stage.advance_to(done + 1);
        }
        // Cases generated before a stop are written.
        let written = out.write_all(&text).and_then(|()| out.flush());
        stopped.and(written.map_err(ContestError::Output))
    }

    fn validate(&self, name: &str, text: &[u8]) -> Result<u64, ContestError> {
        strict::validate(&self.format(), name, text)
    }

    fn most_cases(&self) -> u64 {
        let format = self.format();
        match format.count() {
            Count::One => 1,
            _ => format.max_cases().unwrap_or(format.together()),
        }
    }

    fn sizes(&self, visit: &mut dyn FnMut(&Size<'_>)) {
        self.format().sizes().iter().for_each(visit);
    }

    fn verify(
        &self,
        spec: &CaseSpec,
        submission: &mut dyn Submission,
        context: &RunContext,
    ) -> Result<Report, ContestError> {
        let solvers = [self.batch_solver(), self.batch_solver()];
        verify::verify(&self.format(), solvers, spec, submission, context)
    }
}
