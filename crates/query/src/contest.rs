//! Contests: the judge, the generator of cases, and the stress test of a
//! program.

pub(crate) mod generated;
pub(crate) mod judge;
mod sampler;
mod verify;

pub use sampler::Flavour;
pub use verify::{Contestant, End, Kind, Order, Report, Run, Smallest, Trouble};
