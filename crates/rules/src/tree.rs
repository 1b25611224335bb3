//! The checked tree: all names are resolved, every expression has a type, and
//! what remains is a small core language.
//!
//! Evaluation order is CPython's: operands from left to right; in an assignment
//! the value first, then the targets from left to right; in an augmented
//! assignment the parts of the place first, each once.

mod expression;
mod program;
mod start;
mod statement;
mod types;
pub(crate) mod visit;

pub use expression::{
    Binary, Builtin, Clause, Comparison, Comprehension, Expression, Gathering, Iteration,
    IterationKind, Key, Kind, Method, Piece, TextMethod, Unary,
};
pub use program::{
    ClaimOf, Cycles, Function, FunctionId, Global, GlobalId, Local, LocalId, Origin, Parameter,
    PlayConvention, Program, Roles,
};
pub use statement::{Block, Place, Statement, StatementKind, Target, Yield};
pub use types::Type;
