//! What can go wrong beyond one process.

use kibitz_game::StopReason;
use kibitz_solve::{NotWritten, SolveError};

/// Why a solve over several processes failed.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// This process failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The part of the table was not written.
    #[error(transparent)]
    Write(#[from] NotWritten),
    /// Hosts, numbers of processes, or secrets that cannot be used.
    #[error("{0}")]
    Setup(String),
    /// The processes do not belong together.
    #[error("{0}")]
    Refused(String),
    /// Another process has ended, failed, or does not answer.
    #[error("{0}")]
    Peer(String),
}

impl From<StopReason> for ClusterError {
    fn from(stop: StopReason) -> ClusterError {
        ClusterError::Solve(SolveError::Stop(stop))
    }
}
