//! The server as clients meet it: over a socket, well-behaved or not.

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
