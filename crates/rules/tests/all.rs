//! All tests of the crate in one program, which links once.

mod budgets;
mod cases;
mod compiled;
mod examples;
mod expander;
mod heaps;
mod hostile;
mod interpret;
mod meaning;
mod mistakes;
mod natural;
mod unused;
mod vocabulary;
