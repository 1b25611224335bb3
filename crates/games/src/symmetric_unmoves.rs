//! Un-moves of games with a symmetry-reduced index.
//!
//! Count the moves between the orbits of q and p from either end: |orbit(q)| ×
//! (moves from q into orbit(p)) = |orbit(p)| × (un-moves from p into orbit(q)).
//! The size of an orbit is the order of the group divided by that of the
//! stabiliser. So the number of moves from q into the orbit of p is the number
//! of un-moves from p into the orbit of q, times the order of the stabiliser of
//! q, divided by that of p.

use kibitz_game::{Game, Turn, Unmove};

/// A game with board symmetries that can generate the un-moves of a single
/// position.
pub(crate) trait SymmetricUnmoves: Game<Pos: Copy> {
    /// Visits every undecided position, without symmetry reduction, from which
    /// a move leads to `p`.
    fn before(&self, p: &Self::Pos, visit: impl FnMut(Self::Pos));

    /// The order of the stabiliser of a position.
    fn symmetries(&self, p: &Self::Pos) -> u64;

    /// The rank of a position, and the order of its stabiliser.
    fn locate(&self, p: &Self::Pos) -> (u64, u64);
}

/// Visits the un-moves of the canonical position `p` with their multiplicities.
#[inline]
pub(crate) fn unmoves<G: SymmetricUnmoves>(
    game: &G,
    p: &G::Pos,
    mut visit: impl FnMut(Unmove<G::Pos>),
) {
    let own = game.symmetries(p);
    let turn = Turn::Other;
    if own == 1 {
        game.before(p, |from| {
            for _ in 0..game.symmetries(&from) {
                visit(Unmove { from, turn });
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
            visit(Unmove { from, turn });
        }
    }
}
