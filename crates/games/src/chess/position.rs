//! Positions of an ending.

use super::Side;

/// The square of a captured piece.
pub const NOWHERE: u8 = 64;

/// A position of an ending: a square for each of its pieces, and the side to
/// move. Squares are 8 × rank + file, from a1; [`NOWHERE`] if the piece is
/// captured or the ending has no such piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pos {
    /// White's king, Black's king, and the others.
    pub squares: [u8; Pos::MAX],
    /// The side to move.
    pub mover: Side,
}

impl Pos {
    /// The maximum number of pieces of an ending.
    pub const MAX: usize = 4;

    /// The squares with pieces.
    #[inline]
    pub(super) fn occupied(self) -> u64 {
        let squares = self.squares.iter();
        squares.fold(0, |set, square| set | bit(*square))
    }

    /// The number of pieces on the board.
    #[inline]
    pub(super) fn count(self) -> u32 {
        let squares = self.squares.iter();
        squares.filter(|square| **square != NOWHERE).count() as u32
    }

    /// The position after a piece has moved to a square, capturing what is
    /// there.
    #[inline]
    pub(super) fn moved(mut self, slot: usize, to: u8) -> Pos {
        for square in &mut self.squares {
            if *square == to {
                *square = NOWHERE;
            }
        }
        self.squares[slot] = to;
        self.mover = self.mover.other();
        self
    }
}

/// The set of a square, empty for [`NOWHERE`].
#[inline]
pub(super) fn bit(square: u8) -> u64 {
    u64::from(square != NOWHERE) << (square % 64)
}
