//! Games whose positions are rows of whole numbers, all of one length: what a
//! file of rules compiles to. Such a game is known by its successor function
//! alone; its engine packs the rows into as few bits as they turn out to need.

use std::error::Error;

use crate::{Turn, Wdl};

/// A game whose positions are rows of whole numbers, all of one length.
///
/// ```
/// use std::convert::Infallible;
/// use kibitz_game::{SlotWorker, Slotted, Steps, Turn, Wdl};
///
/// /// Take 1, 2 or 3 matches; who cannot take loses.
/// struct Matches;
///
/// struct Taker;
///
/// impl Slotted for Matches {
///     type Fault = Infallible;
///     type Worker<'a> = Taker;
///
///     fn slots(&self) -> usize {
///         1
///     }
///
///     fn worker(&self) -> Taker {
///         Taker
///     }
/// }
///
/// impl SlotWorker for Taker {
///     type Fault = Infallible;
///
///     fn expand(&mut self, position: &[i64], steps: &mut Steps) -> Result<(), Infallible> {
///         steps.clear();
///         for take in 1..=position[0].min(3) {
///             steps.push(&[position[0] - take], Turn::Passes);
///         }
///         Ok(())
///     }
/// }
///
/// let mut steps = Steps::new(1);
/// Matches.worker().expand(&[2], &mut steps).unwrap();
/// let rows: Vec<_> = steps.iter().collect();
/// assert_eq!(rows, [(&[1][..], Turn::Passes), (&[0][..], Turn::Passes)]);
/// ```
pub trait Slotted: Send + Sync {
    /// What can go wrong inside the rules.
    type Fault: Error + Send + Sync + 'static;
    /// Whoever applies the rules: one for each thread, with scratch memory of
    /// its own.
    type Worker<'a>: SlotWorker<Fault = Self::Fault> + Send
    where
        Self: 'a;

    /// The length of every row.
    fn slots(&self) -> usize;

    /// One more to apply the rules.
    fn worker(&self) -> Self::Worker<'_>;

    /// What it means to have no move: `Loss` in normal play, `Win` in misère.
    fn stuck(&self) -> Wdl {
        Wdl::Loss
    }

    /// How people write a position, for messages.
    fn write(&self, position: &[i64]) -> String {
        format!("{position:?}")
    }

    /// How people call a slot, for messages.
    fn name_of(&self, slot: usize) -> String {
        format!("slot {slot}")
    }
}

/// Applies the rules of a [`Slotted`] game. What it answers depends on the
/// position alone, whoever is asked and however often.
pub trait SlotWorker {
    /// What can go wrong inside the rules.
    type Fault;

    /// The result where it is known at a glance, at 0 plies. Asked of every
    /// position, before `expand`; as a rule once.
    ///
    /// # Errors
    /// Where the rules themselves fail at `position`.
    fn decided(&mut self, position: &[i64]) -> Result<Option<Wdl>, Self::Fault> {
        let _ = position;
        Ok(None)
    }

    /// Replaces `steps` by the moves of an undecided position, in their order.
    /// A position to which two moves lead may stand there twice.
    ///
    /// # Errors
    /// Where the rules themselves fail at `position`; what `steps` holds then
    /// does not matter.
    fn expand(&mut self, position: &[i64], steps: &mut Steps) -> Result<(), Self::Fault>;
}

/// The moves of one position: where each leads, and whose turn it makes it.
///
/// All in one buffer: each row is followed by one number that is
/// [`Steps::PASSES`] or [`Steps::AGAIN`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps {
    slots: usize,
    buffer: Vec<i64>,
}

impl Steps {
    /// After a row: the other player moves next.
    pub const PASSES: i64 = 0;
    /// After a row: the same player moves again.
    pub const AGAIN: i64 = 1;

    /// No moves, for positions of so many slots.
    #[must_use]
    pub const fn new(slots: usize) -> Steps {
        Steps {
            slots,
            buffer: Vec::new(),
        }
    }

    /// The length of every row.
    #[must_use]
    pub const fn slots(&self) -> usize {
        self.slots
    }

    /// The numbers that a move takes in the buffer: its row and whose turn.
    #[must_use]
    pub const fn stride(&self) -> usize {
        self.slots + 1
    }

    /// How many moves there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.buffer.len() / self.stride()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }

    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.buffer.clear();
    }

    /// Adds a move.
    ///
    /// # Panics
    /// Where the row has another length.
    #[inline]
    pub fn push(&mut self, row: &[i64], turn: Turn) {
        assert_eq!(row.len(), self.slots, "a row of another length");
        self.buffer.extend_from_slice(row);
        self.buffer.push(match turn {
            Turn::Passes => Steps::PASSES,
            Turn::Again => Steps::AGAIN,
        });
    }

    /// The moves in their order.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&[i64], Turn)> {
        let slots = self.slots;
        self.buffer.chunks_exact(self.stride()).map(move |step| {
            let turn = if step[slots] == Steps::PASSES {
                Turn::Passes
            } else {
                Turn::Again
            };
            (&step[..slots], turn)
        })
    }

    /// The buffer itself, for compiled code to fill: rows, each followed by
    /// [`Steps::PASSES`] or [`Steps::AGAIN`]. Its length must stay a multiple
    /// of the [`stride`](Steps::stride); what is beyond whole rows is ignored.
    /// It keeps its room from one position to the next, so reserving is rare.
    #[inline]
    pub fn buffer_mut(&mut self) -> &mut Vec<i64> {
        &mut self.buffer
    }

    /// The buffer, to be read.
    #[inline]
    #[must_use]
    pub fn buffer(&self) -> &[i64] {
        &self.buffer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back_as_they_were_put_in() {
        let mut steps = Steps::new(2);
        assert!(steps.is_empty());
        steps.push(&[1, -2], Turn::Passes);
        steps
            .buffer_mut()
            .extend([i64::MIN, i64::MAX, Steps::AGAIN]);
        assert_eq!(steps.len(), 2);
        let rows: Vec<_> = steps.iter().collect();
        let expected = [
            (&[1, -2][..], Turn::Passes),
            (&[i64::MIN, i64::MAX][..], Turn::Again),
        ];
        assert_eq!(rows, expected);
        steps.clear();
        assert_eq!(steps.iter().len(), 0);
    }

    #[test]
    fn a_position_may_have_no_slots_at_all() {
        let mut steps = Steps::new(0);
        steps.push(&[], Turn::Again);
        assert_eq!(steps.len(), 1);
        assert_eq!(steps.iter().next(), Some((&[][..], Turn::Again)));
    }
}
