//! End-to-end tests of the server over sockets, with well-behaved and
//! misbehaving clients.

mod answers;
mod cancel;
mod client;
mod crowd;
mod framing;
mod hostile;
mod hosts;
mod jobs;
mod judge;
mod malformed;
mod maps;
mod memory;
mod oversized;
mod page;
mod protocol;
mod random;
mod rules;
mod schema;
mod slow;
mod steps;
