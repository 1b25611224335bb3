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
mod notation;
mod piece;
mod position;
mod unmoves;
mod view;

use std::convert::Infallible;
use std::marker::PhantomData;

use kibitz_game::{
    BREAK, CONTINUE, CatalogueGame, Flow, Game, Info, Notation, Plies, SettingError, Settings,
    Step, Value,
};

use attacks::{attacks, bits};
pub use endings::{Kbk, Kbnk, Kqk, Kqkr, Krk, Krkn};
pub use piece::{Kind, Piece, Side};
pub use position::{NOWHERE, Pos};

/// The pieces of an ending, and its catalogue entry.
pub trait Material: Send + Sync + 'static {
    /// White's king, Black's king, then the others: no two of the same kind and
    /// side, and at most [`Pos::MAX`].
    const PIECES: &'static [Piece];
    /// The catalogue entry.
    const INFO: &'static Info<'static>;
    /// The default position: a longest win for White, to move, if there is one.
    const DEFAULT_POSITION: &'static str;
}

/// The game with given pieces.
///
/// ```
/// use kibitz_game::{Game, Notation};
/// use kibitz_games::chess::{Ending, Kqk};
///
/// let game = Ending::<Kqk>::default();
/// let p = game.parse("k7/8/1K6/8/8/8/8/6Q1 w").unwrap();
/// assert_eq!(game.degree(&p), Ok(19 + 6));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ending<M>(PhantomData<fn() -> M>);

impl<M> Default for Ending<M> {
    fn default() -> Ending<M> {
        Ending(PhantomData)
    }
}

/// A move of a piece to a square, possibly a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The index of the piece among the ending's pieces.
    pub slot: u8,
    /// The target square, as in [`Pos`].
    pub to: u8,
    /// Whether the move is a capture.
    pub takes: bool,
}

impl<M: Material> Ending<M> {
    /// Whether no two pieces share a square and the player not to move is not
    /// in check.
    #[inline]
    fn is_legal(p: &Pos) -> bool {
        p.occupied(M::PIECES).count_ones() == p.count(M::PIECES)
            && !p.is_in_check(M::PIECES, p.mover.other())
    }
}

impl<M: Material> Game for Ending<M> {
    type Pos = Pos;
    type Move = Move;
    type Fault = Infallible;

    /// Without a move: checkmate if in check, else stalemate.
    fn static_value(&self, p: &Pos) -> Result<Option<Value>, Infallible> {
        Ok(if self.expand(p, |_| BREAK)?.is_break() {
            None
        } else if p.is_in_check(M::PIECES, p.mover) {
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
        let occupied = p.occupied(M::PIECES);
        let own = p.occupied_by(M::PIECES, p.mover);
        for (slot, piece) in p.standing(M::PIECES, p.mover) {
            for to in bits(attacks(piece.kind, p.squares[slot], occupied) & !own) {
                let after = p.moved(slot, to);
                if after.is_in_check(M::PIECES, p.mover) {
                    continue;
                }
                let by = Move {
                    slot: slot as u8,
                    to,
                    takes: occupied >> to & 1 == 1,
                };
                if visit(Step::alternate(after, by)).is_break() {
                    return Ok(BREAK);
                }
            }
        }
        Ok(CONTINUE)
    }
}

impl<M: Material> CatalogueGame for Ending<M> {
    const INFO: &'static Info<'static> = M::INFO;

    fn with(_: &Settings) -> Result<Ending<M>, SettingError> {
        Ok(Ending::default())
    }

    fn default_position(&self) -> Pos {
        let default_position = self.parse(M::DEFAULT_POSITION);
        default_position
            .unwrap_or_else(|e| panic!("invalid default position {}: {e}", M::DEFAULT_POSITION))
    }
}
