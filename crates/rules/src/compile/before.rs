//! Analyses that precede code generation.

pub(super) mod effects;
pub(super) mod liveness;
