//! Contests: cases that are answered, made up, and given to a program.

pub(crate) mod generated;
pub(crate) mod judge;
mod sampler;
mod verify;

pub use sampler::Flavour;
pub use verify::{Contestant, End, Kind, Order, Report, Run, Smallest, Trouble};
