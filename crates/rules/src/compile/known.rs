//! What is known at a place of the program.

pub(super) mod constants;
pub(super) mod parts;
pub(super) mod state;
pub(super) mod table;
pub(super) mod value;
pub(super) mod word;
