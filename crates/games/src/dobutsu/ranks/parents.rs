//! Un-moves between undecided positions, from one rank to others.
//!
//! Before the move, who made it could not catch the lion of who moves now. So
//! where two of their animals threaten it, there was no such move; where one
//! does, that one came; and none came from where it could have caught the lion.

use super::codes::{
    Code, Codes, MINE, Pieces, as_hen, codes_at, each, is_hen, is_mine_on_board, theirs_at,
};
use super::frames::{Frame, recoded};
use super::{CHICKS, Ranks};

/// What the player who moved may have caught: for each kind, which of the two
/// animals is in their hand.
struct Caught([Option<usize>; 3]);

impl Caught {
    #[inline]
    fn of(pieces: &Pieces) -> Caught {
        Caught(pieces.map(|pair| pair.iter().position(|code| *code == MINE)))
    }

    /// Visits the position without a capture and with every one, the animal
    /// having been caught where the opponent's code is `at`.
    #[inline]
    fn each(&self, pieces: Pieces, at: Code, mut visit: impl FnMut(Pieces)) {
        visit(pieces);
        for (kind, which) in self.0.iter().enumerate() {
            let Some(which) = *which else { continue };
            let mut before = pieces;
            before[kind][which] = at;
            visit(before);
            if kind == CHICKS {
                before[kind][which] = as_hen(at);
                visit(before);
            }
        }
    }
}

impl Ranks {
    /// Visits the ranks of undecided positions with a move to this undecided
    /// one, as often as they have one.
    #[inline]
    pub(super) fn parents(&self, rank: u64, mut visit: impl FnMut(u64)) {
        let (frame, number) = self.split(rank);
        let frame = &self.frames.all[frame];
        let child = self.numbers.pieces(number);
        let is_own_image = self.is_own_image(frame, &child);
        let now = frame.turned.take(&child);
        let there = frame.turned.frame;
        let before = &self.frames.all[there];
        let caught = Caught::of(&now);
        let taken = now.iter().flatten().fold(0, |set, c| set | codes_at(*c));
        let mut send = |frame: usize, is_mirrored: bool, pieces: Pieces| {
            self.visit(frame, is_mirrored, is_own_image, &pieces, &mut visit);
        };
        let mut threats = 0;
        for (kind, pair) in now.iter().enumerate() {
            for &code in pair {
                threats += before.catches[kind] >> code & 1;
            }
        }
        if threats > 1 {
            return;
        }
        for kind in 0..3 {
            for which in 0..2 {
                let code = now[kind][which];
                let is_threat = before.catches[kind] >> code & 1 == 1;
                if !is_mine_on_board(code) || threats == 1 && !is_threat {
                    continue;
                }
                let mut pieces = now;
                if !is_hen(code) {
                    pieces[kind][which] = MINE;
                    send(there, false, pieces);
                }
                let from = before.unsteps[kind][usize::from(code)];
                for from in each(from & !taken) {
                    pieces[kind][which] = from;
                    caught.each(pieces, theirs_at(code), |p| send(there, false, p));
                }
            }
        }
        if threats == 0 {
            self.lion_unsteps(frame, &child, &caught, send);
        }
    }

    #[inline]
    fn lion_unsteps(
        &self,
        frame: &Frame,
        child: &Pieces,
        caught: &Caught,
        mut send: impl FnMut(usize, bool, Pieces),
    ) {
        let taken: Codes = child.iter().flatten().fold(0, |set, c| set | codes_at(*c));
        for step in &frame.lion_unsteps {
            if step.from & taken == 0 {
                let pieces = step.before.take(child);
                caught.each(pieces, step.caught, |p| {
                    send(step.before.frame, step.is_mirrored, p);
                });
            }
        }
    }

    /// Visits a parent as often as it counts. By the equation in `folded.rs` an
    /// un-move counts once for each symmetry of the parent, divided by those of
    /// the child. The un-moves of a child that is its own mirror image are
    /// mirror images of each other, so it is enough to take those, once each,
    /// that need not be mirrored to be representatives.
    #[inline]
    fn visit(
        &self,
        frame: usize,
        is_mirrored: bool,
        is_own_image: bool,
        pieces: &Pieces,
        visit: &mut impl FnMut(u64),
    ) {
        let start = self.start(frame);
        let number = self.numbers.number(pieces);
        let there = &self.frames.all[frame];
        if !there.is_own_image {
            if !(is_own_image && is_mirrored) {
                visit(start + u64::from(number));
            }
            return;
        }
        let image = self.numbers.number(&recoded(&there.image, pieces));
        if is_own_image {
            if number <= image {
                visit(start + u64::from(number));
            }
            return;
        }
        visit(start + u64::from(number.min(image)));
        if number == image {
            visit(start + u64::from(number));
        }
    }
}
