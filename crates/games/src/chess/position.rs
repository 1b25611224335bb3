//! Positions of an ending.

use super::attacks::attacks;
use super::{Piece, Side};

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

    /// The pieces of a side that are on the board, with their indices.
    #[inline]
    pub(super) fn standing(
        self,
        pieces: &'static [Piece],
        side: Side,
    ) -> impl Iterator<Item = (usize, Piece)> {
        let own = move |(slot, piece): &(usize, Piece)| {
            piece.side == side && self.squares[*slot] != NOWHERE
        };
        pieces.iter().copied().enumerate().filter(own)
    }

    /// The squares with pieces.
    #[inline]
    pub(super) fn occupied(self, pieces: &'static [Piece]) -> u64 {
        self.occupied_by(pieces, Side::White) | self.occupied_by(pieces, Side::Black)
    }

    /// The squares with pieces of a side.
    #[inline]
    pub(super) fn occupied_by(self, pieces: &'static [Piece], side: Side) -> u64 {
        self.standing(pieces, side)
            .fold(0, |set, (slot, _)| set | 1 << self.squares[slot])
    }

    /// The number of pieces on the board.
    #[inline]
    pub(super) fn count(self, pieces: &'static [Piece]) -> u32 {
        let squares = self.squares[..pieces.len()].iter();
        squares.filter(|square| **square != NOWHERE).count() as u32
    }

    /// Whether the king of a side is attacked.
    #[inline]
    pub(super) fn is_in_check(self, pieces: &'static [Piece], side: Side) -> bool {
        let king = self.squares[side as usize];
        let occupied = self.occupied(pieces);
        self.standing(pieces, side.other())
            .any(|(slot, piece)| attacks(piece.kind, self.squares[slot], occupied) >> king & 1 == 1)
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
