//! Brute-force reference solvers of the built-in games.
//!
//! The tests compare every engine and fast path with these. Each is written
//! directly from the rules, on plain data, and uses no result that an engine
//! relies on: no nim-sums, no parity of boxes, no sliding window of options, no
//! out-degree counters, no un-moves, no symmetry reduction. The crate has no
//! dependencies, so an error in the project's traits or engines cannot affect
//! it, and only tests may depend on it.
//!
//! | module | a position is | solved by |
//! | --- | --- | --- |
//! | [`numbers`] | a pair of sorted hands | forward scans of all positions, one per ply |
//! | [`marbles`] | the printed diamond, or a grid as text | [`sweep`] |
//! | [`nine`] | the set of laid cards and the mover | memoised recursion |
//! | [`boxes`] | the counts of all boxes | [`sweep`] |
//! | [`piles`] | all piles, card by card | [`sweep`] |
//! | [`nim`] | all heaps | [`sweep`] |
//! | [`euclid`] | both numbers | [`sweep`] |
//! | [`calendar`] | year, month and day | [`sweep`] |
//! | [`ed`] | all pairs | [`sweep`] |
//! | [`chess`] | the board as text | [`sweep`] |
//! | [`dobutsu`] | the board and the hands as text | [`sweep`] |
//! | [`tictactoe`] | the board as text | [`sweep`] |
//! | [`teeko`] | the board as text | not solved (too large): tests check values against those of the successors |
//! | [`quixo`] | rows of letters | [`sweep`] |
//! | [`subtraction`] | the heap | [`sweep`], or a table by the definition |
//! | [`dominoes`] | the rows as text and the player to move | [`sweep`] |
//! | [`octal`] | all heaps | [`sweep`], or a table by the definition |
//!
//! [`contest`] reads contest input and writes contest output with them.
//!
//! All of them expect valid input and panic otherwise.

mod alone;
pub mod boxes;
pub mod calendar;
pub mod chess;
pub mod contest;
pub mod dobutsu;
pub mod dominoes;
pub mod ed;
mod effort;
pub mod euclid;
pub mod marbles;
pub mod nim;
pub mod nine;
pub mod numbers;
pub mod octal;
pub mod piles;
pub mod quixo;
mod random;
pub mod subtraction;
pub mod sweep;
pub mod teeko;
pub mod tictactoe;
mod trickle;
mod value;

pub use alone::alone;
pub use effort::{is_full, rounds};
pub use random::Random;
pub use trickle::Trickle;
pub use value::{Outcome, Solved};
