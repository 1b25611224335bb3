//! The table and the side to move.

use std::fmt;

use super::deck::MOST_SUITS;

/// One of the two players.
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

/// How far each suit is laid, and who moves. The hands are part of the game,
/// so the table tells what is left of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The number of each suit's state, as in `shape`; 0 for suits that the
    /// deck does not have.
    pub(super) table: [u8; MOST_SUITS],
    /// Who moves.
    pub(super) mover: Player,
}

impl Position {
    /// Nothing laid.
    pub(super) const fn empty(mover: Player) -> Position {
        Position {
            table: [0; MOST_SUITS],
            mover,
        }
    }

    /// Who moves.
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
