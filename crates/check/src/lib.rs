//! Verification of table files from the rules of the game.
//!
//! [`check`] visits every number of a table and compares the stored value of the position with what
//! its successors' stored values imply: a win takes one ply more than the quickest successor that
//! is lost for the opponent, a loss one more than the slowest one, a draw has a drawn successor and
//! no winning one. Nothing of the engines that make tables is used: this crate knows the rules, the
//! numbering of positions and the file. [`check_lanes`] does the same for games with a bit-parallel
//! encoding, many times faster, [`check_listed`] for tables that list the positions reachable from a
//! root, [`check_components`] and [`check_sum`] for those that list the components of sums.
//!
//! # Why agreement everywhere proves every value
//!
//! *Wins and losses with a distance.* By induction on the distance n: the entry `W n` has a
//! successor whose entry is lost in n − 1 plies, and all successors of `L n` are won in at most
//! n − 1 plies, one of them in exactly that many. These have smaller distances, so they are right,
//! and so is n. Distances decrease along the winner's moves, so no win goes in circles.
//!
//! *Wins and losses without a distance.* They are accepted only where every move leads to a
//! position with a smaller number, so the induction is on numbers.
//!
//! *Grundy values*, if the table has them, are the least that no successor has, where every move
//! leads to a position with a smaller number; or the game has no cycles, which a search proves.
//!
//! *Scores* of a game that has them are the best that a move leads to, and those of positions that
//! are over are given by the rules, where every move leads to a position with a smaller number.
//!
//! *Draws.* Suppose that some entries `D` belong to positions that are won or lost, and take the
//! one that is decided in the fewest plies. The values of the successors that decide it are known
//! in fewer plies, so their entries are right, and imply the value of the position: the entry would
//! have been found wrong.

mod by_rows;
mod checker;
mod compare;
mod components;
mod entries;
mod lanes;
mod listed;
mod problem;
mod reachable;
mod row_index;
mod sums;

pub use by_rows::ByRows;
pub use checker::{CheckError, Counts, Verdict, check, check_scored};
pub use components::{Options, check_components};
pub use lanes::check_lanes;
pub use listed::check_listed;
pub use problem::{Problem, Wrong};
pub use sums::check_sum;
