//! Games played by the executable, line by line.

mod commands;
mod games;
mod hostile;
mod support;
