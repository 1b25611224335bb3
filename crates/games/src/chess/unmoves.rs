//! Un-moves.

use kibitz_game::{Retro, Turn, Unmove};

use super::attacks::{attacks, bits};
use super::{Ending, NOWHERE, Pos};

/// Attacks are symmetric, so a piece of the player who has just moved came from
/// an empty square that it attacks now, and left nothing or a captured opposing
/// piece on its square. The corresponding move is legal by construction if the
/// predecessor is; whether the predecessor is a legal position must be checked.
///
/// # Symmetry reduction
///
/// Count the moves between the orbits of q and p from either end: |orbit(q)| ×
/// (moves from q into orbit(p)) = |orbit(p)| × (un-moves from p into orbit(q)).
/// An orbit has four positions if they are fixed by a diagonal reflection, else
/// eight. So an un-move counts
///
/// - twice from p off the diagonal to q on it;
/// - half from p on the diagonal to q off it: reflection in the diagonal pairs
///   these, and the one whose piece comes from below is taken;
/// - once otherwise.
impl Retro for Ending {
    #[inline]
    fn unmoves<F>(&self, p: &Pos, mut visit: F)
    where
        F: FnMut(Unmove<Pos>),
    {
        let occupied = p.occupied();
        let is_own_image = p.is_on_diagonal();
        let mut add = |before: Pos, came: u8| {
            if !self.is_legal(&before) || (is_own_image && came / 8 > came % 8) {
                return;
            }
            let from = before.canonical();
            let turn = Turn::Other;
            visit(Unmove { from, turn });
            if !is_own_image && from.is_on_diagonal() {
                visit(Unmove { from, turn });
            }
        };
        for (slot, kind) in self.standing(p, p.mover.other()) {
            let at = p.squares[slot];
            for came in bits(attacks(kind, at, occupied) & !occupied) {
                let before = p.moved(slot, came);
                add(before, came);
                for (taken, _) in self.slots_of(p.mover) {
                    if p.squares[taken] == NOWHERE {
                        let mut before = before;
                        before.squares[taken] = at;
                        add(before, came);
                    }
                }
            }
        }
    }
}
