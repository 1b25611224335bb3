//! The HTTP server of kibitz: a JSON API and the web page.
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
//! Path of a request: `connections` reads it, `middleware` checks host and
//! origin, `routes` parses it, `responses` caches results, `sessions` opens the
//! game, and `work` runs the solver on a blocking thread, which is cancelled
//! when the time limit is reached or the client disconnects.

mod api_error;
mod connections;
mod gzip;
mod host;
mod jobs;
mod middleware;
mod openapi;
mod options;
mod page;
mod query;
mod recent;
mod responses;
mod routes;
mod rule_files;
mod server;
mod sessions;
mod signals;
mod state;
mod streams;
mod work;
mod write_timeout;

pub use options::Options;
pub use server::{ServeError, Server, Stopper};
