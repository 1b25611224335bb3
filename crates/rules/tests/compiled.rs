//! Compiled code agrees with the interpreter: the same rows, the same results,
//! or a fault in both.

mod back_ends;
mod examples;
mod layouts;
mod pieces;
mod random;
