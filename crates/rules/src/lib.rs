//! Games written in Python: parsed, checked, interpreted, compiled.
//!
//! A rule file is ordinary Python in a typed subset: whatever is accepted here
//! means what CPython means by it. The way of a file:
//!
//! ```text
//! text ──► syntax tree ──► checked tree ──► interpreter (slow, obvious)
//!          (ruff)          (names, types)└► machine code (Cranelift)
//! ```
//!
//! The checked tree ([`tree`]) is all that the two back ends know; they share
//! nothing else, so each is the other's test.

pub mod check;
pub mod compile;
pub mod fault;
pub mod interpret;
mod rules;
pub mod shape;
pub mod source;
mod stack;
pub mod tree;

pub use rules::{Claimed, Failure, Kind, Named, Position, Rules, Setting, SettingValue, Worker};
