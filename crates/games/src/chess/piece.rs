//! Pieces and sides.

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Capital letters.
    White,
    /// Small letters.
    Black,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// What people call the player.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Side::White => "White",
            Side::Black => "Black",
        }
    }

    /// How a position names the player.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'w',
            Side::Black => 'b',
        }
    }
}

/// How a piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One step any way, never into check.
    King,
    /// Any number of steps any way.
    Queen,
    /// Any number of steps along ranks and files.
    Rook,
    /// Any number of steps along diagonals.
    Bishop,
    /// Two steps and one across.
    Knight,
}

impl Kind {
    /// The letter of moves.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Kind::King => 'K',
            Kind::Queen => 'Q',
            Kind::Rook => 'R',
            Kind::Bishop => 'B',
            Kind::Knight => 'N',
        }
    }

    /// What people call the piece.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::King => "king",
            Kind::Queen => "queen",
            Kind::Rook => "rook",
            Kind::Bishop => "bishop",
            Kind::Knight => "knight",
        }
    }
}

/// A piece of a player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// How it moves.
    pub kind: Kind,
}

impl Piece {
    /// A piece of White's.
    #[must_use]
    pub const fn white(kind: Kind) -> Piece {
        let side = Side::White;
        Piece { side, kind }
    }

    /// A piece of Black's.
    #[must_use]
    pub const fn black(kind: Kind) -> Piece {
        let side = Side::Black;
        Piece { side, kind }
    }

    /// The letter of positions: White's are capitals.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.side {
            Side::White => self.kind.letter(),
            Side::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }
}
