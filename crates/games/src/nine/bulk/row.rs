//! The kernel: one row of tables, i.e. those that differ in the last suit only.

use super::deal_mask::{DealMask, Held, Won};
use super::suits::Suit;
use crate::nine::shape::Shape;

/// The shape of a suit, known at compile time or not.
pub(super) trait SuitShape: Copy {
    fn shape(self) -> Shape;

    /// Fills the tables with `above` cards above the opening card.
    fn fill_column<const N: usize>(self, filling: &mut Filling<'_, N>, above: usize);
}

/// The shape of the default deck.
#[derive(Clone, Copy)]
pub(super) struct DefaultShape;

impl DefaultShape {
    pub(super) const SHAPE: Shape = Shape { below: 3, above: 5 };
}

impl SuitShape for DefaultShape {
    #[inline(always)]
    fn shape(self) -> Shape {
        DefaultShape::SHAPE
    }

    /// The generic loop, unrolled.
    #[inline(always)]
    fn fill_column<const N: usize>(self, filling: &mut Filling<'_, N>, above: usize) {
        filling.fill(3, above);
        filling.fill(2, above);
        filling.fill(1, above);
        filling.fill(0, above);
    }
}

impl SuitShape for Shape {
    #[inline(always)]
    fn shape(self) -> Shape {
        self
    }

    #[inline(always)]
    fn fill_column<const N: usize>(self, filling: &mut Filling<'_, N>, above: usize) {
        for below in (0..=self.below).rev() {
            filling.fill(below, above);
        }
    }
}

/// The moves in the other suits, for all tables of a row.
pub(super) struct Outer<'a, const N: usize> {
    /// For each open card of theirs, the row that it leads to.
    pub(super) rows: [&'a [Won]; N],
    /// For each of these cards the deals in which it is Alice's.
    pub(super) holders: &'a [DealMask; N],
    /// Further rows, if there are more than `N`.
    pub(super) more_rows: &'a [&'a [Won]],
    pub(super) more_holders: &'a [DealMask],
    /// Whether the players hold open cards of these suits.
    pub(super) held: Held,
}

impl<const N: usize> Outer<'_, N> {
    /// The moves in the other suits, on the table of the row with this state of
    /// the last suit.
    #[inline(always)]
    fn results(&self, state: usize) -> MoveResults {
        let mut results = MoveResults::NONE;
        for k in 0..N {
            results.lay(&self.rows[k][state], self.holders[k]);
        }
        for (row, &holder) in self.more_rows.iter().zip(self.more_holders) {
            results.lay(&row[state], holder);
        }
        results
    }
}

/// A table not solved yet; its value is never used.
pub(super) const NOT_YET: Won = Won {
    alice_moves: DealMask::NONE,
    bob_moves: DealMask::NONE,
};

/// The results of the moves seen so far, per deal.
#[derive(Clone, Copy)]
struct MoveResults {
    /// Some card of Alice's leads to a table that she wins.
    alice_wins: DealMask,
    /// Every card of Bob's leads to a table that Alice wins.
    bob_loses: DealMask,
}

impl MoveResults {
    const NONE: MoveResults = MoveResults {
        alice_wins: DealMask::NONE,
        bob_loses: DealMask::ALL,
    };

    /// Adds a card that is Alice's in the deals of `holder` and leads to table
    /// `to`.
    #[inline(always)]
    fn lay(&mut self, to: &Won, holder: DealMask) {
        self.alice_wins |= to.bob_moves & holder;
        self.bob_loses &= to.alice_moves | holder;
    }

    /// The value of the table.
    ///
    /// Alice wins on her turn if a card of hers wins, or if she has none to
    /// lay, passes, and every card of Bob's loses. She wins on Bob's turn if
    /// every card of his loses; if he has none, he passes, and a card of hers
    /// must win. If neither has any, the table is full, and the formulas give
    /// the win to the player to move, as required.
    #[inline(always)]
    fn value(self, held: Held) -> Won {
        let MoveResults {
            alice_wins,
            bob_loses,
        } = self;
        Won {
            alice_moves: alice_wins | (held.alice_none & bob_loses),
            bob_moves: bob_loses & (held.bob_some | alice_wins),
        }
    }
}

/// A row being filled, successors first.
pub(super) struct Filling<'a, const N: usize> {
    shape: Shape,
    inner: &'a Suit,
    outer: &'a Outer<'a, N>,
    row: &'a mut [Won],
    /// The last table filled, kept in a register: a store and reload would
    /// dominate the latency.
    last: Won,
}

impl<const N: usize> Filling<'_, N> {
    /// Fills the table with `below` and `above` cards laid on either side of
    /// the opening card.
    #[inline(always)]
    fn fill(&mut self, below: usize, above: usize) {
        let rise = self.shape.below + 1;
        let state = 1 + above * rise + below;
        let mut results = self.outer.results(state);
        if above < self.shape.above {
            results.lay(&self.row[state + rise], self.inner.high[state]);
        }
        if below < self.shape.below {
            results.lay(&self.last, self.inner.low[state]);
        }
        self.store(state, results);
    }

    /// Fills the table with no card of the suit laid.
    #[inline(always)]
    fn fill_unopened(&mut self) {
        let mut results = self.outer.results(0);
        results.lay(&self.last, self.inner.low[0]);
        self.store(0, results);
    }

    #[inline(always)]
    fn store(&mut self, state: usize, results: MoveResults) {
        self.last = results.value(self.outer.held.and(self.inner.held[state]));
        self.row[state] = self.last;
    }
}

/// Fills a row.
#[inline(always)]
pub(super) fn fill<L: SuitShape, const N: usize>(
    suit_shape: L,
    inner: &Suit,
    outer: &Outer<'_, N>,
    row: &mut [Won],
) {
    let shape = suit_shape.shape();
    let mut filling = Filling {
        shape,
        inner,
        outer,
        row: &mut row[..shape.states()],
        last: NOT_YET,
    };
    for above in (0..=shape.above).rev() {
        suit_shape.fill_column(&mut filling, above);
    }
    filling.fill_unopened();
}
