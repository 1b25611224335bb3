//! The whole judge against the twins and against an obvious checker: right
//! answers to right input, and to wrong input the answers of all cases before
//! the wrong one, then an error.

mod answers;
mod checker;
mod damage;
mod limits;
mod support;
mod waiting;
mod writing;
