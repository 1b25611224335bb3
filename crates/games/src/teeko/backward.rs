//! Moves taken back.

use kibitz_game::{Retro, Turn, Unstep};

use super::cells::{ALL, NEIGHBOURS, cells};
use super::{Pos, STONES, Teeko};

impl Teeko {
    /// Visits every position, as it is on the board, from which the opponent
    /// came: a stone of theirs was dropped, or moved if all are on the board.
    /// The mover's stones have not won, for `p` is no hole; where the
    /// opponent's had before the move, play was over.
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
}

/// # Folding
///
/// Count the moves between all images of q and all images of p, from either
/// end: images(q) × (moves of q to images of p) = images(p) × (un-moves of p to
/// images of q). A position has 8 images divided by the number of symmetries
/// that leave it as it is, so q moves to images of p as often as p has un-moves
/// to images of q, times the symmetries of q, divided by those of p.
impl Retro for Teeko {
    #[inline]
    fn unmoves<F>(&self, p: &Pos, mut visit: F)
    where
        F: FnMut(Unstep<Pos>),
    {
        let own = self.index.symmetries(p);
        let turn = Turn::Passes;
        if own == 1 {
            self.before(p, |from| {
                for _ in 0..self.index.symmetries(&from) {
                    visit(Unstep { from, turn });
                }
            });
            return;
        }
        let mut found: Vec<(u64, u64, Pos)> = Vec::new();
        self.before(p, |q| {
            let (rank, symmetries) = self.index.locate(&q);
            match found.iter_mut().find(|(other, ..)| *other == rank) {
                Some((_, weight, _)) => *weight += symmetries,
                None => found.push((rank, symmetries, q)),
            }
        });
        for (_, weight, from) in found {
            for _ in 0..weight / own {
                visit(Unstep { from, turn });
            }
        }
    }
}
