//! One move, as an edge between two positions.

use std::ops::ControlFlow;

/// Whether a visitor wants to see more: `Continue(())` or `Break(())`.
pub type Flow = ControlFlow<()>;

/// Go on visiting.
pub const MORE: Flow = ControlFlow::Continue(());
/// Enough seen; stop visiting.
pub const ENOUGH: Flow = ControlFlow::Break(());

/// Whose turn it is after a step. It belongs to the edge, so that a game
/// whose positions are written from the mover's side needs no side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Turn {
    /// The other player moves next.
    Passes,
    /// The same player moves again.
    Again,
}

/// A move: where it leads, who moves there, and what people call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<P, M> {
    /// The position after the move.
    pub to: P,
    /// Whose turn it is there.
    pub turn: Turn,
    /// The name of the edge, for people; engines ignore it.
    pub by: M,
}

impl<P, M> Step<P, M> {
    /// An ordinary move, after which the other player moves.
    pub const fn pass(to: P, by: M) -> Step<P, M> {
        Step {
            to,
            turn: Turn::Passes,
            by,
        }
    }

    /// A move after which the same player moves again.
    pub const fn again(to: P, by: M) -> Step<P, M> {
        Step {
            to,
            turn: Turn::Again,
            by,
        }
    }
}

/// A move seen backwards: where it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unstep<P> {
    /// The position before the move.
    pub from: P,
    /// Whose turn it became by the move.
    pub turn: Turn,
}
