//! Errors of the engines.

use std::error::Error;
use std::fmt::{self, Debug};
use std::sync::Arc;

use kibitz_game::StopReason;
use kibitz_tablebase::TableError;

use crate::placement::PlacementError;

/// Why a game was not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// A limit was reached, or the run was cancelled.
    #[error(transparent)]
    Stop(#[from] StopReason),
    /// The rules failed.
    #[error("{fault}, at {position}")]
    Fault {
        /// The position at which they failed.
        position: String,
        /// The fault of the rules.
        fault: Cause,
    },
    /// The engine is for games without cycles, and this game has one.
    #[error("the game has a cycle through {position}; this engine is for games without cycles")]
    Cycle {
        /// A position on the cycle.
        position: String,
    },
    /// The engine has no value for a position that it should have solved: a bug in the engine or in
    /// the game's index.
    #[error("no value for {position}: internal error, please report it")]
    Missing {
        /// The position.
        position: String,
    },
    /// A table file cannot be read.
    #[error("{0}")]
    Table(Cause),
    /// A table file does not have what is reachable from a position.
    #[error(
        "the table has the positions reachable from {root}, not those reachable from {position}; \
         build another table from there"
    )]
    NotInTable {
        /// The position.
        position: String,
        /// The position from which those of the table are reachable.
        root: String,
    },
    /// Working files cannot be used: a [`DiskError`](crate::DiskError).
    #[error("{0}")]
    Disk(Cause),
    /// A quantity does not fit a [`TableEntry`](crate::retrograde::TableEntry); a wider one may do.
    #[error("{what} exceeds the table entry limit of {max}")]
    Unfit {
        /// What is too large.
        what: String,
        /// The limit.
        max: u64,
    },
    /// A quantity exceeds an engine limit.
    #[error("{what} exceeds the engine limit of {max}")]
    TooLarge {
        /// What is too large.
        what: String,
        /// The limit.
        max: u64,
    },
}

impl SolveError {
    /// The error that there is no value for `p`.
    pub fn missing(p: &impl Debug) -> SolveError {
        SolveError::Missing {
            position: format!("{p:?}"),
        }
    }

    /// The error that the rules failed at `p`.
    pub fn fault(p: &impl Debug, fault: impl Error + Send + Sync + 'static) -> SolveError {
        SolveError::Fault {
            position: format!("{p:?}"),
            fault: Cause::new(fault),
        }
    }
}

impl From<TableError> for SolveError {
    fn from(error: TableError) -> SolveError {
        match error {
            TableError::Stop(stop) => SolveError::Stop(stop),
            other => SolveError::Table(Cause::new(other)),
        }
    }
}

/// The fault of some rules or of a file, type-erased. Two causes are equal if their messages are.
#[derive(Clone)]
pub struct Cause(Arc<dyn Error + Send + Sync>);

impl Cause {
    /// Wraps a fault.
    pub fn new(fault: impl Error + Send + Sync + 'static) -> Cause {
        Cause(Arc::new(fault))
    }

    /// The fault itself, if it is of this type.
    #[must_use]
    pub fn get<T: Error + 'static>(&self) -> Option<&T> {
        self.0.downcast_ref()
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl Debug for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
    }
}

impl PartialEq for Cause {
    fn eq(&self, other: &Cause) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Cause {}

impl From<PlacementError> for SolveError {
    fn from(error: PlacementError) -> SolveError {
        SolveError::Fault {
            position: "the empty board".to_owned(),
            fault: Cause::new(error),
        }
    }
}
