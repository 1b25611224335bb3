//! Domino placement games: *Cram*, in which both players place dominoes either
//! way, and *Domineering*, in which Left places vertically and Right
//! horizontally. A player who cannot move loses.

mod board;
mod cram;
mod domineering;
mod notation;

pub use board::Board;
pub use cram::Cram;
pub use domineering::{Domineering, Turned};

/// The two cells that a domino covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domino(pub u64);
