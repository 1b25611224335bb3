//! Wrong input and wrong usage, by the real program: the exit code, the
//! answers before the mistake, and a message that says where and what.

mod contest;
mod hostile;
mod mistakes;
mod positions;
mod support;
mod system;
mod tables;
mod usage;
