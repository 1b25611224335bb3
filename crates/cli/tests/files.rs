//! Runs the executable on rule files.

mod claims;
mod expected;
mod failures;
mod lint;
mod options;
mod sides;
mod sums;
mod support;
