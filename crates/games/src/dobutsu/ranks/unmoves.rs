//! Un-moves on the board, by the book.

use kibitz_game::{Game, Indexed, Retro, Unstep};

use super::super::animals::{Animal, CELLS, Small};
use super::super::{Dobutsu, Piece, Position};
use crate::folded::{self, Folded};

impl Retro for Dobutsu {
    fn unmoves<F>(&self, p: &Position, visit: F)
    where
        F: FnMut(Unstep<Position>),
    {
        folded::unmoves(self, p, visit);
    }
}

impl Folded for Dobutsu {
    fn before(&self, p: &Position, mut visit: impl FnMut(Position)) {
        let who = p.mover.other();
        let mut now = *p;
        now.mover = who;
        let mut undecided = |q: Position| {
            let is_over = self.decided(&q).is_ok_and(|value| value.is_some());
            if !is_over && !q.has_arrived(who) {
                visit(q);
            }
        };
        for (to, piece) in p.pieces().filter(|(_, piece)| piece.owner == who) {
            let mut lifted = now;
            lifted.board[to] = None;
            let caught = piece.animal.caught();
            if let Some(small) = caught.filter(|_| piece.animal != Animal::Hen) {
                let mut q = lifted;
                q.hands[who as usize][small as usize] += 1;
                undecided(q);
            }
            for animal in animals_before(piece, to) {
                let piece = Piece { animal, ..piece };
                let is_origin = |from: &usize| {
                    p.board[*from].is_none() && Position::steps(piece, *from) >> to & 1 == 1
                };
                for from in (0..CELLS).filter(is_origin) {
                    let mut q = lifted;
                    q.board[from] = Some(piece);
                    undecided(q);
                    uncapture(&q, to, &mut undecided);
                }
            }
        }
    }

    fn symmetries(&self, p: &Position) -> u64 {
        1 + u64::from(p.mirrored() == *p)
    }

    fn locate(&self, p: &Position) -> (u64, u64) {
        (self.rank(p), self.symmetries(p))
    }
}

/// What an animal may have been before it stepped to a cell.
fn animals_before(piece: Piece, to: usize) -> impl Iterator<Item = Animal> {
    let is_far = to / 3 == Position::far_rank(piece.owner);
    let same = Some(piece.animal).filter(|a| !(is_far && *a == Animal::Chick));
    let chick = Some(Animal::Chick).filter(|_| is_far && piece.animal == Animal::Hen);
    same.into_iter().chain(chick)
}

/// The mover of `q` has just caught something on `to`, which becomes empty
/// before: it is in their hand.
fn uncapture(q: &Position, to: usize, visit: &mut impl FnMut(Position)) {
    for small in Small::ALL {
        let mut before = *q;
        let Some(fewer) = q.hands[q.mover as usize][small as usize].checked_sub(1) else {
            continue;
        };
        before.hands[q.mover as usize][small as usize] = fewer;
        for animal in Animal::ALL
            .into_iter()
            .filter(|a| a.caught() == Some(small))
        {
            let owner = q.mover.other();
            before.board[to] = Some(Piece { animal, owner });
            visit(before);
        }
    }
}
