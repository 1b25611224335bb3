//! All tests of the crate in one program, which links once.

mod bad_input;
mod budgets;
mod builds_on_disk;
mod emit;
mod examples;
mod files;
mod fuzz;
mod help;
mod interact;
mod limits;
mod play;
mod rule_files_on_disk;
mod serve;
mod several;
mod table_files;
mod tutorial;
mod verify;
