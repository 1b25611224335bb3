//! Ranking of bundles.
//!
//! Two animals of a kind on n free cells, labelled from 0, have 1 + n(n + 1)/2
//! arrangements: 0 for both in hand, and 1 + k(k + 1)/2 + i for cells i < k, or
//! for k alone if i = k. The number does not depend on n. The free cells of the
//! giraffes are those without an elephant, those of the chicks those without
//! either, relabelled each time. A *row* is a frame with elephants and
//! giraffes; the arrangements of the chicks are contiguous in it.

use kibitz_game::LaneSwaps;

use super::super::animals::{CELLS, mirrored, turned};
use super::frames::{Frames, LABELS};
use super::{HAND, Placement, Slots, swap_of};

/// The maximum number of arrangements of a pair.
const PLACES: usize = places(LABELS);

/// The number of arrangements of a pair on `free` cells.
const fn places(free: usize) -> usize {
    1 + free * (free + 1) / 2
}

/// The label of the hand.
const IN_HAND: u8 = LABELS as u8;

/// The labels of two animals of a kind in each arrangement, in order.
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

/// The arrangement of two animals, in either order; invalid for two on one
/// cell.
static PLACE_OF: [[u8; 16]; 16] = {
    let mut table = [[0; 16]; 16];
    let mut place = 0;
    while place < PLACES {
        let [a, b] = PAIRS[place];
        table[a as usize][b as usize] = place as u8;
        table[b as usize][a as usize] = place as u8;
        place += 1;
    }
    table
};

/// For each set of occupied labels, the new label of each cell among those not
/// in the set.
static AMONG_FREE: [[u8; 16]; 1 << LABELS] = {
    let mut table = [[IN_HAND; 16]; 1 << LABELS];
    let mut taken = 0;
    while taken < 1 << LABELS {
        let mut label = 0;
        while label < LABELS {
            let below = taken & ((1usize << label) - 1);
            table[taken][label] = label as u8 - below.count_ones() as u8;
            label += 1;
        }
        taken += 1;
    }
    table
};

/// Elephants and giraffes of a row.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The first bundle of the row in its frame.
    base: u32,
    /// The arrangements of elephants and giraffes.
    pairs: [u8; 2],
}

/// The labels of cells in the frame of two lions; [`HAND`] maps to the hand.
#[derive(Clone, Copy, Debug)]
struct Seat {
    /// The first bundle of the frame.
    first: u32,
    labels: [u8; CELLS + 1],
    /// The reflected labels, if the frame is its own mirror image.
    image: Option<[u8; CELLS + 1]>,
}

/// The numbering of all bundles.
#[derive(Clone, Debug)]
pub(in super::super) struct Numbers {
    frames: Frames,
    /// The rows of a frame, in order.
    rows: Vec<Row>,
    /// The row of each bundle of a frame.
    row_of: Vec<u16>,
    /// The first bundle, in its frame, of the row with these arrangements.
    bases: Vec<[u32; PLACES]>,
    /// The number of bundles of a frame.
    per_frame: u32,
    /// By the mover's lion and the opponent's, from the mover's side.
    seats: Vec<Option<Seat>>,
    /// The same, from the side of the player who has just moved.
    turned_seats: Vec<Option<Seat>>,
}

/// The cells of a pair as a set.
#[inline]
fn set_of(a: u8, b: u8) -> usize {
    (1 << a | 1 << b) & ((1 << IN_HAND) - 1)
}

impl Numbers {
    /// The ranking for the kinds that are present; the others stay in hand.
    pub(in super::super) fn new(present: [bool; 3]) -> Numbers {
        let count = |kind: usize, free: usize| if present[kind] { places(free) } else { 1 };
        let on_board = |pair: usize| {
            let [a, b] = PAIRS[pair];
            set_of(a, b).count_ones() as usize
        };
        let mut rows = Vec::new();
        let mut row_of = Vec::new();
        let mut bases = vec![[0; PLACES]; PLACES];
        for (elephants, bases) in bases.iter_mut().enumerate().take(count(0, LABELS)) {
            let free = LABELS - on_board(elephants);
            for (giraffes, slot) in bases.iter_mut().enumerate().take(count(1, free)) {
                *slot = row_of.len() as u32;
                let chicks = count(2, free - on_board(giraffes));
                row_of.extend(std::iter::repeat_n(rows.len() as u16, chicks));
                rows.push(Row {
                    base: *slot,
                    pairs: [elephants as u8, giraffes as u8],
                });
            }
        }
        let frames = Frames::new();
        let per_frame = row_of.len() as u32;
        let lions = || (0..CELLS).flat_map(|a| (0..CELLS).map(move |b| (a, b)));
        let seat = |mine, theirs, view: fn(usize) -> usize| {
            Seat::new(&frames, per_frame, (mine, theirs), view)
        };
        let seats = lions().map(|(mine, theirs)| seat(mine, theirs, |cell| cell));
        let turned_seats = lions().map(|(mine, theirs)| seat(turned(theirs), turned(mine), turned));
        Numbers {
            seats: seats.collect(),
            turned_seats: turned_seats.collect(),
            frames,
            rows,
            row_of,
            bases,
            per_frame,
        }
    }

