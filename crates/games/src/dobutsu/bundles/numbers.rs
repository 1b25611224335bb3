//! Numbers of bundles.
//!
//! A pair of animals of a kind over n free cells, numbered from 0, has 1 +
//! n(n + 1)/2 places: 0 for both in hand, and 1 + k(k + 1)/2 + i for cells
//! i < k, or for k alone where i = k. The number does not depend on n. The free
//! cells of the giraffes are those without an elephant, those of the chicks the
//! ones without either, each numbered anew. A *row* is a frame with elephants
//! and giraffes; the places of the chicks follow each other in it.

use kibitz_game::Swaps;

use super::super::animals::CELLS;
use super::frames::{Frame, Frames, LABELS};
use super::{HAND, Placement, Slots, swap_of};

/// The most places of a pair.
const PLACES: usize = places(LABELS);

/// The places of a pair over so many free cells.
const fn places(free: usize) -> usize {
    1 + free * (free + 1) / 2
}

/// Two animals of a kind by the numbers of their cells, in order; `LABELS`
/// stands for the hand.
const IN_HAND: u8 = LABELS as u8;

/// Every place decoded.
static PAIRS: [[u8; 2]; PLACES] = {
    let mut pairs = [[IN_HAND; 2]; PLACES];
    let mut k = 0;
    while k < LABELS {
        let mut i = 0;
        while i <= k {
            let second = if i == k { IN_HAND } else { k as u8 };
            pairs[places(k) + i] = [i as u8, second];
            i += 1;
        }
        k += 1;
    }
    pairs
};

/// The place of two animals in order.
#[inline]
fn place_of([first, second]: [u8; 2]) -> usize {
    match (first, second) {
        (IN_HAND, _) => 0,
        (k, IN_HAND) => places(k.into()) + k as usize,
        (i, k) => places(k.into()) + i as usize,
    }
}

/// Elephants and giraffes of a row.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The first bundle of the row in its frame.
    base: u32,
    /// Places of elephants and giraffes.
    pairs: [u8; 2],
}

/// The numbering of all bundles.
#[derive(Clone, Debug)]
pub(in super::super) struct Numbers {
    frames: Frames,
    /// The rows of a frame, in order.
    rows: Vec<Row>,
    /// The first bundle of the row with these places in its frame.
    bases: Vec<[u32; PLACES]>,
    /// Bundles of a frame.
    per_frame: u32,
}

/// The cells that a set of numbers leaves, numbered anew: the number of
/// `label` among those that are not in `taken`.
#[inline]
fn among_free(label: u8, taken: u16) -> u8 {
    match label {
        IN_HAND => IN_HAND,
        _ => label - (taken & ((1 << label) - 1)).count_ones() as u8,
    }
}

/// The cells of a pair as a set.
#[inline]
fn set_of(pair: [u8; 2]) -> u16 {
    (1 << pair[0] | 1 << pair[1]) & ((1 << IN_HAND) - 1)
}

impl Numbers {
    /// The numbering for those kinds that are present; others are in hand for
    /// ever.
    pub(in super::super) fn new(present: [bool; 3]) -> Numbers {
        let count = |kind: usize, free: usize| if present[kind] { places(free) } else { 1 };
        let on_board = |pair: usize| set_of(PAIRS[pair]).count_ones() as usize;
        let mut rows = Vec::new();
        let mut bases = vec![[0; PLACES]; PLACES];
        let mut base = 0;
        for (elephants, bases) in bases.iter_mut().enumerate().take(count(0, LABELS)) {
            let free = LABELS - on_board(elephants);
            for (giraffes, slot) in bases.iter_mut().enumerate().take(count(1, free)) {
                *slot = base;
                rows.push(Row {
                    base,
                    pairs: [elephants as u8, giraffes as u8],
                });
                base += count(2, free - on_board(giraffes)) as u32;
            }
        }
        Numbers {
            frames: Frames::new(),
            rows,
            bases,
            per_frame: base,
        }
    }

