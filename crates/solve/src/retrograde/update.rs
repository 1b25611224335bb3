//! What settled positions send to their parents.

use kibitz_game::Turn;

/// What a settled child means to a parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The parent wins by moving there.
    Good,
    /// Moving there loses.
    Bad,
}

impl Effect {
    /// The effect of a child that is won or lost, and whose turn the move to it
    /// makes.
    #[inline]
    #[must_use]
    pub fn of(child_wins: bool, turn: Turn) -> Effect {
        if child_wins == (turn == Turn::Again) {
            Effect::Good
        } else {
            Effect::Bad
        }
    }
}

/// An update of one position of a shard, in four bytes: twice the offset of its
/// rank in the shard, plus one for a good child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Update(pub u32);

impl Update {
    /// The update of the position so far from the first one of its shard, less
    /// than [`Division::MOST_CELLS`](super::Division::MOST_CELLS).
    #[inline]
    #[must_use]
    pub fn new(offset: u64, effect: Effect) -> Update {
        debug_assert!(offset < super::Division::MOST_CELLS);
        Update((offset as u32) << 1 | u32::from(effect == Effect::Good))
    }

    /// How far the position is from the first one of its shard.
    #[inline]
    #[must_use]
    pub fn offset(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// What the child means to it.
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
