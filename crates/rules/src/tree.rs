//! A rule file after checking: every name is resolved, every expression has a
//! type, and what is left is a small language.
//!
//! Evaluation order is CPython's: operands from left to right; in an
//! assignment the value first, then the targets from left to right; in an
//! augmented assignment the parts of the place first, each once.

mod expression;
mod program;
mod statement;
mod types;
pub(crate) mod walk;

pub use expression::{
    Binary, Builtin, Clause, Comparison, Comprehension, Expression, Gathering, Iteration,
    IterationKind, Key, Kind, Method, Piece, Unary,
};
pub use program::{
    ClaimOf, Cycles, Function, FunctionId, Global, GlobalId, Local, LocalId, Parameter, Play,
    Program, Roles,
};
pub use statement::{Block, Place, Statement, StatementKind, Target, Yield};
pub use types::Type;
