//! Parsers of the games: what is written is read back, in any layout and in
//! any pieces; what is damaged is refused or read for what it says; nothing
//! panics. (The contest of nine has its tests beside the game's others.)

mod agreement;
mod cases;
mod layout;
mod positions;
mod reading;
mod recognising;
mod sampling;
mod settings;
mod support;
