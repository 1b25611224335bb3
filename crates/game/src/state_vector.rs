//! Games on state vectors: fixed-length vectors of integers, with a successor function. This is
//! what a rule file compiles to; the engine packs the vectors into as few bits as their values
//! need.

use std::error::Error;

use crate::{Turn, Wdl};

/// A game whose positions are state vectors, i.e. integer vectors of one fixed length.
///
/// ```
/// use std::convert::Infallible;
/// use kibitz_game::{SuccessorGenerator, StateVectorGame, SuccessorBuffer, Turn, Wdl};
///
/// /// Take 1, 2 or 3 matches; a player who cannot take loses.
/// struct Matches;
///
/// struct Taker;
///
/// impl StateVectorGame for Matches {
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
/// impl SuccessorGenerator for Taker {
///     type Fault = Infallible;
///
///     fn expand(&mut self, position: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Infallible> {
///         steps.clear();
///         for take in 1..=position[0].min(3) {
///             steps.push(&[position[0] - take], Turn::Other);
///         }
///         Ok(())
///     }
/// }
///
/// let mut steps = SuccessorBuffer::new(1);
/// Matches.worker().expand(&[2], &mut steps).unwrap();
/// let rows: Vec<_> = steps.iter().collect();
/// assert_eq!(rows, [(&[1][..], Turn::Other), (&[0][..], Turn::Other)]);
/// ```
pub trait StateVectorGame: Send + Sync {
    /// An error inside the rules.
    type Fault: Error + Send + Sync + 'static;
    /// Applies the rules; one for each thread, with its own scratch memory.
    type Worker<'a>: SuccessorGenerator<Fault = Self::Fault> + Send
    where
        Self: 'a;

    /// The length of every state vector.
    fn slots(&self) -> usize;

    /// Creates a successor generator.
    fn worker(&self) -> Self::Worker<'_>;

    /// The play convention, the result of a player without a legal move: `Loss` in normal play,
    /// `Win` in misère play.
    fn no_move_result(&self) -> Wdl {
        Wdl::Loss
    }

    /// The notation of a position, for messages.
    fn write(&self, position: &[i64]) -> String {
        format!("{position:?}")
    }

    /// The name of a slot, for messages.
    fn name_of(&self, slot: usize) -> String {
        format!("slot {slot}")
    }
}

/// Applies the rules of a [`StateVectorGame`]. Results depend on the position alone, not on earlier
/// calls or on the instance.
pub trait SuccessorGenerator {
    /// An error inside the rules.
    type Fault;

    /// The result if the position is statically decided, at 0 plies. Called for every position
    /// before `expand`, normally once.
    ///
    /// # Errors
    /// Returns the fault if the rules fail at `position`.
    fn decided(&mut self, position: &[i64]) -> Result<Option<Wdl>, Self::Fault> {
        let _ = position;
        Ok(None)
    }

    /// The score of a statically decided position, signed for the mover; [`decided`] is its sign.
    /// Without score play a win counts one point.
    ///
    /// [`decided`]: SuccessorGenerator::decided
    ///
    /// # Errors
    /// Returns the fault if the rules fail at `position`.
    fn final_score(&mut self, position: &[i64]) -> Result<Option<i64>, Self::Fault> {
        let decided = self.decided(position)?;
        Ok(decided.map(|wdl| match wdl {
            Wdl::Win => 1,
            Wdl::Draw => 0,
            Wdl::Loss => -1,
        }))
    }

    /// Replaces `steps` by the moves of an undecided position, in their order. If two moves lead to
    /// the same position, it may occur twice.
    ///
    /// # Errors
    /// Returns the fault if the rules fail at `position`; the contents of `steps` are then
    /// unspecified.
    fn expand(&mut self, position: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Self::Fault>;
}

/// The moves of one position: their successors, and who moves there.
///
/// Stored in one buffer: each vector is followed by [`SuccessorBuffer::PASSES`] or
/// [`SuccessorBuffer::AGAIN`], plus twice the points of the move in score play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuccessorBuffer {
    slots: usize,
    buffer: Vec<i64>,
}

