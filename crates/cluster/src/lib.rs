//! Strong solves over several processes, on timely dataflow.
//!
//! It is the third driver of the retrograde kernel ([`Shard`](kibitz_solve::retrograde::Shard):
//! emit, apply), beside threads in memory and files on disk. Positions are divided into shards by
//! their rank, and shards among processes, round-robin. A level of plies is a timestamp. Updates of
//! own positions are applied directly; those for another process are messages, sorted by shard and
//! sent in large batches.
//!
//! - `connection`: processes find each other, prove that they belong together, and notice when
//!   one of them ends, stops or cannot be reached. Timely dataflow has none of this: it is given
//!   sockets that are connected already.
//! - `port`: the dataflow, an operator whose output is fed back to the operators of all workers.
//! - `levels`: the driver. `checkpoint` has its files.
//! - `rounds`: other computations on the same dataflow. `vectors` has those of games that are known
//!   only by their successor function.
//! - `build`: all of it together, from a graph to the parts of a table.
//!
//! Why the result is that of one process: all updates of a level commute, each is applied exactly
//! once, and a level is emitted only when the frontier of the dataflow says that no worker can still
//! send an update of the level before. So entries are the same at the end of each level.

mod begin;
mod build;
mod checkpoint;
mod connection;
mod error;
mod levels;
mod mail;
mod network;
mod options;
mod packet;
mod plan;
mod port;
mod rounds;
mod section_file;
mod sizes;
mod vectors;

pub use build::build;
pub use connection::hosts::parse_hosts;
pub use connection::{Log, Secret};
pub use error::ClusterError;
pub use kibitz_tablebase::WriteError;
pub use options::{Built, ClusterOptions, GraphSource};
pub use plan::{ClusterPlan, plan};

/// The name of the file of a part.
#[must_use]
pub fn part_name(index: usize, parts: usize) -> String {
    kibitz_tablebase::Part::file_name(index as u32, parts as u32)
}
