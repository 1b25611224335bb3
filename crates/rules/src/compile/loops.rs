//! Loops and comprehensions.

pub(super) mod best;
pub(super) mod gather;
pub(super) mod iterate;
pub(super) mod range;
pub(super) mod unroll;
