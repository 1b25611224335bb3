//! Un-moves between undecided positions, from one rank to others.
//!
//! Before the move, who made it could not catch the lion of who moves now. So
//! where two of their animals threaten it, there was no such move; where one
//! does, that one came; and none came from where it could have caught the lion.

use super::codes::{CODES, Code, Codes, MINE, Pieces, codes_at, is_hen, theirs_at};
use super::frames::recoded;
use super::{CHICKS, Ranks};

/// Pieces before a move, their codes in bytes, with the frame above them and
/// whether its mirror image is meant: a change of one piece is an addition.
#[derive(Clone, Copy)]
struct Packed(u64);

impl Packed {
    #[inline]
    fn new(pieces: &Pieces, frame: usize, is_mirrored: bool) -> Packed {
        let [[a, b], [c, d], [e, f]] = *pieces;
        Packed(u64::from_le_bytes([
            a,
            b,
            c,
            d,
            e,
            f,
            frame as u8,
            is_mirrored.into(),
        ]))
    }

    /// Puts another code into a slot.
    #[inline]
    fn with(self, slot: usize, code: Code) -> Packed {
        let bits = 8 * slot;
        Packed(self.0 & !(0xff << bits) | u64::from(code) << bits)
    }

    #[inline]
    fn open(self) -> (Pieces, usize, bool) {
        let [a, b, c, d, e, f, frame, is_mirrored] = self.0.to_le_bytes();
        let pieces = [[a, b], [c, d], [e, f]];
        (pieces, frame.into(), is_mirrored != 0)
    }
}

/// What the player who moved may have caught, one of each kind in their hand:
/// slots, and what is added to the code of the cell; nothing first.
struct Caught {
    slots: [(u8, u8); 5],
    count: usize,
}

impl Caught {
    #[inline]
    fn of(pieces: &Pieces) -> Caught {
        let mut caught = Caught {
            slots: [(0, 0); 5],
            count: 0,
        };
        for (kind, pair) in pieces.iter().enumerate() {
            let Some(which) = pair.iter().position(|code| *code == MINE) else {
                continue;
            };
            let slot = (2 * kind + which) as u8;
            caught.add(slot, 0);
            if kind == CHICKS {
                caught.add(slot, 2);
            }
        }
        caught
    }

    #[inline]
    fn add(&mut self, slot: u8, is_hen: u8) {
        self.slots[self.count] = (slot, is_hen);
        self.count += 1;
    }

    /// Adds the position without a capture and with every one, the animal
    /// having been caught where the opponent's code is `at`.
    #[inline(always)]
    fn each(&self, pieces: Packed, at: Code, mut send: impl FnMut(Packed)) {
        send(pieces);
        for &(slot, hen) in &self.slots[..self.count] {
            send(pieces.with(slot.into(), at + hen));
        }
    }
}

/// Positions that are numbered together, which takes fewer branches.
struct Found<'a, F> {
    ranks: &'a Ranks,
    /// Whether the child is its own mirror image.
    is_own_image: bool,
    waiting: [Packed; WAITING],
    count: usize,
    visit: F,
}

const WAITING: usize = 32;

impl<F: FnMut(u64)> Found<'_, F> {
    #[inline(always)]
    fn add(&mut self, pieces: Packed) {
        if self.count == WAITING {
            self.tell();
        }
        self.waiting[self.count] = pieces;
        self.count += 1;
    }

    #[inline(never)]
    fn tell(&mut self) {
        for packed in &self.waiting[..self.count] {
            let (pieces, frame, is_mirrored) = packed.open();
            let start = self.ranks.start(frame);
            let number = self.ranks.numbers.number(&pieces);
            let frame = &self.ranks.frames.all[frame];
            let (times, number) = if frame.is_own_image {
                let image = recoded(&frame.image, &pieces);
                self.fold(number, self.ranks.numbers.number(&image))
            } else {
                (u32::from(!(self.is_own_image && is_mirrored)), number)
            };
            for _ in 0..times {
                (self.visit)(start + u64::from(number));
            }
        }
        self.count = 0;
    }

    /// How often a parent with this number and that of its mirror image counts,
    /// and the number of its representative.
    ///
    /// By the equation in `folded.rs` an un-move counts once for each symmetry
    /// of the parent, divided by those of the child. The un-moves of a child
    /// that is its own mirror image are mirror images of each other, so it is
    /// enough to take those, once each, that are representatives.
    #[inline]
    fn fold(&self, number: u32, image: u32) -> (u32, u32) {
        match self.is_own_image {
            true => (u32::from(number <= image), number),
            false => (1 + u32::from(number == image), number.min(image)),
        }
    }
}

impl Ranks {
    /// Visits the ranks of undecided positions with a move to this undecided
    /// one, as often as they have one.
    #[inline]
    pub(super) fn parents(&self, rank: u64, visit: impl FnMut(u64)) {
        let (frame, number) = self.split(rank);
        let frame = &self.frames.all[frame];
        let child = self.numbers.pieces(number);
        let now = frame.turned.take(&child);
        let before = &self.frames.all[frame.turned.frame];
        let mut threats = [0; 6];
        let mut taken: Codes = 0;
        for (slot, &code) in now.iter().flatten().enumerate() {
            threats[slot] = before.catches[slot / 2] >> code & 1;
            taken |= codes_at(code);
        }
        let threat_count: u64 = threats.iter().sum();
        if threat_count > 1 {
            return;
        }
        let mut found = Found {
            ranks: self,
            is_own_image: self.is_own_image(frame, &child),
            waiting: [Packed(0); WAITING],
            count: 0,
            visit,
        };
        let packed = Packed::new(&now, frame.turned.frame, false);
        let caught = Caught::of(&now);
        for (slot, &code) in now.iter().flatten().enumerate() {
            if code < 4 || code & 1 == 0 || threats[slot] != threat_count {
                continue;
            }
            if !is_hen(code) {
                found.add(packed.with(slot, MINE));
            }
            let mut from = before.unsteps[slot / 2][usize::from(code) % CODES] & !taken;
            while from != 0 {
                let moved = packed.with(slot, from.trailing_zeros() as Code);
                caught.each(moved, theirs_at(code), |pieces| found.add(pieces));
                from &= from - 1;
            }
        }
        if threat_count == 0 {
            let taken = child.iter().flatten();
            let taken = taken.fold(0, |set, code| set | codes_at(*code));
            for step in frame.lion_unsteps.iter().filter(|s| s.from & taken == 0) {
                let pieces = step.before.take(&child);
                let moved = Packed::new(&pieces, step.before.frame, step.is_mirrored);
                caught.each(moved, step.caught, |pieces| found.add(pieces));
            }
        }
        found.tell();
    }
}
