//! The server as clients meet it: over a socket, well-behaved or not.

mod answers;
mod cancel;
mod client;
mod hostile;
mod hosts;
mod jobs;
mod judge;
mod malformed;
mod maps;
mod memory;
mod page;
mod random;
mod rules;
mod schema;
mod slow;
mod steps;
