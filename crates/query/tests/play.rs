//! Games in progress: turns, undo, opponents, reviews.

mod flow;
mod moves;
mod opponents;
mod reviews;
mod runner;
mod scores;
mod support;
