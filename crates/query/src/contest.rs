//! Contests: the judge, the case generator, and stress tests of programs.

pub(crate) mod generated;
pub(crate) mod judge;
mod sampler;
mod verify;

pub use sampler::BiasMix;
pub use verify::{
    CaseSpec, Minimality, Mismatch, Report, RunOutput, Submission, Termination, Verdict,
};
