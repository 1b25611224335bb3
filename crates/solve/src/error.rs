//! Why a game was not solved.

use std::error::Error;
use std::fmt::{self, Debug};
use std::sync::Arc;

use kibitz_game::Stop;

use crate::placement::NoPlacement;

/// Why a game was not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// A budget was used up, or somebody stopped it.
    #[error(transparent)]
    Stop(#[from] Stop),
    /// The rules failed.
    #[error("{fault}, at {position}")]
    Fault {
        /// Where they failed.
        position: String,
        /// What they said.
        fault: Cause,
    },
    /// The engine is for games without cycles, and this one has some.
    #[error("the game has a cycle through {position}; this engine is for games without cycles")]
    Cycle {
        /// A position that can come again.
        position: String,
    },
    /// The engine has no value for a position that it should have: a mistake in
    /// the engine or in the game's index, and never an answer.
    #[error("no value for {position}; this is a bug in kibitz, please report it")]
    Missing {
        /// The position.
        position: String,
    },
    /// More than fits a [`Cell`](crate::retrograde::Cell); a wider one may do.
    #[error("{what} exceeds {most}, the most that a position's entry can hold")]
    Unfit {
        /// What is too large.
        what: String,
        /// How much there may be.
        most: u64,
    },
    /// More than the engine can count.
    #[error("{what} exceeds {most}, the most that this engine can count")]
    TooLarge {
        /// What there is too much of.
        what: String,
        /// How much there may be.
        most: u64,
    },
}

impl SolveError {
    /// There is no value for `p`.
    pub fn missing(p: &impl Debug) -> SolveError {
        SolveError::Missing {
            position: format!("{p:?}"),
        }
    }

    /// The rules failed at `p`.
    pub fn fault(p: &impl Debug, fault: impl Error + Send + Sync + 'static) -> SolveError {
        SolveError::Fault {
            position: format!("{p:?}"),
            fault: Cause::new(fault),
        }
    }
}

/// What rules said when they failed, with all that they know about it. Causes
/// are equal if they say the same.
#[derive(Clone)]
pub struct Cause(Arc<dyn Error + Send + Sync>);

impl Cause {
    /// What some rules said.
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

impl From<NoPlacement> for SolveError {
    fn from(error: NoPlacement) -> SolveError {
        SolveError::Fault {
            position: "the empty board".to_owned(),
            fault: Cause::new(error),
        }
    }
}
