//! All tests of the crate in one program, which links once.

mod damage;
mod forged;
mod format_document;
mod parts;
mod python_reader;
mod round_trip;
mod support;
mod writing;
