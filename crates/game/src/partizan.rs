//! Games in which the two players have different moves.

use crate::TopologicalIndex;

/// One of the two players of a partizan game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }

    /// The player's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Side::Left => "Left",
            Side::Right => "Right",
        }
    }
}

/// A partizan placement game: a move fills some empty cells, cells are never emptied, and Left and
/// Right fill different patterns.
pub trait PartizanPlacementGame: TopologicalIndex {
    /// The number of cells.
    fn cells(&self) -> u32;

    /// The sets of cells that a move of `side` may fill, if all of them are
    /// empty.
    fn patterns(&self, side: Side) -> &[u64];

    /// The filled cells of a position, and the player to move.
    fn taken(&self, p: &Self::Pos) -> (u64, Side);

    /// The position with these cells filled and this player to move.
    fn position(&self, filled: u64, side: Side) -> Self::Pos;
}
