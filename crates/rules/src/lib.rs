//! Rule files: games written in a subset of Python, parsed, checked,
//! interpreted and compiled.
//!
//! A rule file is Python in a typed subset: every accepted file has CPython's
//! semantics. The pipeline:
//!
//! ```text
//! text ──► syntax tree ──► checked tree ──► interpreter (reference)
//!          (ruff)          (names, types)└► machine code (Cranelift)
//! ```
//!
//! The checked tree ([`tree`]) is the only interface to the two back ends; they
//! share nothing else, so that each serves as a test of the other.

pub mod check;
#[cfg(feature = "compiler")]
pub mod compile;
#[cfg(not(feature = "compiler"))]
#[path = "no_compiler.rs"]
pub mod compile;
pub mod contest;
pub mod fault;
pub mod interpret;
mod rules;
pub mod shape;
pub mod source;
mod stack;
pub mod tree;

pub use rules::{
    CaseStarts, Claimed, Coded, CodedWorker, Failure, HeapMove, HeapMoves, Kind, Named, Position,
    Rules, Setting, SettingValue, Worker,
};
