//! Rule files: solver, claims and lint.

mod claims;
mod contest;
mod lint;
mod rule_file;

pub use claims::{ClaimReport, Counterexample, verify_claim};
pub(crate) use contest::FileContest;
pub use lint::{Finding, Lint, lint};
pub use rule_file::RuleFileSolver;
