//! Texts: their representations, and operations on them as lists of code points.

pub(super) mod join;
pub(super) mod method;
pub(super) mod operator;
pub(super) mod text;
