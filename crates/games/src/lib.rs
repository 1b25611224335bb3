//! The built-in games of kibitz: one file or folder each, with rules, index,
//! notation and contest format.

pub mod boxes;
pub mod calendar;
pub mod chess;
pub mod dobutsu;
pub mod dominoes;
pub mod ed;
pub mod euclid;
mod lists;
pub mod marbles;
mod marks;
pub mod nim;
pub mod nine;
pub mod numbers;
pub mod octal;
pub mod period;
mod picture;
pub mod piles;
mod play;
pub mod quixo;
mod rectangle;
pub mod sparse;
mod spelling;
pub mod subtraction;
mod symmetric_unmoves;
pub mod teeko;
pub mod tictactoe;

pub use play::PlayConvention;
