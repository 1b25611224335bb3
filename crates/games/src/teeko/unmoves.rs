//! Un-moves.

use kibitz_game::{Retro, Unmove};

use super::cells::{ALL, NEIGHBOURS, cells};
use super::{Pos, STONES, Teeko};
use crate::symmetric_unmoves::{self, SymmetricUnmoves};

impl SymmetricUnmoves for Teeko {
    /// Visits every predecessor, without symmetry reduction: a stone of the
    /// opponent's was dropped, or moved if all are on the board. The mover's
    /// stones have not won, because `p` is not a hole; predecessors in which
    /// the opponent's stones had already won are excluded.
    #[inline]
    fn before(&self, p: &Pos, mut visit: impl FnMut(Pos)) {
        let empty = ALL & !(p.mine | p.theirs);
        let before = |theirs: u32| Pos {
            mine: theirs,
            theirs: p.mine,
            mover: p.mover.other(),
        };
        for at in cells(p.theirs) {
            let rest = p.theirs ^ 1 << at;
            visit(before(rest));
            if p.stones() < 2 * STONES {
                continue;
            }
            for came in cells(NEIGHBOURS[usize::from(at)] & empty) {
                let q = before(rest | 1 << came);
                if !self.index.wins(q.mine) {
                    visit(q);
                }
            }
        }
    }
    #[inline]
    fn symmetries(&self, p: &Pos) -> u64 {
        self.index.symmetries(p)
    }

    #[inline]
    fn locate(&self, p: &Pos) -> (u64, u64) {
        self.index.locate(p)
    }
}

impl Retro for Teeko {
    #[inline]
    fn unmoves<F>(&self, p: &Pos, visit: F)
    where
        F: FnMut(Unmove<Pos>),
    {
        symmetric_unmoves::unmoves(self, p, visit);
    }
}
