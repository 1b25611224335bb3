//! Statements, calls, and what functions give.

pub(super) mod call;
pub(super) mod free;
pub(super) mod row;
pub(super) mod statement;
pub(super) mod yields;
