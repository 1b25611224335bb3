//! `kibitz verify` with real programs: those with planted mistakes are found
//! out, those that are right are left alone, and nothing remains of any.

#![cfg(target_os = "linux")]

mod planted;
mod programs;
mod safety;
mod smaller;
mod usage;
