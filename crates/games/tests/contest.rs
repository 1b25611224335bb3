//! Parsers of the games: written input is read back in any layout and with
//! reads of any size; damaged input is rejected or read as written; nothing
//! panics. (The contest of nine has its tests with the game's others.)

mod agreement;
mod cases;
mod fast_path;
mod layout;
mod positions;
mod reading;
mod sampling;
mod settings;
mod support;
