//! The board, and which boards are reachable.

/// A player's mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The first player's mark.
    X,
    /// The second player's mark.
    O,
}

impl Mark {
    /// The opponent's mark.
    #[must_use]
    pub const fn other(self) -> Mark {
        match self {
            Mark::X => Mark::O,
            Mark::O => Mark::X,
        }
    }

    /// The letter.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Mark::X => "X",
            Mark::O => "O",
        }
    }

    /// The letter as a character.
    pub(crate) const fn letter(self) -> char {
        match self {
            Mark::X => 'X',
            Mark::O => 'O',
        }
    }
}

/// Nine cells, bit i for cell i in reading order:
///
/// ```text
/// 0 1 2
/// 3 4 5
/// 6 7 8
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    x: u16,
    o: u16,
}

/// Why a board is unreachable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Impossible {
    /// The players alternate, and X begins.
    #[error("{x} X and {o} O: X moves first, so there must be as many X as O or one more")]
    Counts {
        /// Marks of X.
        x: u32,
        /// Marks of O.
        o: u32,
    },
    /// The game ends with the first line.
    #[error("both X and O have a line, but the game ends with the first")]
    BothHaveLines,
    /// The game ends with a line, so its owner moved last.
    #[error("{} has a line, which ends the game, so {} cannot have moved after it", .0.name(), .0.other().name())]
    MovedAfter(Mark),
}

const FULL: u16 = 0o777;

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Board {
    /// The initial position.
    pub const EMPTY: Board = Board { x: 0, o: 0 };

    /// The board with these cells of X and of O, bit i for cell i.
    ///
    /// # Errors
    ///
    /// Returns the reason if the board is unreachable. All others are
    /// reachable: the marks can be made in any order in which the owner of a
    /// line marks a cell common to all their lines last; any two lines of a
    /// player share a cell, because disjoint lines would need six marks.
    pub fn new([x, o]: [u32; 2]) -> Result<Board, Impossible> {
        let board = Board {
            x: x as u16,
            o: o as u16,
        };
        let (x, o) = (board.x.count_ones(), board.o.count_ones());
        if x != o && x != o + 1 {
            return Err(Impossible::Counts { x, o });
        }
        match (board.has_line(Mark::X), board.has_line(Mark::O)) {
            (true, true) => Err(Impossible::BothHaveLines),
            (true, false) if x == o => Err(Impossible::MovedAfter(Mark::X)),
            (false, true) if x != o => Err(Impossible::MovedAfter(Mark::O)),
            _ => Ok(board),
        }
    }

    /// The mark in a cell.
    #[must_use]
    pub fn at(self, cell: u8) -> Option<Mark> {
        match (self.x >> cell & 1, self.o >> cell & 1) {
            (1, _) => Some(Mark::X),
            (_, 1) => Some(Mark::O),
            _ => None,
        }
    }

    /// The player to move: X if both have equally many marks.
    #[must_use]
    pub fn mover(self) -> Mark {
        if self.x.count_ones() == self.o.count_ones() {
            Mark::X
        } else {
            Mark::O
        }
    }

    /// Whether a player has three in a line.
    #[must_use]
    pub fn has_line(self, mark: Mark) -> bool {
        let own = match mark {
            Mark::X => self.x,
            Mark::O => self.o,
        };
        LINES.iter().any(|line| own & line == *line)
    }

    /// Whether no cell is empty.
    #[must_use]
    pub fn is_full(self) -> bool {
        self.x | self.o == FULL
    }

    /// The empty cells, in reading order.
    pub(super) fn empty_cells(self) -> impl Iterator<Item = u8> {
        (0..9).filter(move |cell| (self.x | self.o) >> cell & 1 == 0)
    }

    /// The board after the mover has marked an empty cell.
    pub(super) fn marked(mut self, cell: u8) -> Board {
        match self.mover() {
            Mark::X => self.x |= 1 << cell,
            Mark::O => self.o |= 1 << cell,
        }
        self
    }
}
