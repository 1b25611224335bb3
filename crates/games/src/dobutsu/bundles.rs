//! Bit-parallel encoding: a bundle fixes the cells of all animals, its lanes
//! are the 256 assignments of owners and promotions.
//!
//! *Slots.* The six small animals have slots 0 to 5: elephants 0 and 1,
//! giraffes 2 and 3, chicks 4 and 5. Bit s of a lane is set if the animal in
//! slot s is the mover's, bits 6 and 7 if the chick in slot 4 or 5 is a hen. Of
//! two animals of a kind the one on the lower cell has the lower slot, and one
//! in hand comes last, so every placement has exactly one bundle.
//!
//! *Equivalent lanes.* Two animals of a kind in hand are interchangeable, and
//! an animal in hand is not a hen: such lanes are the same position with the
//! same moves, so their values agree automatically.
//!
//! *Frames.* A frame is a pair of lion cells, the mover's not on the far rank,
//! up to reflection. It is inner if the opponent's lion is neither adjacent to
//! the mover's nor on the mover's home rank: the game continues. Every other
//! frame is outer: an adjacent lion is captured, and a lion on the home rank is
//! captured or has won. If both lions are on the middle file, the frame is its
//! own mirror image, and of two mirrored placements the bundle with the lower
//! number is canonical.

mod edges;
mod frames;
mod initial_lanes;
mod numbers;

use kibitz_game::{BitParallelGame, BundleEdge, InitialLanes, LaneMove, LaneSwaps, LaneSymmetry};

pub(super) use numbers::Numbers;

use super::animals::{Animal, CELLS, Player, Small};
use super::{Dobutsu, Piece, Position};

/// The cell of an animal in hand.
const HAND: u8 = CELLS as u8;

/// The cells of the animals in the six slots, or [`HAND`].
type Slots = [u8; 6];

/// The placement of a bundle, from the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Placement {
    /// The mover's lion.
    mine: usize,
    /// The opponent's lion.
    theirs: usize,
    slots: Slots,
}

impl Placement {
    /// The kinds with both animals on the board, as swaps: seen from the other
    /// side, their cells are in the opposite order.
    fn both_on_board(&self) -> LaneSwaps {
        let kinds = (0..3).filter(|kind| self.slots[2 * kind + 1] != HAND);
        kinds.fold(LaneSwaps::NONE, |swaps, kind| {
            LaneSwaps(swaps.0 | swap_of(kind).0)
        })
    }
}

/// The lane swap that exchanges the animals of a kind, including their
/// promotion bits.
const fn swap_of(kind: usize) -> LaneSwaps {
    LaneSwaps([0b0001, 0b0010, 0b1100][kind])
}

impl BitParallelGame for Dobutsu {
    fn inner(&self) -> u32 {
        self.numbers.inner()
    }

    fn bundles(&self) -> u32 {
        self.numbers.bundles()
    }

    fn address(&self, p: &Position) -> (u32, u8) {
        let p = p.upwards();
        let mut slots = [HAND; 6];
        let mut lane = 0;
        for small in Small::ALL {
            let slot = 2 * small as usize;
            let mut next = slot;
            let mut put = |cell: u8, piece: Piece| {
                slots[next] = cell;
                lane |= u8::from(piece.owner == Player::Sente) << next;
                // Only slots 4 and 5 have hens.
                lane |= u8::from(piece.animal == Animal::Hen) << (2 + next);
                next += 1;
            };
            let on_board = p.pieces().filter(|(_, q)| q.animal.caught() == Some(small));
            on_board.for_each(|(cell, piece)| put(cell as u8, piece));
            for owner in Player::BOTH {
                for _ in 0..p.hands[owner as usize][small as usize] {
                    let animal = small.dropped();
                    put(HAND, Piece { animal, owner });
                }
            }
        }
        let placement = Placement {
            mine: p.lion(Player::Sente),
            theirs: p.lion(Player::Gote),
            slots,
        };
        let (bundle, swaps) = self.numbers.number(&placement);
        (bundle, swaps.lane(lane))
    }

    fn position(&self, bundle: u32, lane: u8) -> Option<Position> {
        let placement = self.numbers.placement(bundle)?;
        let mut p = Position::BARE;
        let lions = [
            (placement.mine, Player::Sente),
            (placement.theirs, Player::Gote),
        ];
        for (cell, owner) in lions {
            let animal = Animal::Lion;
            p.board[cell] = Some(Piece { animal, owner });
        }
        for (slot, &cell) in placement.slots.iter().enumerate() {
            let small = Small::ALL[slot / 2];
            if !self.present[small as usize] {
                continue;
            }
            let owner = match lane >> slot & 1 {
                1 => Player::Sente,
                _ => Player::Gote,
            };
            let is_hen = small == Small::Chick && lane >> (slot + 2) & 1 == 1;
            let animal = if is_hen { Animal::Hen } else { small.dropped() };
            match cell {
                HAND => p.hands[owner as usize][small as usize] += 1,
                _ => p.board[cell as usize] = Some(Piece { animal, owner }),
            }
        }
        Some(p)
    }

    fn initial_lanes(&self, bundle: u32) -> InitialLanes {
        match self.numbers.placement(bundle) {
            Some(placement) => {
                placement.initial_lanes(self.rule, self.present, bundle < self.inner())
            }
            None => initial_lanes::HOLES,
        }
    }

    fn lane_symmetry(&self, bundle: u32) -> LaneSymmetry {
        let mut symmetry = LaneSymmetry::default();
        let Some(placement) = self.numbers.placement(bundle) else {
            return symmetry;
        };
        for (slot, &cell) in placement.slots.iter().enumerate() {
            if !self.present[slot / 2] {
                symmetry.add_idle(slot);
            }
            if cell == HAND && slot >= 4 {
                symmetry.add_idle(slot + 2);
            }
        }
        for kind in 0..3 {
            if placement.slots[2 * kind] == HAND {
                symmetry.add_swaps(swap_of(kind));
            }
        }
        // A placement that is its own mirror image.
        if let Some(swaps) = self.numbers.own_image(&placement) {
            symmetry.add_swaps(swaps);
        }
        symmetry
    }

    fn side_swaps(&self, bundle: u32) -> LaneSwaps {
        let placement = self.numbers.placement(bundle);
        placement.map_or(LaneSwaps::NONE, |placement| placement.both_on_board())
    }

    fn lane_moves(&self) -> Vec<LaneMove> {
        edges::lane_moves()
    }

    fn edges<F: FnMut(BundleEdge)>(&self, bundle: u32, visit: F) {
        if let Some(placement) = self.numbers.placement(bundle) {
            edges::visit(self, &placement, visit);
        }
    }
}
