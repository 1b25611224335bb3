//! What is known of a bundle before anything is solved.

use kibitz_game::{Lanes, Opening};

use super::super::Try;
use super::super::animals::{Animal, Cells, each, steps, threats};
use super::{HAND, Placement};

/// No position at all.
pub(super) const ABSENT: Opening = Opening {
    absent: Lanes::ALL,
    decided_won: Lanes::NONE,
    decided_lost: Lanes::NONE,
    won: Lanes::NONE,
    stuck: Lanes::NONE,
};

/// The lanes in which the animal in a slot is the mover's.
const fn mine(slot: usize) -> Lanes {
    Lanes::with_bit(slot as u32)
}

/// The animals that a slot may hold, with the lanes in which it holds them.
pub(super) fn animals(slot: usize) -> [(Animal, Lanes); 2] {
    match slot {
        0 | 1 => [
            (Animal::Elephant, Lanes::ALL),
            (Animal::Elephant, Lanes::NONE),
        ],
        2 | 3 => [
            (Animal::Giraffe, Lanes::ALL),
            (Animal::Giraffe, Lanes::NONE),
        ],
        _ => {
            let hen = Lanes::with_bit(slot as u32 + 2);
            [(Animal::Chick, hen.not()), (Animal::Hen, hen)]
        }
    }
}

impl Placement {
    /// The animals on the board: slot, cell, what it is in which lanes.
    fn on_board(&self) -> impl Iterator<Item = (usize, usize, Animal, Lanes)> + '_ {
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
    fn catches(&self) -> Lanes {
        if steps(Animal::Lion, self.mine) >> self.theirs & 1 == 1 {
            return Lanes::ALL;
        }
        let mut lanes = Lanes::NONE;
        for (slot, cell, animal, when) in self.on_board() {
            if steps(animal, cell) >> self.theirs & 1 == 1 {
                lanes = lanes.or(mine(slot).and(when));
            }
        }
        lanes
    }

    /// The lanes in which the mover's lion can step to the far rank and has
    /// won there.
    fn tries(&self, rule: Try) -> Lanes {
        let far = each(steps(Animal::Lion, self.mine) & 0b111 << 9);
        far.filter(|to| *to != self.theirs)
            .fold(Lanes::NONE, |lanes, to| lanes.or(self.tries_at(to, rule)))
    }

    fn tries_at(&self, to: usize, rule: Try) -> Lanes {
        let mut lanes = Lanes::ALL;
        for (slot, cell, animal, when) in self.on_board() {
            if cell == to {
                lanes = lanes.and(mine(slot).not());
            } else if rule == Try::Safe && threats(animal, to) >> cell & 1 == 1 {
                // The opponent's animal must not be there to capture.
                lanes = lanes.and(mine(slot).or(when.not()));
            }
        }
        if rule == Try::Safe && steps(Animal::Lion, self.theirs) >> to & 1 == 1 {
            lanes = Lanes::NONE;
        }
        lanes
    }

    /// The lanes in which the mover has no move: nothing in hand, and every step
    /// leads to a cell of the mover's own.
    fn stuck(&self, present: [bool; 3]) -> Lanes {
        let mut lanes = self.own_all(steps(Animal::Lion, self.mine));
        // Enough animals stand around a lion in few bundles.
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

    /// The lanes in which all of these cells are the mover's own.
    fn own_all(&self, cells: Cells) -> Lanes {
        let others = each(cells).filter(|cell| *cell != self.mine);
        others.fold(Lanes::ALL, |lanes, cell| {
            let slot = self.slots.iter().position(|c| usize::from(*c) == cell);
            lanes.and(slot.map_or(Lanes::NONE, mine))
        })
    }

    pub(super) fn opening(&self, rule: Try, present: [bool; 3], is_inner: bool) -> Opening {
        let catches = self.catches();
        let is_tried = self.theirs / 3 == 0;
        let decided_won = match rule {
            Try::Any if is_tried => Lanes::NONE,
            _ => catches,
        };
        Opening {
            absent: Lanes::NONE,
            decided_won,
            decided_lost: match is_tried {
                true => decided_won.not(),
                false => Lanes::NONE,
            },
            won: match is_inner {
                true => self.tries(rule).and(catches.not()),
                false => Lanes::NONE,
            },
            stuck: match is_inner {
                true => self.stuck(present).and(catches.not()),
                false => Lanes::NONE,
            },
        }
    }
}
