//! Updates from solved positions to their predecessors.

use kibitz_game::Turn;

/// The effect of a solved successor on a predecessor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The predecessor wins by moving there.
    Good,
    /// Moving there loses.
    Bad,
}

impl Effect {
    /// The effect of a successor that is won or lost, given the turn after the move to it.
    #[inline]
    #[must_use]
    pub fn of(child_wins: bool, turn: Turn) -> Effect {
        if child_wins == (turn == Turn::Same) {
            Effect::Good
        } else {
            Effect::Bad
        }
    }
}

/// An update of one position of a shard, in four bytes: twice the offset of its rank in the shard,
/// plus one for a good successor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Update(pub u32);

impl Update {
    /// The update of the position at an offset in its shard below
    /// [`Division::MAX_CELLS`](super::Division::MAX_CELLS).
    #[inline]
    #[must_use]
    pub fn new(offset: u64, effect: Effect) -> Update {
        debug_assert!(offset < super::Division::MAX_CELLS);
        Update((offset as u32) << 1 | u32::from(effect == Effect::Good))
    }

    /// The offset of the position in its shard.
    #[inline]
    #[must_use]
    pub fn offset(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The effect of the successor.
    #[inline]
    #[must_use]
    pub fn effect(self) -> Effect {
        if self.0 & 1 == 1 {
            Effect::Good
        } else {
            Effect::Bad
        }
    }
}
