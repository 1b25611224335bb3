//! Games as rows of whole numbers.

pub(crate) mod marbles;
pub(crate) mod numbers;
pub(crate) mod quixo;
pub(crate) mod tictactoe;
