//! All tests of the crate.

mod several;
