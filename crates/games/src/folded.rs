//! Un-moves of games whose index folds symmetric positions together.
//!
//! Count the moves between all images of q and all images of p, from either
//! end: images(q) × (moves of q to images of p) = images(p) × (un-moves of p to
//! images of q). A position has as many images as the board has symmetries,
//! divided by the number of those that leave it as it is. So q moves to images
//! of p as often as p has un-moves to images of q, times the symmetries of q,
//! divided by those of p.

use kibitz_game::{Game, Turn, Unstep};

/// A game whose positions are turned and reflected, and which knows the
/// un-moves of one image.
pub(crate) trait Folded: Game<Pos: Copy> {
    /// Visits every undecided position, as it is on the board, from which a
    /// move leads to `p`.
    fn before(&self, p: &Self::Pos, visit: impl FnMut(Self::Pos));

    /// How many symmetries leave a position as it is.
    fn symmetries(&self, p: &Self::Pos) -> u64;

    /// The rank of a position, and how many symmetries leave it as it is.
    fn locate(&self, p: &Self::Pos) -> (u64, u64);
}

/// Visits the un-moves of the representative `p`, as often as they count.
#[inline]
pub(crate) fn unmoves<G: Folded>(game: &G, p: &G::Pos, mut visit: impl FnMut(Unstep<G::Pos>)) {
    let own = game.symmetries(p);
    let turn = Turn::Passes;
    if own == 1 {
        game.before(p, |from| {
            for _ in 0..game.symmetries(&from) {
                visit(Unstep { from, turn });
            }
        });
        return;
    }
    let mut found: Vec<(u64, u64, G::Pos)> = Vec::new();
    game.before(p, |q| {
        let (rank, symmetries) = game.locate(&q);
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
