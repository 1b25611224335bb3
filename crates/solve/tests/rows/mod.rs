//! Games on state vectors.

pub(crate) mod disguised;
pub(crate) mod gorge;
pub(crate) mod hands;
pub(crate) mod marbles;
pub(crate) mod maze;
pub(crate) mod numbers;
pub(crate) mod quixo;
pub(crate) mod tictactoe;
