//! Blocks, facts and checks; where paths meet.

pub(super) mod align;
pub(super) mod check;
pub(super) mod generator;
pub(super) mod join;
