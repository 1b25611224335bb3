//! Invalid input and usage errors of the executable: the exit code, the answers
//! before the error, and a message with the place and the cause.

mod contest;
mod errors;
mod hostile;

mod positions;
mod support;
mod system;
mod tables;
mod usage;
