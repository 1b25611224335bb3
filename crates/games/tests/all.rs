//! All tests of the crate in one program, which links once.

mod chess;
mod contest;
mod dobutsu;
mod golden;
mod laws;
mod nine;
mod quixo;
mod spellings;
mod teeko;
mod views;
