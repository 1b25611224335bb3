//! Moves taken back.

use kibitz_game::{Retro, Turn, Unstep};

use super::attacks::{attacks, bits};
use super::{Ending, Material, NOWHERE, Pos};

/// All pieces attack both ways, so a piece of the player who has just moved
/// came from an empty square that it attacks now, and left behind it nothing
/// or a piece of the other player's that it took. That there was a legal move
/// is certain, for here it is made; that the position before it was legal is
/// not.
///
/// # Folding
///
/// Count the moves between all images of q and all images of p, from either
/// end: images(q) × (moves of q to images of p) = images(p) × (un-moves of p
/// to images of q). There are four images of a position on the diagonal, eight
/// of any other. So an un-move counts
/// - twice from p off the diagonal to q on it;
/// - half from p on the diagonal to q off it: reflecting in the diagonal makes
///   pairs of these, and the one whose piece comes from below is taken;
/// - once otherwise.
impl<M: Material> Retro for Ending<M> {
    #[inline]
    fn unmoves<F>(&self, p: &Pos, mut visit: F)
    where
        F: FnMut(Unstep<Pos>),
    {
        let occupied = p.occupied(M::PIECES);
        let is_own_image = p.is_on_diagonal();
        let mut add = |before: Pos, came: u8| {
            if !Self::is_legal(&before) || (is_own_image && came / 8 > came % 8) {
                return;
            }
            let from = before.canonical();
            let turn = Turn::Passes;
            visit(Unstep { from, turn });
            if !is_own_image && from.is_on_diagonal() {
                visit(Unstep { from, turn });
            }
        };
        for (slot, piece) in p.standing(M::PIECES, p.mover.other()) {
            let at = p.squares[slot];
            for came in bits(attacks(piece.kind, at, occupied) & !occupied) {
                let before = p.moved(slot, came);
                add(before, came);
                for (taken, other) in M::PIECES.iter().enumerate() {
                    if other.side == p.mover && p.squares[taken] == NOWHERE {
                        let mut before = before;
                        before.squares[taken] = at;
                        add(before, came);
                    }
                }
            }
        }
    }
}
