//! All tests of the crate in one program, which links once.

mod games;
mod honesty;
mod input;
mod programs;
