//! Basic blocks, facts, checks and joins.

pub(super) mod align;
pub(super) mod check;
pub(super) mod generator;
pub(super) mod join;
