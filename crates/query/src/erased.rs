//! Type erasure of games, positions and solutions, so that the query code is
//! compiled once rather than for every game.

mod game;
mod position;
mod solution;

pub(crate) use game::{AnyGame, NamedStep, Opened};
pub(crate) use position::{AnyPosition, Pos, typed};
pub(crate) use solution::{
    AnySolution, By, Counter, GroupAt, Known, NamedLine, Rated, StepTo, Visited, best_first,
};
