//! Canonical forms under the eight symmetries of the board, which preserve
//! values because there are no pawns and no castling.
//!
//! In the canonical form White's king is in the triangle a1–d1–d4, which has
//! one square of every orbit. Exactly one combination of reflecting files and
//! ranks brings the king into the quarter a1–d4. There it must be on or below
//! the diagonal a1–h8; if it is on it, reflection in the diagonal fixes the
//! king, and the first of the other pieces that is off the diagonal must be
//! below. If all are on it, the reflection fixes the position. So exactly one
//! image of every position is canonical.

use super::{NOWHERE, Pos};

/// Squares of the triangle.
pub(super) const TRIANGLE: [u8; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];

/// The index of a square in [`TRIANGLE`].
pub(super) const IN_TRIANGLE: [u8; 64] = {
    let mut places = [u8::MAX; 64];
    let mut i = 0;
    while i < TRIANGLE.len() {
        places[TRIANGLE[i] as usize] = i as u8;
        i += 1;
    }
    places
};

/// The signed distance of a square from the diagonal a1–h8, negative below.
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
    /// The canonical form of the position.
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

    /// Whether a canonical position is fixed by the reflection in the diagonal.
    /// The only other symmetry that fixes a square is the reflection in the
    /// other diagonal, which does not meet the triangle.
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
