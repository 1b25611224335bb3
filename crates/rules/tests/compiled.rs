//! Compiled code agrees with the interpreter: the same rows, the same results,
//! or a fault in both.

mod back_ends;
mod boards;
mod cpython;
mod examples;
mod layouts;
mod pieces;
mod random;
mod texts;
