//! Where a solve that does not fit the memory keeps its working files.

use std::path::PathBuf;
use std::time::Duration;

/// A directory for working files. Started again with the same directory, a solve continues from the
/// files that it finds there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scratch {
    /// The directory; it is created when it is needed, inside an existing one.
    pub directory: PathBuf,
    /// What is solved: game, parameters, rules. Files of another purpose are not used.
    pub purpose: String,
    /// The memory in bytes that the use of the solution needs, beside the solution: a solution in
    /// memory must leave so much of the budget.
    pub spare: u64,
    /// Whether to solve there even if the memory suffices, so that a killed solve is continued.
    pub is_required: bool,
    /// The least time between two checkpoints. What was done since the last one is lost when the
    /// process is killed.
    pub interval: Duration,
}

impl Scratch {
    /// The usual time between two checkpoints.
    pub const INTERVAL: Duration = Duration::from_secs(30);

    /// A directory with the usual time between two checkpoints, and no purpose yet.
    #[must_use]
    pub fn new(directory: impl Into<PathBuf>) -> Scratch {
        Scratch {
            directory: directory.into(),
            purpose: String::new(),
            spare: 0,
            is_required: false,
            interval: Scratch::INTERVAL,
        }
    }
}
