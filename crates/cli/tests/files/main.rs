//! Rule files: the real command on real files.

mod claims;
mod expected;
mod failures;
mod lint;
mod sides;
mod sums;
mod support;
