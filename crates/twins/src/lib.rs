//! The twins of the built-in games: each game once more, slow and obvious.
//!
//! A test that compares a solver with itself proves little. The twins are what
//! the tests compare with: every one is written from the rules as a person
//! would state them, on plain data, and knows nothing that a solver knows.
//! There is no XOR of heaps, no parity of boxes, no window of options, no
//! counter, no un-move, no symmetry. The crate depends on nothing, so that a
//! mistake in the project's traits or engines cannot reach it, and no crate but
//! the tests may depend on it.
//!
//! | twin | positions are | solved by |
//! | --- | --- | --- |
//! | [`numbers`] | pairs of sorted hands | a forward scan of everything, once per ply |
//! | [`marbles`] | the printed diamond, or a grid as text | [`sweep`] |
//! | [`nine`] | the set of laid cards and the mover | recursion with a memo |
//! | [`boxes`] | the counts of all boxes | [`sweep`] |
//! | [`piles`] | all piles, card by card | [`sweep`] |
//! | [`nim`] | all heaps | [`sweep`] |
//! | [`euclid`] | both numbers | [`sweep`] |
//! | [`calendar`] | year, month and day | [`sweep`] |
//! | [`ed`] | all pairs | [`sweep`] |
//! | [`chess`] | the board as text | [`sweep`] |
//! | [`tictactoe`] | the board as text | [`sweep`] |
//! | [`teeko`] | the board as text | nothing: too large; values are compared with those of their children |
//! | [`quixo`] | rows of letters | [`sweep`] |
//! | [`subtraction`] | the heap | [`sweep`], or a list by the definition |
//! | [`dominoes`] | the rows as text, and who moves | [`sweep`] |
//! | [`octal`] | all heaps | [`sweep`], or a list by the definition |
//!
//! [`contest`] reads contest input and writes contest output with them.
//!
//! Twins are for valid input: what breaks the rules is a panic with a message.

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

pub use effort::{is_full, rounds};
pub use random::Random;
pub use trickle::Trickle;
pub use value::{Outcome, Solved};
