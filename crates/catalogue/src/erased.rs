//! Type erasure of games, positions and solutions, so that the query code is
//! compiled once rather than for every game.

mod game;
mod position;
mod solution;
mod table;

pub use game::{AnyGame, NamedStep, NumberingInfo, Opened};
pub use position::{AnyPosition, Pos, typed};
pub use solution::{
    AnySolution, By, Counter, GroupAt, Known, NamedLine, Rated, StepTo, Visited, best_first,
};
pub use table::{SAMPLE, TableCheck};
