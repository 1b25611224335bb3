//! Why a game was not solved.

use std::fmt::Debug;

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
        fault: String,
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
    /// The rules failed at `p`.
    pub fn fault(p: &impl Debug, fault: &impl std::error::Error) -> SolveError {
        SolveError::Fault {
            position: format!("{p:?}"),
            fault: fault.to_string(),
        }
    }
}

impl From<NoPlacement> for SolveError {
    fn from(error: NoPlacement) -> SolveError {
        SolveError::Fault {
            position: "the empty board".to_owned(),
            fault: error.to_string(),
        }
    }
}
