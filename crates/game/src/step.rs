//! A move as an edge between two positions.

use std::ops::ControlFlow;

/// Whether a visitor continues: `Continue(())` or `Break(())`.
pub type Flow = ControlFlow<()>;

/// Continue visiting.
pub const CONTINUE: Flow = ControlFlow::Continue(());
/// Stop visiting.
pub const BREAK: Flow = ControlFlow::Break(());

/// Who moves after a step. It belongs to the edge, so that a game whose positions are seen from the
/// mover's side needs no side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Turn {
    /// The other player moves next.
    Other,
    /// The same player moves again.
    Same,
}

/// A move: its successor, who moves there, its points, and its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<P, M> {
    /// The position after the move.
    pub to: P,
    /// Who moves there.
    pub turn: Turn,
    /// The points of the player who makes the move, in score play; else 0.
    pub points: i64,
    /// The label of the edge, for display; engines ignore it.
    pub by: M,
}

impl<P, M> Step<P, M> {
    /// An ordinary move, after which the other player moves.
    pub const fn alternate(to: P, by: M) -> Step<P, M> {
        Step {
            to,
            turn: Turn::Other,
            points: 0,
            by,
        }
    }

    /// A move after which the same player moves again.
    pub const fn extra_turn(to: P, by: M) -> Step<P, M> {
        Step {
            to,
            turn: Turn::Same,
            points: 0,
            by,
        }
    }

    /// The same edge with another label.
    pub fn relabelled<N>(self, by: N) -> Step<P, N> {
        Step {
            to: self.to,
            turn: self.turn,
            points: self.points,
            by,
        }
    }
}

/// A move traversed backwards, to a predecessor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unmove<P> {
    /// The position before the move.
    pub from: P,
    /// Who moves after the move.
    pub turn: Turn,
}
