//! The table and the side to move.

use std::fmt;

use super::deck::MAX_SUITS;

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Alice, who moves first in a contest.
    Alice,
    /// Bob.
    Bob,
}

impl Player {
    /// Both, Alice first.
    pub const BOTH: [Player; 2] = [Player::Alice, Player::Bob];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Player {
        match self {
            Player::Alice => Player::Bob,
            Player::Bob => Player::Alice,
        }
    }

    /// `Alice` or `Bob`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Player::Alice => "Alice",
            Player::Bob => "Bob",
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The state of each suit, and the side to move. The hands are part of the
/// game, so the table determines the remaining cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The number of each suit's state, as in `shape`; 0 for suits that the
    /// deck does not have.
    pub(super) table: [u8; MAX_SUITS],
    /// The player to move.
    pub(super) mover: Player,
}

impl Position {
    /// The empty table.
    pub(super) const fn empty(mover: Player) -> Position {
        Position {
            table: [0; MAX_SUITS],
            mover,
        }
    }

    /// The player to move.
    #[must_use]
    pub const fn mover(&self) -> Player {
        self.mover
    }

    /// The same table after a pass.
    pub(super) const fn passed(self) -> Position {
        Position {
            table: self.table,
            mover: self.mover.other(),
        }
    }
}
