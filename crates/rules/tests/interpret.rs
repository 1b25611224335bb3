//! The interpreter against CPython: the same result, or the same kind of fault
//! at the same line.

pub(crate) mod cpython;
mod examples;
mod faults;
mod files;
mod limits;
mod positions;
mod random;
mod support;
pub(crate) mod table;
