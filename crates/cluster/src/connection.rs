//! Connections between the processes.
//!
//! Every two processes have two connections: one for the dataflow, and one for pulses, by which
//! they notice that the other has ended, is stopped or cannot be reached. The process with the
//! larger number connects to the other. Before anything else is exchanged, both prove that they
//! know the secret and have the same rules ([`handshake`]). What follows is not encrypted.

mod gather;
pub(crate) mod handshake;
pub(crate) mod hosts;
mod link;
mod pulse;
mod secret;

pub(crate) use gather::{Gathered, gather};
pub(crate) use link::Link;
pub(crate) use pulse::{Failure, PeerPulse, Pulses};
pub use secret::Secret;

/// Writes a line for the user.
pub type Log = dyn Fn(&str) + Send + Sync;
