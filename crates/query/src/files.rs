//! Rule files: how they are solved, what they claim, and what is wrong with
//! them.

mod claims;
mod lint;
mod ruled;

pub use claims::{ClaimReport, Counterexample, verify_claim};
pub use lint::{Finding, Lint, lint};
pub use ruled::Ruled;
