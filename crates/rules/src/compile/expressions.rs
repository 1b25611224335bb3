//! Expressions: what they compute, and the ways that conditions take.

pub(super) mod compare;
pub(super) mod condition;
pub(super) mod expression;
