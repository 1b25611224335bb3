//! Games in which the two players have different moves.

use std::error::Error;
use std::fmt::Debug;
use std::hash::Hash;

use crate::{Descending, Flow, Game, Step, Value, Wdl};

/// One of the two players of a partizan game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }

    /// What people call the player.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Side::Left => "Left",
            Side::Right => "Right",
        }
    }
}

/// A game whose positions are absolute and whose options depend on the side.
pub trait Partizan: Send + Sync {
    /// A position without the side to move.
    type Pos: Clone + Eq + Hash + Debug + Send + Sync;
    /// What people call a move.
    type Move: Clone + Eq + Debug;
    /// What can go wrong inside the rules.
    type Fault: Error + Send + Sync + 'static;

    /// Visits the options of `side`, until the visitor has seen enough.
    ///
    /// # Errors
    /// Where the rules themselves fail at `p`.
    fn options<F>(&self, p: &Self::Pos, side: Side, visit: F) -> Result<Flow, Self::Fault>
    where
        F: FnMut(Self::Pos, Self::Move) -> Flow;

    /// Where play begins.
    fn start(&self) -> Option<Self::Pos>;

    /// Who has won, where the rules say so before a player is stuck.
    ///
    /// # Errors
    /// Where the rules themselves fail at `p`.
    fn winner(&self, p: &Self::Pos) -> Result<Option<Side>, Self::Fault> {
        let _ = p;
        Ok(None)
    }

    /// What it means to have no option.
    fn stuck(&self) -> Wdl {
        Wdl::Loss
    }
}

/// A partizan game in alternate play: nodes are pairs of a position and the
/// side to move.
#[derive(Clone, Debug)]
pub struct Alternating<G> {
    /// The partizan rules.
    pub rules: G,
    /// Who moves first.
    pub first: Side,
}

impl<G: Partizan> Game for Alternating<G> {
    type Pos = (G::Pos, Side);
    type Move = G::Move;
    type Fault = G::Fault;

    fn expand<F>(&self, (p, side): &Self::Pos, mut visit: F) -> Result<Flow, G::Fault>
    where
        F: FnMut(Step<Self::Pos, G::Move>) -> Flow,
    {
        self.rules
            .options(p, *side, |to, by| visit(Step::pass((to, side.other()), by)))
    }

    fn start(&self) -> Option<Self::Pos> {
        self.rules.start().map(|p| (p, self.first))
    }

    fn decided(&self, (p, side): &Self::Pos) -> Result<Option<Value>, G::Fault> {
        let winner = self.rules.winner(p)?;
        Ok(winner.map(|w| Value::now(if w == *side { Wdl::Win } else { Wdl::Loss })))
    }

    fn stuck(&self) -> Wdl {
        self.rules.stuck()
    }
}

/// A game in which a move fills some empty cells and nothing is ever emptied,
/// and Left and Right fill different patterns.
pub trait SidedFilling: Descending {
    /// How many cells there are.
    fn cells(&self) -> u32;

    /// The sets of cells that a move of `side` may fill, if all of them are
    /// empty.
    fn patterns(&self, side: Side) -> &[u64];

    /// The filled cells of a position, and who moves.
    fn taken(&self, p: &Self::Pos) -> (u64, Side);

    /// The position with these cells filled and this player to move.
    fn position(&self, filled: u64, side: Side) -> Self::Pos;
}
