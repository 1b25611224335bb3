//! Quixo: the laws, positions and moves as text, and every value beside the
//! twin and what has been published.

mod laws;
mod twin;
