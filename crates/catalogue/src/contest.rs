//! Contests: the judge, the case generator, and stress tests of programs.

mod error;
mod generated;
pub(crate) mod judge;
mod sampler;
mod strict;
mod verify;

pub use error::ContestError;
pub use generated::Generated;
pub use judge::{BatchSolver, ContestSolver, ErasedContest};
pub use sampler::BiasMix;
pub use verify::{
    CaseSpec, Memory, Minimality, Mismatch, Report, RunOutput, Slowest, Submission, Termination,
    Usage, Verdict,
};