impl SuccessorBuffer {
    /// After a vector: the other player moves next.
    pub const PASSES: i64 = 0;
    /// After a vector: the same player moves again.
    pub const AGAIN: i64 = 1;

    /// No moves, for positions of `slots` slots.
    #[must_use]
    pub const fn new(slots: usize) -> SuccessorBuffer {
        SuccessorBuffer {
            slots,
            buffer: Vec::new(),
        }
    }

    /// The length of every vector.
    #[must_use]
    pub const fn slots(&self) -> usize {
        self.slots
    }

    /// The number of integers per move in the buffer: its vector and the turn.
    #[must_use]
    pub const fn stride(&self) -> usize {
        self.slots + 1
    }

    /// The number of moves.
    #[must_use]
    pub fn len(&self) -> usize {
        self.buffer.len() / self.stride()
    }

    /// Whether there are no moves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }

    /// Removes all moves.
    pub fn clear(&mut self) {
        self.buffer.clear();
    }

    /// Adds a move.
    ///
    /// # Panics
    /// Panics if the vector has another length.
    #[inline]
    pub fn push(&mut self, row: &[i64], turn: Turn) {
        assert_eq!(row.len(), self.slots, "a vector of another length");
        self.buffer.extend_from_slice(row);
        self.buffer.push(match turn {
            Turn::Other => SuccessorBuffer::PASSES,
            Turn::Same => SuccessorBuffer::AGAIN,
        });
    }

    /// The moves in their order.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&[i64], Turn)> {
        self.iter_with_points().map(|(row, turn, _)| (row, turn))
    }

    /// The moves in their order, with their points.
    #[inline]
    pub fn iter_with_points(&self) -> impl ExactSizeIterator<Item = (&[i64], Turn, i64)> {
        let slots = self.slots;
        self.buffer.chunks_exact(self.stride()).map(move |step| {
            let (turn, points) = SuccessorBuffer::turn_and_points(step[slots]);
            (&step[..slots], turn, points)
        })
    }

    /// Who moves after a move, and its points, from what follows its vector.
    #[inline]
    #[must_use]
    pub const fn turn_and_points(word: i64) -> (Turn, i64) {
        let turn = match word & 1 {
            SuccessorBuffer::PASSES => Turn::Other,
            _ => Turn::Same,
        };
        (turn, word >> 1)
    }

    /// The buffer itself, for compiled code to fill: vectors, each followed by
    /// [`SuccessorBuffer::PASSES`] or [`SuccessorBuffer::AGAIN`], plus twice the points. Its length must stay a multiple
    /// of the [`stride`](SuccessorBuffer::stride); an incomplete move at the end is ignored. The
    /// capacity is kept between positions, so reallocation is rare.
    #[inline]
    pub fn buffer_mut(&mut self) -> &mut Vec<i64> {
        &mut self.buffer
    }

    /// The buffer, read-only.
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
    fn pushed_vectors_are_iterated_unchanged() {
        let mut steps = SuccessorBuffer::new(2);
        assert!(steps.is_empty());
        steps.push(&[1, -2], Turn::Other);
        steps
            .buffer_mut()
            .extend([i64::MIN, i64::MAX, SuccessorBuffer::AGAIN]);
        assert_eq!(steps.len(), 2);
        let rows: Vec<_> = steps.iter().collect();
        let expected = [
            (&[1, -2][..], Turn::Other),
            (&[i64::MIN, i64::MAX][..], Turn::Same),
        ];
        assert_eq!(rows, expected);
        steps.clear();
        assert_eq!(steps.iter().len(), 0);
        for (word, turn, points) in [
            (-6, Turn::Other, -3),
            (-5, Turn::Same, -3),
            (9, Turn::Same, 4),
        ] {
            steps.buffer_mut().extend([0, 0, word]);
            let last = steps.iter_with_points().last();
            assert_eq!(last, Some((&[0, 0][..], turn, points)));
        }
    }

    #[test]
    fn vectors_without_slots_are_supported() {
        let mut steps = SuccessorBuffer::new(0);
        steps.push(&[], Turn::Same);
        assert_eq!(steps.len(), 1);
        assert_eq!(steps.iter().next(), Some((&[][..], Turn::Same)));
    }
}
