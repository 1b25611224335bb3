//! Compiled code does what the interpreter does: the same rows, the same
//! results, or a fault in both.

mod examples;
mod layouts;
mod pieces;
mod random;
mod twin;
