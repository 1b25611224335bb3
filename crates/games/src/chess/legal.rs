//! Legal positions and legal moves.

use super::attacks::{attacks, between, is_attacked};
use super::position::bit;
use super::{Ending, Kind, NOWHERE, Pos, Side};

impl Ending {
    /// The slots of a side with the kinds of their pieces.
    #[inline]
    pub(super) fn slots_of(&self, side: Side) -> impl Iterator<Item = (usize, Kind)> {
        (0..Pos::MAX).filter_map(move |slot| match self.slots[slot] {
            Some(piece) if piece.side == side => Some((slot, piece.kind)),
            _ => None,
        })
    }

    /// The same, of the pieces that are on the board.
    #[inline]
    pub(super) fn standing(&self, p: &Pos, side: Side) -> impl Iterator<Item = (usize, Kind)> {
        self.slots_of(side)
            .filter(move |(slot, _)| p.squares[*slot] != NOWHERE)
    }

    /// The same, of the mover's pieces on the board, with the squares that each
    /// can move to.
    #[inline]
    pub(super) fn targets(&self, p: &Pos) -> impl Iterator<Item = (usize, Kind, u64)> {
        let occupied = p.occupied();
        let own = self.standing(p, p.mover);
        let own = own.fold(0, |set, (slot, _)| set | bit(p.squares[slot]));
        self.standing(p, p.mover).map(move |(slot, kind)| {
            let from = p.squares[slot];
            let safe = self.safe(p, kind, occupied & !bit(from));
            (slot, kind, attacks(kind, from, occupied) & !own & safe)
        })
    }

    /// The squares on which a piece of the mover leaves its king out of check,
    /// if the other pieces are on `rest`.
    ///
    /// A king must not go to a square that is attacked across `rest`. This holds
    /// for a capture too: the captured piece does not attack its own square, and
    /// attacks of the others end there with or without it.
    ///
    /// Otherwise a piece that attacks the king across `rest` must be captured or
    /// blocked. One that does not attack it, because a piece is in between, does
    /// not do so after the capture of that piece either: the capturing piece is
    /// in its place.
    #[inline]
    fn safe(&self, p: &Pos, kind: Kind, rest: u64) -> u64 {
        let king = p.squares[p.mover as usize];
        let mut safe = !0;
        for (slot, other) in self.standing(p, p.mover.other()) {
            let at = p.squares[slot];
            if kind == Kind::King {
                safe &= !attacks(other, at, rest);
            } else if is_attacked(king, other, at, rest) {
                safe &= between(at, king) | bit(at);
            }
        }
        safe
    }

    /// Whether the king of a side is attacked.
    #[inline]
    pub(super) fn is_in_check(&self, p: &Pos, side: Side) -> bool {
        let king = p.squares[side as usize];
        let occupied = p.occupied();
        self.standing(p, side.other())
            .any(|(slot, kind)| is_attacked(king, kind, p.squares[slot], occupied))
    }

    /// Whether no two pieces share a square and the player not to move is not
    /// in check.
    #[inline]
    pub(super) fn is_legal(&self, p: &Pos) -> bool {
        p.occupied().count_ones() == p.count() && !self.is_in_check(p, p.mover.other())
    }
}
