//! All tests of the crate in one program, which links once.

mod lanes;
mod planted;
mod support;
