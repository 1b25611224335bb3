//! Static information at a program point.

pub(super) mod constants;
pub(super) mod parts;
pub(super) mod state;
pub(super) mod table;
pub(super) mod value;
pub(super) mod word;
