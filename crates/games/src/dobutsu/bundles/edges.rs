//! The moves of a bundle.
//!
//! The kind of a move is the moving animal and how it moves, what it captures,
//! and which kinds change slots afterwards; its [`LaneMove`] is the effect on
//! the lanes.

use kibitz_game::{BundleEdge, LaneMask, LaneMove, LaneSwaps};

use super::super::Dobutsu;
use super::super::animals::{Animal, CELLS, Cells, each, steps};
use super::initial_lanes::animals;
use super::{HAND, Placement, swap_of};

/// The moving animal, and how it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mover {
    /// The lion.
    Lion,
    /// An elephant or giraffe, by a step or a drop.
    Plain(usize),
    /// A chick or a hen, one step forward.
    Forward(usize),
    /// The same to the last rank, where it becomes a hen.
    Promoting(usize),
    /// A hen, to a cell that a chick cannot reach.
    Hen(usize),
    /// A drop of a chick.
    Dropped(usize),
}

/// All of them, by number.
const MOVERS: [Mover; 13] = [
    Mover::Lion,
    Mover::Plain(0),
    Mover::Plain(1),
    Mover::Plain(2),
    Mover::Plain(3),
    Mover::Forward(4),
    Mover::Promoting(4),
    Mover::Hen(4),
    Mover::Dropped(4),
    Mover::Forward(5),
    Mover::Promoting(5),
    Mover::Hen(5),
    Mover::Dropped(5),
];

impl Mover {
    /// The index in [`MOVERS`].
    fn number(self) -> usize {
        match self {
            Mover::Lion => 0,
            Mover::Plain(slot) => 1 + slot,
            Mover::Forward(slot) => 5 + 4 * (slot - 4),
            Mover::Promoting(slot) => 6 + 4 * (slot - 4),
            Mover::Hen(slot) => 7 + 4 * (slot - 4),
            Mover::Dropped(slot) => 8 + 4 * (slot - 4),
        }
    }
}

/// The slots that can be captured, or none.
const CAPTURES: usize = 7;
/// The sets of kinds that change slots.
const ORDERS: usize = 8;

/// The number of a kind of move; `order` has one bit per kind that changes
/// slots.
fn kind(mover: Mover, captured: Option<usize>, order: usize) -> u16 {
    let captured = captured.map_or(0, |slot| slot + 1);
    ((mover.number() * CAPTURES + captured) * ORDERS + order) as u16
}

/// The effect of every kind of move on the lanes, by number.
pub(super) fn lane_moves() -> Vec<LaneMove> {
    let mut lane_moves = Vec::new();
    for mover in MOVERS {
        for captured in 0..CAPTURES {
            let captured = captured.checked_sub(1);
            for order in 0..ORDERS {
                debug_assert_eq!(lane_moves.len(), kind(mover, captured, order) as usize);
                lane_moves.push(lane_move(mover, captured, order));
            }
        }
    }
    lane_moves
}

fn lane_move(mover: Mover, captured: Option<usize>, order: usize) -> LaneMove {
    let mine = |slot: usize| LaneMask::with_bit(slot as u32);
    // The promotion bit of a chick's slot.
    let hen = |slot: usize| 1u8 << (slot + 2);
    let (mut from, mut set, mut cleared) = (LaneMask::ALL, 0, 0);
    match mover {
        Mover::Lion => {}
        Mover::Plain(slot) | Mover::Forward(slot) => from = mine(slot),
        Mover::Promoting(slot) => (from, set) = (mine(slot), hen(slot)),
        Mover::Dropped(slot) => (from, cleared) = (mine(slot), hen(slot)),
        Mover::Hen(slot) => from = mine(slot).and(LaneMask::with_bit(slot as u32 + 2)),
    }
    if let Some(slot) = captured {
        from = from.and(mine(slot).not());
    }
    let swaps = (0..3).filter(|kind| order >> kind & 1 == 1);
    LaneMove {
        from,
        taken: captured.map_or(0, |slot| 1 << slot),
        set,
        cleared,
        swaps: LaneSwaps(swaps.fold(0, |swaps, kind| swaps | swap_of(kind).0)),
    }
}

/// The kinds of animals in a set of swaps, one bit each.
fn order_of(swaps: LaneSwaps) -> usize {
    // Chicks have bits 2 and 3.
    (swaps.0 & 0b111) as usize
}

/// The moves of one placement.
struct Moves<'a, F> {
    game: &'a Dobutsu,
    before: &'a Placement,
    /// The slot on each cell.
    at: [Option<usize>; CELLS],
    empty: Cells,
    visit: F,
}

/// Visits all moves of a placement.
pub(super) fn visit<F: FnMut(BundleEdge)>(game: &Dobutsu, before: &Placement, visit: F) {
    let mut moves = Moves {
        game,
        before,
        at: [None; CELLS],
        empty: ((1 << CELLS) - 1) & !(1 << before.mine | 1 << before.theirs),
        visit,
    };
    for (slot, &cell) in before.slots.iter().enumerate().filter(|(_, c)| **c != HAND) {
        moves.at[cell as usize] = Some(slot);
        moves.empty &= !(1 << cell);
    }
    for to in each(steps(Animal::Lion, before.mine)) {
        moves.lion(to);
    }
    for slot in (0..6).filter(|slot| game.present[slot / 2]) {
        moves.small(slot);
    }
}

impl<F: FnMut(BundleEdge)> Moves<'_, F> {
    fn lion(&mut self, to: usize) {
        let mut after = *self.before;
        after.mine = to;
        self.arrive(Mover::Lion, after, to);
    }

    /// Steps or drops of the animal in a slot.
    fn small(&mut self, slot: usize) {
        let cell = self.before.slots[slot];
        if cell == HAND {
            for to in each(self.empty) {
                let mover = if slot < 4 {
                    Mover::Plain(slot)
                } else {
                    Mover::Dropped(slot)
                };
                self.step(mover, slot, to);
            }
            return;
        }
        let lions = 1 << self.before.mine | 1 << self.before.theirs;
        let [(animal, _), (hen, _)] = animals(slot);
        let plain = steps(animal, cell as usize);
        // Steps that only a hen can make; none for other animals.
        let more = steps(hen, cell as usize) & !plain;
        for to in each(plain & !lions) {
            let mover = match slot {
                0..4 => Mover::Plain(slot),
                _ if to / 3 == 3 => Mover::Promoting(slot),
                _ => Mover::Forward(slot),
            };
            self.step(mover, slot, to);
        }
        for to in each(more & !lions) {
            self.step(Mover::Hen(slot), slot, to);
        }
    }

    fn step(&mut self, mover: Mover, slot: usize, to: usize) {
        let mut after = *self.before;
        after.slots[slot] = to as u8;
        self.arrive(mover, after, to);
    }

    /// Captures what is on the target cell, and switches to the opponent's
    /// side.
    fn arrive(&mut self, mover: Mover, mut after: Placement, to: usize) {
        let captured = self.at[to];
        if let Some(slot) = captured {
            after.slots[slot] = HAND;
        }
        let (bundle, swaps) = self.game.numbers.number_turned(&after);
        // Slots in the order of the next mover, then converted to the order of
        // the player who has moved: with both animals of a kind on the board
        // the two orders are opposite.
        let is_on_board = |slot: usize| usize::from(after.slots[slot] != HAND);
        let both = (0..3).fold(0, |order, kind| {
            order | (is_on_board(2 * kind) & is_on_board(2 * kind + 1)) << kind
        });
        (self.visit)(BundleEdge {
            to: bundle,
            kind: kind(mover, captured, order_of(swaps) ^ both),
        });
    }
}
