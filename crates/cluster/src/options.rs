//! What a solve by several processes is about: the game, how a process takes part, what it makes.

use std::path::PathBuf;
use std::time::Duration;

use kibitz_solve::explore_vectors::VectorSource;
use kibitz_solve::retrograde::KernelGraph;
use kibitz_tablebase::Level;

use crate::Secret;

/// Where the graph is from. Timely's threads own what they use.
pub trait GraphSource: Send + Sync {
    /// The graph; `None` if the game has none.
    fn graph(&self) -> Option<Box<dyn KernelGraph + '_>>;

    /// The game on state vectors, if it has no graph: its positions are enumerated.
    fn vectors(&self) -> Option<Box<dyn VectorSource + '_>> {
        None
    }
}

/// How a process takes part in a solve.
#[derive(Clone, Debug)]
pub struct ClusterOptions {
    /// The number of this process.
    pub process: usize,
    /// The addresses of all processes, in order.
    pub addresses: Vec<String>,
    /// Known to all processes, and to no one else.
    pub secret: Secret,
    /// A process that is silent for so long has failed. At the start this is the time for all
    /// processes to appear.
    pub peer_timeout: Duration,
    /// Where checkpoints and parts of the table are written. Processes may share it.
    pub directory: PathBuf,
    /// The least time between two checkpoints.
    pub interval: Duration,
    /// Levels between two checkpoints, whatever the time.
    pub levels: Option<u32>,
    /// The level of compression.
    pub compression: Level,
}

/// What a process has made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// The file of its part of the table.
    pub part: PathBuf,
    /// The length of the file.
    pub bytes: u64,
    /// The level of the checkpoint from which the solve was continued.
    pub continued_from: Option<u32>,
}
