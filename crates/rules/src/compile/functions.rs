//! Statements, calls and results of functions.

pub(super) mod call;
pub(super) mod coded;
pub(super) mod field;
pub(super) mod row;
pub(super) mod speculate;
pub(super) mod statement;
pub(super) mod yields;
