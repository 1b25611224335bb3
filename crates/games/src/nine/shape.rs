//! One suit on the table.
//!
//! Nothing of a suit is laid, or its opening card with some cards below and
//! some above it. The states are numbered
//!
//! ```text
//! 0                                    nothing
//! 1 + above × (ranks below + 1) + below   otherwise
//! ```
//!
//! so that a card laid *raises* the number by a fixed amount: the opening
//! card by 1, a lower card by 1, a higher card by ranks below + 1. In the
//! usual deck (6 7 8 **9** T J Q K A) there are 25 states:
//!
//! ```text
//! above      0   1   2   3   4   5
//! below 0    1   5   9  13  17  21
//!       1    2   6  10  14  18  22
//!       2    3   7  11  15  19  23
//!       3    4   8  12  16  20  24
//! ```

/// The maximum number of ranks.
pub(super) const MAX_RANKS: usize = 14;
/// Upper bound of the number of states of a suit: at most 1 + 7 × 8 with
/// [`MAX_RANKS`] ranks (the product of two numbers of given sum is largest in
/// the middle).
pub(super) const MAX_STATES: usize = 64;

/// The numbers of ranks on either side of the opening card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Ranks below the opening one.
    pub(super) below: usize,
    /// Ranks above it.
    pub(super) above: usize,
}

/// The numbers of cards laid on either side of a suit's opening card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) below: usize,
    pub(super) above: usize,
}

/// A card that can be laid in a suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Open {
    /// Its rank, from the lowest.
    pub(super) rank: usize,
    /// The amount by which laying it raises the suit's state.
    pub(super) rise: usize,
}

impl Shape {
    /// The number of states.
    pub(super) const fn states(self) -> usize {
        1 + (self.below + 1) * (self.above + 1)
    }

    /// The number of a state.
    pub(super) const fn state(self, run: Option<Run>) -> usize {
        match run {
            None => 0,
            Some(run) => 1 + run.above * (self.below + 1) + run.below,
        }
    }

    /// The cards laid in a state; `None` if there are none.
    pub(super) const fn run(self, state: usize) -> Option<Run> {
        match state.checked_sub(1) {
            None => None,
            Some(n) => Some(Run {
                below: n % (self.below + 1),
                above: n / (self.below + 1),
            }),
        }
    }

    /// The amount by which laying a card of this rank raises the state.
    pub(super) const fn rise(self, rank: usize) -> usize {
        if rank > self.below { self.below + 1 } else { 1 }
    }

    /// The cards that can be laid in a state, the lower one first.
    pub(super) fn open(self, state: usize) -> impl Iterator<Item = Open> {
        let (low, high) = match self.run(state) {
            None => (Some(self.below), None),
            Some(run) => (
                self.below.checked_sub(run.below + 1),
                (run.above < self.above).then_some(self.below + run.above + 1),
            ),
        };
        let rise = move |rank| self.rise(rank);
        [low, high].into_iter().flatten().map(move |rank| Open {
            rank,
            rise: rise(rank),
        })
    }

    /// The ranks laid in a state, as bits from the lowest.
    pub(super) const fn laid(self, state: usize) -> u16 {
        match self.run(state) {
            None => 0,
            Some(run) => {
                let ones = (1u16 << (run.below + run.above + 1)) - 1;
                ones << (self.below - run.below)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes() -> impl Iterator<Item = Shape> {
        (0..MAX_RANKS).flat_map(|ranks| {
            (0..=ranks).map(move |below| Shape {
                below,
                above: ranks - below,
            })
        })
    }

    #[test]
    fn states_are_numbered_densely_below_the_maximum() {
        for shape in shapes() {
            assert!(shape.states() <= MAX_STATES);
            for state in 0..shape.states() {
                assert_eq!(shape.state(shape.run(state)), state);
            }
        }
    }

    #[test]
    fn laying_a_card_adds_only_that_card() {
        for shape in shapes() {
            for state in 0..shape.states() {
                for Open { rank, rise } in shape.open(state) {
                    let before = shape.laid(state);
                    assert_eq!(shape.laid(state + rise), before | 1 << rank);
                    assert_eq!(before >> rank & 1, 0);
                }
            }
        }
    }

    #[test]
    fn only_the_full_suit_has_no_open_card() {
        for shape in shapes() {
            let closed: Vec<_> = (0..shape.states())
                .filter(|&state| shape.open(state).count() == 0)
                .collect();
            assert_eq!(closed, [shape.states() - 1]);
        }
    }
}
