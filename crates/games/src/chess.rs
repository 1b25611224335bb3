//! *Chess endgames*: a few pieces on a chessboard, without pawns.
//!
//! The rules are those of chess without castling and the fifty-move rule.
//! Checkmate is a loss; stalemate and infinite play are draws.
//!
//! The positions of an ending are those with its pieces, or with what captures
//! leave of them, so that one table covers all reachable positions. Only those
//! with all pieces are counted. A position is legal if no two pieces share a
//! square and the player not to move is not in check.

mod attacks;
mod canonical;
mod endings;
mod index;
mod legal;
mod notation;
mod piece;
mod position;
mod unmoves;
mod view;

use std::convert::Infallible;

use kibitz_game::{BREAK, CONTINUE, Flow, Game, Info, Notation, Plies, Presentable, Step, Value};

use attacks::bits;
pub use piece::{Kind, Piece, Side};
pub use position::{NOWHERE, Pos};

/// The game with given pieces.
///
/// The pieces are values, not types, so that engines and queries are compiled
/// once for all endings.
///
/// ```
/// use kibitz_game::{Game, Notation};
/// use kibitz_games::chess::Ending;
///
/// let game = Ending::KQK;
/// let p = game.parse("k7/8/1K6/8/8/8/8/6Q1 w").unwrap();
/// assert_eq!(game.degree(&p), Ok(19 + 6));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// The piece of each slot of a position: White's king, Black's king, then
    /// the others, no two of the same kind and side.
    slots: [Option<Piece>; Pos::MAX],
    /// The catalogue entry.
    pub info: &'static Info<'static>,
    /// The default position: a longest win for White, to move, if there is one.
    default_position: &'static str,
}

/// A move of a piece to a square, possibly a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The kind of the piece, which determines it: no side has two of a kind.
    pub kind: Kind,
    /// The target square, as in [`Pos`].
    pub to: u8,
    /// Whether the move is a capture.
    pub takes: bool,
}

impl Ending {
    /// White's king, Black's king, and the others.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> {
        self.slots.into_iter().flatten()
    }
}

impl Game for Ending {
    type Pos = Pos;
    type Move = Move;
    type Fault = Infallible;

    /// Without a move: checkmate if in check, else stalemate.
    fn static_value(&self, p: &Pos) -> Result<Option<Value>, Infallible> {
        Ok(if self.targets(p).any(|(_, _, targets)| targets != 0) {
            None
        } else if self.is_in_check(p, p.mover) {
            Some(Value::Loss(Plies::ZERO))
        } else {
            Some(Value::Draw)
        })
    }

    #[inline]
    fn expand<F>(&self, p: &Pos, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<Pos, Move>) -> Flow,
    {
        let occupied = p.occupied();
        for (slot, kind, targets) in self.targets(p) {
            for to in bits(targets) {
                let takes = occupied >> to & 1 == 1;
                let by = Move { kind, to, takes };
                if visit(Step::alternate(p.moved(slot, to), by)).is_break() {
                    return Ok(BREAK);
                }
            }
        }
        Ok(CONTINUE)
    }

    fn degree(&self, p: &Pos) -> Result<u64, Infallible> {
        let counts = self.targets(p).map(|(_, _, targets)| targets.count_ones());
        Ok(u64::from(counts.sum::<u32>()))
    }
}

impl Presentable for Ending {
    fn info(&self) -> Info<'_> {
        self.info.lent()
    }

    fn default_position(&self) -> Pos {
        let default_position = self.parse(self.default_position);
        default_position
            .unwrap_or_else(|e| panic!("invalid default position {}: {e}", self.default_position))
    }

    fn has_templates(&self) -> bool {
        false
    }
}
