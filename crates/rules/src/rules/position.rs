//! A position of a rule file.

use kibitz_game::Side;

/// A position: a row of numbers, or several for a sum, and who moves where the
/// players have different moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) parts: Vec<Box<[i64]>>,
    pub(super) side: Option<Side>,
}

impl Position {
    /// The parts of a sum; a position that is none is its only part.
    #[must_use]
    pub fn parts(&self) -> &[Box<[i64]>] {
        &self.parts
    }

    /// The only part, if there is one.
    #[must_use]
    pub fn row(&self) -> Option<&[i64]> {
        match self.parts.as_slice() {
            [row] => Some(row),
            _ => None,
        }
    }

    /// Who moves, where the players have different moves.
    #[must_use]
    pub fn side(&self) -> Option<Side> {
        self.side
    }

    /// The same position with another player to move.
    #[must_use]
    pub fn with_side(&self, side: Side) -> Position {
        Position {
            side: Some(side),
            ..self.clone()
        }
    }
}
