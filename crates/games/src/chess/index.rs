//! Dense index of positions.

use kibitz_game::Indexed;

use super::canonical::{IN_TRIANGLE, TRIANGLE};
use super::{Ending, NOWHERE, Pos, Side};

/// Mixed radix: White's king in the triangle, Black's king, a square or
/// [`NOWHERE`] for each of the others, and the side to move.
/// Every canonical position has a rank; the other ranks are holes.
impl Indexed for Ending {
    fn size(&self) -> u64 {
        let others = self.pieces().count() as u32 - 2;
        TRIANGLE.len() as u64 * 64 * 65u64.pow(others) * 2
    }

    #[inline]
    fn rank(&self, p: &Pos) -> u64 {
        let p = p.canonical();
        let kings = u64::from(IN_TRIANGLE[usize::from(p.squares[0])]) * 64;
        let kings = kings + u64::from(p.squares[1]);
        let others = p.squares.iter().zip(self.slots).skip(2);
        let others = others.filter(|(_, piece)| piece.is_some());
        others.fold(kings, |rank, (square, _)| rank * 65 + u64::from(*square)) * 2 + p.mover as u64
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Option<Pos> {
        let mut squares = [NOWHERE; Pos::MAX];
        let mover = [Side::White, Side::Black][(rank % 2) as usize];
        let mut rank = rank / 2;
        for (square, piece) in squares.iter_mut().zip(self.slots).skip(2).rev() {
            if piece.is_some() {
                *square = (rank % 65) as u8;
                rank /= 65;
            }
        }
        squares[1] = (rank % 64) as u8;
        squares[0] = TRIANGLE[(rank / 64) as usize];
        let p = Pos { squares, mover };
        (self.is_legal(&p) && p.canonical() == p).then_some(p)
    }

    fn orbit_size(&self, p: &Pos) -> u64 {
        if p.is_on_diagonal() { 4 } else { 8 }
    }

    fn in_scope(&self, p: &Pos) -> bool {
        p.count() as usize == self.pieces().count()
    }
}
