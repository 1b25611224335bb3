//! `kibitz verify` with real programs: wrong ones are detected, correct ones are
//! accepted, and no process is left behind.

#![cfg(target_os = "linux")]

mod default_options;
mod planted;
pub(crate) mod programs;
mod rule_files;
mod safety;
mod smaller;
mod usage;
mod used;
