//! Values of positions for the mover.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{BitXor, BitXorAssign, Neg};

use crate::Turn;

/// A distance: the number of moves until the end of the game under perfect play.
///
/// Not an integer: distances are compared and incremented, never added to other counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Plies(u32);

impl Plies {
    /// The game is over.
    pub const ZERO: Plies = Plies(0);

    /// `n` moves from the end.
    #[must_use]
    pub const fn new(n: u32) -> Plies {
        Plies(n)
    }

    /// The number of moves.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// One move further from the end.
    #[must_use]
    pub const fn succ(self) -> Plies {
        Plies(self.0.saturating_add(1))
    }
}

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Win, draw or loss for the player who moves; ordered from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wdl {
    /// The other player wins.
    Loss,
    /// Neither player wins: infinite play, or a tie by the rules.
    Draw,
    /// The player who moves wins.
    Win,
}

impl Neg for Wdl {
    type Output = Wdl;

    /// The same result seen from the other side.
    fn neg(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }
}

impl Wdl {
    /// Negamax back-up: the result of a move to a position of this result, for the player making
    /// it.
    #[must_use]
    pub fn backed_up(self, turn: Turn) -> Wdl {
        match turn {
            Turn::Other => -self,
            Turn::Same => self,
        }
    }

    /// `win`, `draw` or `loss`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Wdl::Loss => "loss",
            Wdl::Draw => "draw",
            Wdl::Win => "win",
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The value of a position: its result and distance.
///
/// A draw has no distance. Values are ordered by the mover's preference: quick wins before slow
/// ones, then draws, then slow losses before quick ones.
///
/// ```
/// use kibitz_game::{Plies, Value};
///
/// let soon = Value::Win(Plies::new(1));
/// let late = Value::Win(Plies::new(9));
/// assert!(soon > late && late > Value::Draw);
/// assert!(Value::Loss(Plies::new(8)) > Value::Loss(Plies::new(2)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Lost in this many plies, against any resistance by the mover.
    Loss(Plies),
    /// Neither side can win.
    Draw,
    /// Won in this many plies, against any resistance by the opponent.
    Win(Plies),
}

impl Value {
    /// The result alone.
    #[must_use]
    pub const fn wdl(self) -> Wdl {
        match self {
            Value::Loss(_) => Wdl::Loss,
            Value::Draw => Wdl::Draw,
            Value::Win(_) => Wdl::Win,
        }
    }

    /// The distance; `None` for a draw.
    #[must_use]
    pub const fn plies(self) -> Option<Plies> {
        match self {
            Value::Loss(n) | Value::Win(n) => Some(n),
            Value::Draw => None,
        }
    }

    /// The value of a finished game.
    #[must_use]
    pub const fn terminal(wdl: Wdl) -> Value {
        match wdl {
            Wdl::Loss => Value::Loss(Plies::ZERO),
            Wdl::Draw => Value::Draw,
            Wdl::Win => Value::Win(Plies::ZERO),
        }
    }

    /// Negamax back-up: the value of a move to a position of this value, for the player making it.
    /// One ply more, and negated if the other player moves next.
    ///
    /// ```
    /// use kibitz_game::{Plies, Turn, Value};
    ///
    /// let mated = Value::Loss(Plies::ZERO);
    /// assert_eq!(mated.backed_up(Turn::Other), Value::Win(Plies::new(1)));
    /// ```
    #[must_use]
    pub const fn backed_up(self, turn: Turn) -> Value {
        match (self, turn) {
            (Value::Draw, _) => Value::Draw,
            (Value::Win(n), Turn::Other) | (Value::Loss(n), Turn::Same) => Value::Loss(n.succ()),
            (Value::Loss(n), Turn::Other) | (Value::Win(n), Turn::Same) => Value::Win(n.succ()),
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        match (self, other) {
            (Value::Win(a), Value::Win(b)) => b.cmp(a),
            (Value::Loss(a), Value::Loss(b)) => a.cmp(b),
            _ => self.wdl().cmp(&other.wdl()),
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Draw => f.pad("draw"),
            Value::Win(n) => write!(f, "win in {n}"),
            Value::Loss(n) => write!(f, "loss in {n}"),
        }
    }
}

/// The Grundy value (nimber) of a position of an impartial game.
///
/// The Grundy value of a sum is the exclusive or of its components' values:
///
/// ```
/// use kibitz_game::Grundy;
///
/// assert_eq!(Grundy::new(5) ^ Grundy::new(3), Grundy::new(6));
/// assert!((Grundy::new(4) ^ Grundy::new(4)).is_lost());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grundy(u64);

impl Grundy {
    /// The value of a position without moves.
    pub const ZERO: Grundy = Grundy(0);

    /// The nimber `*n`.
    #[must_use]
    pub const fn new(n: u64) -> Grundy {
        Grundy(n)
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// Whether the mover loses (a P-position): exactly if the value is 0.
    #[must_use]
    pub const fn is_lost(self) -> bool {
        self.0 == 0
    }

    /// The result in normal play, which is never a draw.
    #[must_use]
    pub const fn wdl(self) -> Wdl {
        if self.is_lost() { Wdl::Loss } else { Wdl::Win }
    }
}

impl BitXor for Grundy {
    type Output = Grundy;

    fn bitxor(self, other: Grundy) -> Grundy {
        Grundy(self.0 ^ other.0)
    }
}

impl BitXorAssign for Grundy {
    fn bitxor_assign(&mut self, other: Grundy) {
        self.0 ^= other.0;
    }
}

impl fmt::Display for Grundy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
