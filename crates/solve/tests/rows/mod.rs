//! Games on state vectors.

pub(crate) mod marbles;
pub(crate) mod numbers;
pub(crate) mod quixo;
pub(crate) mod tictactoe;
