//! Teeko: the laws, positions and moves as text, and values beside the twin.

mod laws;
mod twin;
