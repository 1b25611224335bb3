//! Whole numbers: arithmetic, and functions of them.

pub(super) mod builtin;
pub(super) mod divide;
pub(super) mod number;
