//! All tests of the crate in one program, which links once.

mod bruteforce;
mod catalogue;
mod coded;
mod contributing;
mod demo;
mod endings;
mod files;
mod json;
mod judge;
mod large;
mod many;
mod maps;
mod places;
mod play;
mod robustness;
mod rule_files_on_disk;
mod verify;
mod why;