    pub(super) fn inner(&self) -> u32 {
        self.frames.inner as u32 * self.per_frame
    }

    pub(super) fn bundles(&self) -> u32 {
        self.frames.frames.len() as u32 * self.per_frame
    }

    /// The number of a placement, whose mover's lion is not on the far rank,
    /// and the kinds of which the animals must change slots to be in order.
    #[inline]
    pub(super) fn number(&self, placement: &Placement) -> (u32, Swaps) {
        let place = self.frames.place(placement.mine, placement.theirs);
        let place = place.expect("a lion on the far rank ends play");
        let frame = &self.frames.frames[place.frame];
        let first = place.frame as u32 * self.per_frame;
        let (number, swaps) = if place.is_mirrored {
            self.within(frame, &placement.mirrored().slots)
        } else if frame.is_own_image {
            let own = self.within(frame, &placement.slots);
            let image = self.within(frame, &placement.mirrored().slots);
            if image.0 < own.0 { image } else { own }
        } else {
            self.within(frame, &placement.slots)
        };
        (first + number, swaps)
    }

    /// The number of animals on these cells in their frame.
    #[inline]
    fn within(&self, frame: &Frame, slots: &Slots) -> (u32, Swaps) {
        let label = |cell: u8| match cell {
            HAND => IN_HAND,
            _ => frame.labels[cell as usize],
        };
        let mut swaps = 0;
        let mut taken = 0;
        let mut found = [0; 3];
        for (kind, place) in found.iter_mut().enumerate() {
            let (a, b) = (label(slots[2 * kind]), label(slots[2 * kind + 1]));
            if b < a {
                swaps |= swap_of(kind).0;
            }
            let pair = [a.min(b), a.max(b)];
            *place = place_of(pair.map(|label| among_free(label, taken)));
            taken |= set_of(pair);
        }
        let [elephants, giraffes, chicks] = found;
        let number = self.bases[elephants][giraffes] + chicks as u32;
        (number, Swaps(swaps))
    }

    /// The placement of a bundle; `None` where the mirror image stands for it.
    pub(super) fn placement(&self, bundle: u32) -> Option<Placement> {
        let frame = &self.frames.frames[(bundle / self.per_frame) as usize];
        let number = bundle % self.per_frame;
        let after = self.rows.partition_point(|row| row.base <= number);
        let row = self.rows[after - 1];
        let places = [
            row.pairs[0] as usize,
            row.pairs[1] as usize,
            (number - row.base) as usize,
        ];
        let mut slots = [HAND; 6];
        let mut free: [u8; CELLS] = [HAND; CELLS];
        free[..LABELS].copy_from_slice(&frame.cells);
        for (kind, place) in places.into_iter().enumerate() {
            let pair = PAIRS[place];
            let cells = pair.map(|i| if i == IN_HAND { HAND } else { free[i as usize] });
            slots[2 * kind..2 * kind + 2].copy_from_slice(&cells);
            let mut left = 0;
            for i in 0..LABELS {
                if !cells.contains(&free[i]) {
                    free[left] = free[i];
                    left += 1;
                }
            }
        }
        let placement = Placement {
            mine: frame.mine,
            theirs: frame.theirs,
            slots,
        };
        let is_other = frame.is_own_image && {
            let image = self.within(frame, &placement.mirrored().slots);
            image.0 < number
        };
        (!is_other).then_some(placement)
    }

    /// Where a placement is its own mirror image, the kinds that change slots
    /// in the mirror.
    pub(super) fn own_image(&self, placement: &Placement) -> Option<Swaps> {
        let place = self.frames.place(placement.mine, placement.theirs)?;
        let frame = &self.frames.frames[place.frame];
        if !frame.is_own_image {
            return None;
        }
        let own = self.within(frame, &placement.slots);
        let image = self.within(frame, &placement.mirrored().slots);
        (own.0 == image.0).then_some(image.1)
    }
}
