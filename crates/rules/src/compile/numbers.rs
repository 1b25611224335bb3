//! Integers: arithmetic and functions.

pub(super) mod builtin;
pub(super) mod divide;
pub(super) mod number;
