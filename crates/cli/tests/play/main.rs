//! Whole games by the real program, line by line.

mod games;
mod hostile;
mod support;
mod words;
