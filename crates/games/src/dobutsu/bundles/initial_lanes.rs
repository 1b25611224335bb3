//! The statically decided lanes of a bundle.

use kibitz_game::{InitialLanes, LaneMask};

use super::super::Try;
use super::super::animals::{Animal, Cells, each, steps, threats};
use super::{HAND, Placement};

/// A bundle without positions.
pub(super) const HOLES: InitialLanes = InitialLanes {
    holes: LaneMask::ALL,
    decided_won: LaneMask::NONE,
    decided_lost: LaneMask::NONE,
    won: LaneMask::NONE,
    no_move: LaneMask::NONE,
};

/// The lanes in which the animal in a slot is the mover's.
const fn mine(slot: usize) -> LaneMask {
    LaneMask::with_bit(slot as u32)
}

/// The animals that a slot may hold, with the lanes in which it holds them.
pub(super) fn animals(slot: usize) -> [(Animal, LaneMask); 2] {
    match slot {
        0 | 1 => [
            (Animal::Elephant, LaneMask::ALL),
            (Animal::Elephant, LaneMask::NONE),
        ],
        2 | 3 => [
            (Animal::Giraffe, LaneMask::ALL),
            (Animal::Giraffe, LaneMask::NONE),
        ],
        _ => {
            let hen = LaneMask::with_bit(slot as u32 + 2);
            [(Animal::Chick, hen.not()), (Animal::Hen, hen)]
        }
    }
}

impl Placement {
    /// The animals on the board: slot, cell, animal, and the lanes in which it
    /// is that animal.
    fn on_board(&self) -> impl Iterator<Item = (usize, usize, Animal, LaneMask)> + '_ {
        let slots = self.slots.iter().enumerate();
        let slots = slots.filter(|(_, cell)| **cell != HAND);
        slots.flat_map(|(slot, &cell)| {
            let kinds = animals(slot)
                .into_iter()
                .filter(|(_, lanes)| !lanes.is_empty());
            kinds.map(move |(animal, lanes)| (slot, cell as usize, animal, lanes))
        })
    }

    /// The lanes in which the mover can capture the opponent's lion.
    fn catches(&self) -> LaneMask {
        if steps(Animal::Lion, self.mine) >> self.theirs & 1 == 1 {
            return LaneMask::ALL;
        }
        let mut lanes = LaneMask::NONE;
        for (slot, cell, animal, when) in self.on_board() {
            if steps(animal, cell) >> self.theirs & 1 == 1 {
                lanes = lanes.or(mine(slot).and(when));
            }
        }
        lanes
    }

    /// The lanes in which the mover's lion can win by a try in one step.
    fn tries(&self, rule: Try) -> LaneMask {
        let far = each(steps(Animal::Lion, self.mine) & 0b111 << 9);
        far.filter(|to| *to != self.theirs)
            .fold(LaneMask::NONE, |lanes, to| {
                lanes.or(self.tries_at(to, rule))
            })
    }

    fn tries_at(&self, to: usize, rule: Try) -> LaneMask {
        let mut lanes = LaneMask::ALL;
        for (slot, cell, animal, when) in self.on_board() {
            if cell == to {
                lanes = lanes.and(mine(slot).not());
            } else if rule == Try::Safe && threats(animal, to) >> cell & 1 == 1 {
                // The target cell must not be attacked by the opponent's
                // animal.
                lanes = lanes.and(mine(slot).or(when.not()));
            }
        }
        if rule == Try::Safe && steps(Animal::Lion, self.theirs) >> to & 1 == 1 {
            lanes = LaneMask::NONE;
        }
        lanes
    }

    /// The lanes in which the mover has no legal move: nothing in hand, and
    /// every step leads to an own piece.
    fn no_move(&self, present: [bool; 3]) -> LaneMask {
        let mut lanes = self.own_all(steps(Animal::Lion, self.mine));
        // In most bundles too few animals surround the lion.
        if lanes.is_empty() {
            return lanes;
        }
        let slots = self.slots.iter().enumerate();
        for (slot, _) in slots.filter(|(slot, cell)| **cell == HAND && present[slot / 2]) {
            lanes = lanes.and(mine(slot).not());
        }
        for (slot, cell, animal, when) in self.on_board() {
            let is_other = mine(slot).and(when).not();
            lanes = lanes.and(is_other.or(self.own_all(steps(animal, cell))));
        }
        lanes
    }

    /// The lanes in which all of these cells hold the mover's own pieces.
    fn own_all(&self, cells: Cells) -> LaneMask {
        let others = each(cells).filter(|cell| *cell != self.mine);
        others.fold(LaneMask::ALL, |lanes, cell| {
            let slot = self.slots.iter().position(|c| usize::from(*c) == cell);
            lanes.and(slot.map_or(LaneMask::NONE, mine))
        })
    }

    pub(super) fn initial_lanes(
        &self,
        rule: Try,
        present: [bool; 3],
        is_inner: bool,
    ) -> InitialLanes {
        let catches = self.catches();
        let is_tried = self.theirs / 3 == 0;
        let decided_won = match rule {
            Try::Any if is_tried => LaneMask::NONE,
            _ => catches,
        };
        InitialLanes {
            holes: LaneMask::NONE,
            decided_won,
            decided_lost: match is_tried {
                true => decided_won.not(),
                false => LaneMask::NONE,
            },
            won: match is_inner {
                true => self.tries(rule).and(catches.not()),
                false => LaneMask::NONE,
            },
            no_move: match is_inner {
                true => self.no_move(present).and(catches.not()),
                false => LaneMask::NONE,
            },
        }
    }
}
