//! Analyses that precede code generation.

pub(super) mod effects;
mod fresh;
pub(super) mod liveness;
