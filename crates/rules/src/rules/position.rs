//! A position of a rule file.

use kibitz_game::Side;

/// A position: a state vector, or several for a sum, and the player to move in
/// partizan games.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) parts: Vec<Box<[i64]>>,
    pub(super) side: Option<Side>,
}

impl Position {
    /// The components; a position that is not a sum has one.
    #[must_use]
    pub fn parts(&self) -> &[Box<[i64]>] {
        &self.parts
    }

    /// The only component, if there is exactly one.
    #[must_use]
    pub fn row(&self) -> Option<&[i64]> {
        match self.parts.as_slice() {
            [row] => Some(row),
            _ => None,
        }
    }

    /// The player to move, in partizan games.
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
