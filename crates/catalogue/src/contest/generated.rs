//! Games with generators of contest cases, type-erased.

use std::io::Write;

use kibitz_game::RunContext;
use kibitz_game::contest::{CaseGenerator, Contest, Count};

use super::sampler::Sampler;
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
