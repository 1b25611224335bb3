//! The judge against brute force and a simple checker: correct answers to valid
//! input; for invalid input the answers of all cases before the error, then the
//! error.

mod answers;
mod checker;
mod damage;
mod limits;
mod support;
mod waiting;
mod writing;