    pub(super) fn inner(&self) -> u32 {
        self.frames.inner as u32 * self.per_frame
    }

    pub(super) fn bundles(&self) -> u32 {
        self.frames.frames.len() as u32 * self.per_frame
    }

    /// The number of a placement whose mover's lion is not on the far rank, and
    /// the kinds whose animals must swap slots to be in order.
    pub(super) fn number(&self, placement: &Placement) -> (u32, LaneSwaps) {
        self.at(&self.seats, placement)
    }

    /// The same for a placement after a move, given from the side of the player
    /// who has moved: the number from the opponent's side.
    #[inline]
    pub(super) fn number_turned(&self, left: &Placement) -> (u32, LaneSwaps) {
        self.at(&self.turned_seats, left)
    }

    #[inline]
    fn at(&self, seats: &[Option<Seat>], placement: &Placement) -> (u32, LaneSwaps) {
        let seat = &seats[CELLS * placement.mine + placement.theirs];
        let seat = seat.as_ref().expect("a lion on the far rank ends the game");
        let own = self.within(&seat.labels, &placement.slots);
        let (number, swaps) = match &seat.image {
            None => own,
            Some(labels) => {
                let image = self.within(labels, &placement.slots);
                if image.0 < own.0 { image } else { own }
            }
        };
        (seat.first + number, swaps)
    }

    /// The number of the animals' arrangement within their frame.
    #[inline]
    fn within(&self, labels: &[u8; CELLS + 1], slots: &Slots) -> (u32, LaneSwaps) {
        let label = |slot: usize| labels[usize::from(slots[slot])];
        let mut swaps = 0;
        let mut taken = 0;
        let mut found = [0; 3];
        for (kind, place) in found.iter_mut().enumerate() {
            let (a, b) = (label(2 * kind), label(2 * kind + 1));
            swaps |= if b < a { swap_of(kind).0 } else { 0 };
            let anew = &AMONG_FREE[taken];
            let (c, d) = (anew[usize::from(a)], anew[usize::from(b)]);
            *place = usize::from(PLACE_OF[usize::from(c)][usize::from(d)]);
            taken |= set_of(a, b);
        }
        let [elephants, giraffes, chicks] = found;
        let number = self.bases[elephants][giraffes] + chicks as u32;
        (number, LaneSwaps(swaps))
    }

    /// The placement of a bundle; `None` if its mirror image is canonical.
    pub(super) fn placement(&self, bundle: u32) -> Option<Placement> {
        let frame = &self.frames.frames[(bundle / self.per_frame) as usize];
        let number = bundle % self.per_frame;
        let row = self.rows[usize::from(self.row_of[number as usize])];
        let places = [
            usize::from(row.pairs[0]),
            usize::from(row.pairs[1]),
            (number - row.base) as usize,
        ];
        let mut slots = [HAND; 6];
        let mut free: [u8; LABELS] = frame.cells;
        for (kind, place) in places.into_iter().enumerate() {
            let pair = PAIRS[place];
            let cells = pair.map(|i| {
                if i == IN_HAND {
                    HAND
                } else {
                    free[usize::from(i)]
                }
            });
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
        (self.number(&placement).0 == bundle).then_some(placement)
    }

    /// If a placement is its own mirror image, the kinds that swap slots under
    /// reflection.
    pub(super) fn own_image(&self, placement: &Placement) -> Option<LaneSwaps> {
        let seat = self.seats[CELLS * placement.mine + placement.theirs].as_ref()?;
        let own = self.within(&seat.labels, &placement.slots);
        let image = self.within(seat.image.as_ref()?, &placement.slots);
        (own.0 == image.0).then_some(image.1)
    }
}

impl Seat {
    /// The labels of cells mapped by `view` to the side of the player with the
    /// first lion; `None` if that lion is on the far rank.
    fn new(
        frames: &Frames,
        per_frame: u32,
        (mine, theirs): (usize, usize),
        view: fn(usize) -> usize,
    ) -> Option<Seat> {
        let place = frames.place(mine, theirs)?;
        let frame = &frames.frames[place.frame];
        let labels = |is_mirrored: bool| {
            let mut labels = [IN_HAND; CELLS + 1];
            for (cell, label) in labels.iter_mut().enumerate().take(CELLS) {
                let seen = view(cell);
                let seen = if is_mirrored { mirrored(seen) } else { seen };
                *label = frame.labels[seen];
            }
            labels
        };
        Some(Seat {
            first: place.frame as u32 * per_frame,
            labels: labels(place.is_mirrored),
            image: frame.is_own_image.then(|| labels(true)),
        })
    }
}
