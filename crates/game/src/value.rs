//! What a position is worth to the player who moves.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{BitXor, BitXorAssign, Neg};

use crate::Turn;

/// A number of moves until the end of the game under perfect play.
///
/// Not an integer: plies are compared and counted up, never added to counts
/// of anything else.
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
    /// Nobody wins: play goes on for ever, or the rules call it a tie.
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
    /// What a step to a position of this worth is worth to the player who
    /// makes it.
    #[must_use]
    pub fn over(self, turn: Turn) -> Wdl {
        match turn {
            Turn::Passes => -self,
            Turn::Again => self,
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

/// The full value of a position: who wins, and how soon.
///
/// A draw has no plies, so it has no place to put them. Values are ordered by
/// what the mover prefers: quick wins before slow ones, then draws, then slow
/// losses before quick ones.
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
    /// Lost after so many plies, however the mover resists.
    Loss(Plies),
    /// Neither side can win.
    Draw,
    /// Won after so many plies, however the opponent resists.
    Win(Plies),
}

impl Value {
    /// Win, draw or loss alone.
    #[must_use]
    pub const fn wdl(self) -> Wdl {
        match self {
            Value::Loss(_) => Wdl::Loss,
            Value::Draw => Wdl::Draw,
            Value::Win(_) => Wdl::Win,
        }
    }

    /// How soon the game ends; `None` for a draw.
    #[must_use]
    pub const fn plies(self) -> Option<Plies> {
        match self {
            Value::Loss(n) | Value::Win(n) => Some(n),
            Value::Draw => None,
        }
    }

    /// A result that stands on the board already.
    #[must_use]
    pub const fn now(wdl: Wdl) -> Value {
        match wdl {
            Wdl::Loss => Value::Loss(Plies::ZERO),
            Wdl::Draw => Value::Draw,
            Wdl::Win => Value::Win(Plies::ZERO),
        }
    }

    /// What a step to a position of this value is worth to the player who
    /// makes it: one ply more, and negated where the turn passes.
    ///
    /// ```
    /// use kibitz_game::{Plies, Turn, Value};
    ///
    /// let mated = Value::Loss(Plies::ZERO);
    /// assert_eq!(mated.over(Turn::Passes), Value::Win(Plies::new(1)));
    /// ```
    #[must_use]
    pub const fn over(self, turn: Turn) -> Value {
        match (self, turn) {
            (Value::Draw, _) => Value::Draw,
            (Value::Win(n), Turn::Passes) | (Value::Loss(n), Turn::Again) => Value::Loss(n.succ()),
            (Value::Loss(n), Turn::Passes) | (Value::Win(n), Turn::Again) => Value::Win(n.succ()),
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
/// The value of a sum is the exclusive or of its parts' values:
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

    /// Whether the player who moves loses: exactly where the value is 0.
    #[must_use]
    pub const fn is_lost(self) -> bool {
        self.0 == 0
    }

    /// The result in normal play, which never is a draw.
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
