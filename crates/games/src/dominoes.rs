//! Dominoes on a board: *Cram*, in which both players place them either way,
//! and *Domineering*, in which Left places them upright and Right across. Who
//! cannot place one loses.

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
