//! The HTTP server of kibitz: questions as JSON, and the page.
//!
//! ```no_run
//! use kibitz_serve::{Options, Server};
//!
//! let server = Server::bind(Options::default())?;
//! println!("http://{}/", server.address());
//! server.run()?;
//! # Ok::<(), kibitz_serve::ServeError>(())
//! ```
//!
//! A question goes this way: `connections` takes the request, `front` looks at
//! the request as a whole (whom it was sent to, who sent it), `routes` finds
//! out what is asked, `answers` looks whether it has been asked before,
//! `sessions` opens the game, and `work` answers on a thread of its own, which
//! stops when the time is up or nobody waits any more.

mod answers;
mod connections;
mod front;
mod host;
mod jobs;
mod openapi;
mod options;
mod page;
mod patient;
mod query;
mod refusal;
mod routes;
mod rule_files;
mod server;
mod sessions;
mod signals;
mod state;
mod streams;
mod work;

pub use options::Options;
pub use server::{ServeError, Server, Stopper};
