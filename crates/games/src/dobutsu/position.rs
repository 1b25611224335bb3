//! Positions, and the effect of moves.

use super::animals::{Animal, CELLS, Cells, Player, Small, each, steps, turned};

/// An animal with its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// The animal.
    pub animal: Animal,
    /// The owner.
    pub owner: Player,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A step of an animal on the board.
    Step {
        /// The source cell.
        from: u8,
        /// The target cell.
        to: u8,
    },
    /// A drop of an animal in hand on an empty cell.
    Drop {
        /// The animal.
        animal: Small,
        /// The target cell.
        to: u8,
    },
}

/// The board, the hands and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The piece on each cell: cell 3r + f is on rank r, from Sente's home
    /// rank, and on file f from Sente's side.
    pub board: [Option<Piece>; CELLS],
    /// The number of each of [`Small::ALL`] in the hands, Sente first.
    pub hands: [[u8; 3]; 2],
    /// The player to move.
    pub mover: Player,
}

impl Position {
    /// An empty board and empty hands, Sente to move.
    pub(super) const BARE: Position = Position {
        board: [None; CELLS],
        hands: [[0; 3]; 2],
        mover: Player::Sente,
    };

    /// The cell of a player's lion.
    ///
    /// # Panics
    ///
    /// Panics if there is none; valid positions have two lions.
    #[must_use]
    pub fn lion(&self, owner: Player) -> usize {
        let lion = Piece {
            animal: Animal::Lion,
            owner,
        };
        let found = self.board.iter().position(|piece| *piece == Some(lion));
        found.expect("every player has a lion")
    }

    /// The cells that a piece can step to, regardless of their contents.
    pub(super) fn steps(piece: Piece, from: usize) -> Cells {
        match piece.owner {
            Player::Sente => steps(piece.animal, from),
            Player::Gote => steps(piece.animal, turned(from)).reverse_bits() >> (16 - CELLS),
        }
    }

    /// Whether a player attacks a cell.
    #[must_use]
    pub fn attacks(&self, by: Player, cell: usize) -> bool {
        self.pieces()
            .any(|(from, p)| p.owner == by && Position::steps(p, from) >> cell & 1 == 1)
    }

    /// All pieces with their cells.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (usize, Piece)> + '_ {
        let cells = self.board.iter().enumerate();
        cells.filter_map(|(cell, piece)| piece.map(|piece| (cell, piece)))
    }

    /// The rank of a player's try.
    pub(super) const fn far_rank(player: Player) -> usize {
        match player {
            Player::Sente => 3,
            Player::Gote => 0,
        }
    }

    /// Whether a player's lion stands on the far rank.
    #[must_use]
    pub fn has_arrived(&self, player: Player) -> bool {
        self.lion(player) / 3 == Position::far_rank(player)
    }

    /// All moves, including captures of a lion: steps in order of their source
    /// cells, then drops.
    pub(super) fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        let is_own = |cell: usize| self.board[cell].is_some_and(|p| p.owner == self.mover);
        let own = self.pieces().filter(|(_, p)| p.owner == self.mover);
        let stepped = own.flat_map(move |(from, piece)| {
            let to = each(Position::steps(piece, from)).filter(move |to| !is_own(*to));
            to.map(move |to| Move::Step {
                from: from as u8,
                to: to as u8,
            })
        });
        let held = Small::ALL.into_iter().zip(self.hands[self.mover as usize]);
        let dropped = held.filter(|(_, count)| *count > 0);
        let dropped = dropped.flat_map(|(animal, _)| {
            let empty = (0..CELLS).filter(|cell| self.board[*cell].is_none());
            empty.map(move |to| Move::Drop {
                animal,
                to: to as u8,
            })
        });
        stepped.chain(dropped)
    }

    /// The position after a move that does not capture a lion.
    #[must_use]
    pub(super) fn after(mut self, by: Move) -> Position {
        let hand = &mut self.hands[self.mover as usize];
        match by {
            Move::Drop { animal, to } => {
                hand[animal as usize] -= 1;
                self.board[to as usize] = Some(Piece {
                    animal: animal.dropped(),
                    owner: self.mover,
                });
            }
            Move::Step { from, to } => {
                let captured = self.board[to as usize].and_then(|p| p.animal.caught());
                if let Some(animal) = captured {
                    hand[animal as usize] += 1;
                }
                let mut piece = self.board[from as usize].take();
                if let Some(Piece { animal, owner }) = &mut piece
                    && *animal == Animal::Chick
                    && to as usize / 3 == Position::far_rank(*owner)
                {
                    *animal = Animal::Hen;
                }
                self.board[to as usize] = piece;
            }
        }
        self.mover = self.mover.other();
        self
    }

    /// The same position with the players exchanged and the board rotated.
    #[must_use]
    pub fn turned(&self) -> Position {
        let other = |p: Piece| Piece {
            owner: p.owner.other(),
            ..p
        };
        let [sente, gote] = self.hands;
        Position {
            board: std::array::from_fn(|cell| self.board[turned(cell)].map(other)),
            hands: [gote, sente],
            mover: self.mover.other(),
        }
    }

    /// The position rotated, if necessary, so that Sente is to move.
    #[must_use]
    pub fn upwards(&self) -> Position {
        match self.mover {
            Player::Sente => *self,
            Player::Gote => self.turned(),
        }
    }
}
