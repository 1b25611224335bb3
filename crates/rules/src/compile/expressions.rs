//! Expressions: values, and control flow of conditions.

pub(super) mod compare;
pub(super) mod condition;
pub(super) mod expression;
mod global;
