//! The eight symmetries of the board: without pawns and castling, a position
//! turned or reflected plays alike.
//!
//! The representative of a position has White's king in the triangle a1–d1–d4,
//! which has one square of every orbit. Files and ranks can be reflected in one
//! way to bring the king into the quarter a1–d4. There, off the diagonal a1–h8,
//! it must be below; on it, reflecting in the diagonal leaves the king where it
//! is, and the first of the other pieces that is off the diagonal must be
//! below. If all are on it, the position is its own image: so exactly one
//! image of every position fulfils this.

use super::{NOWHERE, Pos};

/// Squares of the triangle.
pub(super) const TRIANGLE: [u8; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];

/// The place of a square in [`TRIANGLE`].
pub(super) const IN_TRIANGLE: [u8; 64] = {
    let mut places = [u8::MAX; 64];
    let mut i = 0;
    while i < TRIANGLE.len() {
        places[TRIANGLE[i] as usize] = i as u8;
        i += 1;
    }
    places
};

/// How far a square is above the diagonal a1–h8; negative below it.
#[inline]
fn height(square: u8) -> i8 {
    (square / 8) as i8 - (square % 8) as i8
}

/// A square reflected in the diagonal.
#[inline]
fn swapped(square: u8) -> u8 {
    square % 8 * 8 + square / 8
}

impl Pos {
    /// The position that stands for all images of this one.
    #[inline]
    pub(super) fn canonical(mut self) -> Pos {
        let king = self.squares[0];
        let files = if king % 8 > 3 { 7 } else { 0 };
        let ranks = if king / 8 > 3 { 7 * 8 } else { 0 };
        self.map(|square| square ^ files ^ ranks);
        let off = self.squares.iter().filter(|square| **square != NOWHERE);
        let first = off.map(|square| height(*square)).find(|h| *h != 0);
        if first.is_some_and(|height| height > 0) {
            self.map(swapped);
        }
        self
    }

    /// Whether the position is its own image, reflected in the diagonal: of
    /// representatives only. No other symmetry leaves a square where it is but
    /// the reflection in the other diagonal, which the triangle does not touch.
    #[inline]
    pub(super) fn is_on_diagonal(self) -> bool {
        let mut squares = self.squares.iter();
        squares.all(|square| *square == NOWHERE || height(*square) == 0)
    }

    #[inline]
    fn map(&mut self, image: impl Fn(u8) -> u8) {
        for square in &mut self.squares {
            if *square != NOWHERE {
                *square = image(*square);
            }
        }
    }
}
