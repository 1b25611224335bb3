//! Un-moves.

use kibitz_game::{Retro, Unmove};

use super::{Pos, Quixo};
use crate::symmetric_unmoves::{self, SymmetricUnmoves};

impl SymmetricUnmoves for Quixo {
    /// Pulls out the opponent's cube at the end of a row or column and puts it
    /// back where it was taken, blank or with its sign.
    #[inline]
    fn before(&self, p: &Pos, mut visit: impl FnMut(Pos)) {
        for push in &self.pushes {
            if p.theirs & push.to == 0 {
                continue;
            }
            let (mine, theirs) = (push.unshift(p.theirs), push.unshift(p.mine));
            if self.has_line(theirs) {
                continue;
            }
            for mine in [mine, mine | push.from] {
                if !self.has_line(mine) {
                    visit(Pos {
                        mine,
                        theirs,
                        mover: p.mover.other(),
                    });
                }
            }
        }
    }

    #[inline]
    fn symmetries(&self, p: &Pos) -> u64 {
        self.index.locate(p).1
    }

    #[inline]
    fn locate(&self, p: &Pos) -> (u64, u64) {
        self.index.locate(p)
    }
}

impl Retro for Quixo {
    #[inline]
    fn unmoves<F>(&self, p: &Pos, visit: F)
    where
        F: FnMut(Unmove<Pos>),
    {
        symmetric_unmoves::unmoves(self, p, visit);
    }
}
