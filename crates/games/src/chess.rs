//! *Chess endings*: a few pieces on a chessboard, without pawns.
//!
//! Chess as everybody knows it, but for castling (the kings have moved) and the
//! rule of fifty moves. Mate loses; stalemate and endless play are draws.
//!
//! An ending's positions are those with its pieces, and what is left of them
//! after captures: so one table knows all that play leads to. Only those with
//! all pieces are counted. A position is legal where no two pieces share a
//! square and the player who does not move is not in check.

mod attacks;
mod backward;
mod endings;
mod fold;
mod index;
mod notation;
mod piece;
mod position;
mod view;

use std::convert::Infallible;
use std::marker::PhantomData;

use kibitz_game::{
    ENOUGH, Flow, Game, Info, Listed, MORE, Notation, Plies, SettingError, Settings, Step, Value,
};

use attacks::{attacks, bits};
pub use endings::{Kbk, Kbnk, Kqk, Kqkr, Krk, Krkn};
pub use piece::{Kind, Piece, Side};
pub use position::{NOWHERE, Pos};

/// The pieces of an ending, and what the catalogue says about it.
pub trait Material: Send + Sync + 'static {
    /// White's king, Black's king, then the others: no two of them alike, and
    /// at most [`Pos::MOST`].
    const PIECES: &'static [Piece];
    /// Its entry in the catalogue.
    const INFO: &'static Info<'static>;
    /// The position to show when nobody names one: a longest win of White's,
    /// who moves, where there is one.
    const SHOWN: &'static str;
}

/// The game with some pieces.
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

/// A piece goes to a square; on it may stand another, which it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The piece, by its place among the ending's pieces.
    pub slot: u8,
    /// The square that it goes to, as in [`Pos`].
    pub to: u8,
    /// Whether it takes a piece there.
    pub takes: bool,
}

impl<M: Material> Ending<M> {
    /// Whether no two pieces share a square, and the player who does not move
    /// is not in check.
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

    /// Who has no move is mated, or else the game is drawn.
    fn decided(&self, p: &Pos) -> Result<Option<Value>, Infallible> {
        Ok(if self.expand(p, |_| ENOUGH)?.is_break() {
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
                if visit(Step::pass(after, by)).is_break() {
                    return Ok(ENOUGH);
                }
            }
        }
        Ok(MORE)
    }
}

impl<M: Material> Listed for Ending<M> {
    const INFO: &'static Info<'static> = M::INFO;

    fn with(_: &Settings) -> Result<Ending<M>, SettingError> {
        Ok(Ending::default())
    }

    fn shown(&self) -> Pos {
        let shown = self.parse(M::SHOWN);
        shown.unwrap_or_else(|e| panic!("{} is shown: {e}", M::SHOWN))
    }
}
