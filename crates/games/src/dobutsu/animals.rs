//! The animals, their owners, and their moves.

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Moves first, upwards; capital letters.
    Sente,
    /// Moves downwards; lower-case letters.
    Gote,
}

impl Player {
    /// Both players.
    pub const BOTH: [Player; 2] = [Player::Sente, Player::Gote];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Player {
        match self {
            Player::Sente => Player::Gote,
            Player::Gote => Player::Sente,
        }
    }

    /// The letter that names the player.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Player::Sente => "S",
            Player::Gote => "G",
        }
    }
}

/// An animal that can be captured and dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Small {
    /// One step diagonally.
    Elephant,
    /// One step orthogonally.
    Giraffe,
    /// One step forward.
    Chick,
}

impl Small {
    /// All of them; each player starts with one of each.
    pub const ALL: [Small; 3] = [Small::Elephant, Small::Giraffe, Small::Chick];

    /// The animal on the board after a drop.
    #[must_use]
    pub const fn dropped(self) -> Animal {
        match self {
            Small::Elephant => Animal::Elephant,
            Small::Giraffe => Animal::Giraffe,
            Small::Chick => Animal::Chick,
        }
    }
}

/// An animal on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Animal {
    /// One step in any direction.
    Lion,
    /// One step diagonally.
    Elephant,
    /// One step orthogonally.
    Giraffe,
    /// One step forward.
    Chick,
    /// A chick promoted on the last rank: one step orthogonally or diagonally
    /// forward.
    Hen,
}

impl Animal {
    /// All of them.
    pub const ALL: [Animal; 5] = [
        Animal::Lion,
        Animal::Elephant,
        Animal::Giraffe,
        Animal::Chick,
        Animal::Hen,
    ];

    /// The capital letter in positions.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Animal::Lion => 'L',
            Animal::Elephant => 'E',
            Animal::Giraffe => 'G',
            Animal::Chick => 'C',
            Animal::Hen => 'H',
        }
    }

    /// The animal in the captor's hand; `None` for a lion.
    #[must_use]
    pub const fn caught(self) -> Option<Small> {
        match self {
            Animal::Lion => None,
            Animal::Elephant => Some(Small::Elephant),
            Animal::Giraffe => Some(Small::Giraffe),
            Animal::Chick | Animal::Hen => Some(Small::Chick),
        }
    }

    /// Whether it can step `forward` ranks and `aside` files.
    const fn goes(self, forward: i32, aside: i32) -> bool {
        if forward.abs() > 1 || aside.abs() > 1 || forward == 0 && aside == 0 {
            return false;
        }
        let is_diagonal = forward != 0 && aside != 0;
        match self {
            Animal::Lion => true,
            Animal::Elephant => is_diagonal,
            Animal::Giraffe => !is_diagonal,
            Animal::Chick => forward == 1 && !is_diagonal,
            Animal::Hen => forward == 1 || !is_diagonal,
        }
    }
}

/// The number of cells: 3 files, 4 ranks. Cell 3r + f is on rank r, from the
/// home rank of the player who moves upwards, and on file f from the left.
pub(super) const CELLS: usize = 12;

/// A set of cells, one bit each.
pub(super) type Cells = u16;

/// The cells that each animal of a player who moves upwards can step to.
static STEPS: [[Cells; CELLS]; 5] = {
    let mut steps = [[0; CELLS]; 5];
    let mut i = 0;
    while i < 5 * CELLS * CELLS {
        let (animal, from, to) = (i / (CELLS * CELLS), i / CELLS % CELLS, i % CELLS);
        let forward = (to / 3) as i32 - (from / 3) as i32;
        let aside = (to % 3) as i32 - (from % 3) as i32;
        if Animal::ALL[animal].goes(forward, aside) {
            steps[animal][from] |= 1 << to;
        }
        i += 1;
    }
    steps
};

/// The cells that an animal of a player who moves upwards can step to.
#[inline]
pub(super) fn steps(animal: Animal, from: usize) -> Cells {
    STEPS[animal as usize][from]
}

/// The cells from which an animal of a player who moves *downwards* steps to
/// `to`: reversing a step gives a step of the opposite player.
#[inline]
pub(super) fn threats(animal: Animal, to: usize) -> Cells {
    steps(animal, to)
}

/// The cells of a set, in increasing order.
#[inline]
pub(super) fn each(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = cells.trailing_zeros() as usize;
        cells &= cells.wrapping_sub(1);
        (first < CELLS).then_some(first)
    })
}

/// A cell seen from the other player's side.
#[inline]
pub(super) const fn turned(cell: usize) -> usize {
    CELLS - 1 - cell
}

/// A cell reflected left to right.
#[inline]
pub(super) const fn mirrored(cell: usize) -> usize {
    cell / 3 * 3 + 2 - cell % 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_each_animal() {
        // From the middle of the second rank, cell 4.
        let of = |animal| each(steps(animal, 4)).collect::<Vec<_>>();
        assert_eq!(of(Animal::Lion), [0, 1, 2, 3, 5, 6, 7, 8]);
        assert_eq!(of(Animal::Elephant), [0, 2, 6, 8]);
        assert_eq!(of(Animal::Giraffe), [1, 3, 5, 7]);
        assert_eq!(of(Animal::Chick), [7]);
        assert_eq!(of(Animal::Hen), [1, 3, 5, 6, 7, 8]);
        assert_eq!(steps(Animal::Chick, 10), 0);
        assert_eq!(each(steps(Animal::Hen, 9)).collect::<Vec<_>>(), [6, 10]);
    }

    #[test]
    fn threats_are_reversed_steps() {
        for animal in Animal::ALL {
            for from in 0..CELLS {
                for to in 0..CELLS {
                    let down = steps(animal, turned(from)) >> turned(to) & 1;
                    assert_eq!(threats(animal, to) >> from & 1, down);
                }
            }
        }
    }
}
