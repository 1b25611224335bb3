//! Games and solutions of which neither positions nor engine are known by type:
//! all that is above is compiled once.

mod game;
mod position;
mod solution;

pub(crate) use game::{AnyGame, NamedStep, Opened};
pub(crate) use position::{AnyPosition, Pos, typed};
pub(crate) use solution::{
    AnySolution, By, Counter, GroupAt, Known, NamedLine, Rated, Seen, StepTo, best_first,
};
