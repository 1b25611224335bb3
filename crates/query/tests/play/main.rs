//! Games between two players: turns, taking back, opponents, mistakes.

mod flow;
mod moves;
mod opponents;
mod reviews;
mod runner;
mod support;
