//! The kernel: one row of tables, those that differ in the last suit only.

use super::lanes::{Held, Lanes, Won};
use super::suits::Suit;
use crate::nine::shape::Shape;

/// The shape of a suit, known when the program is compiled or not.
pub(super) trait Ladder: Copy {
    fn shape(self) -> Shape;

    /// Fills the tables with so many cards above the opening card.
    fn fill_column<const N: usize>(self, filling: &mut Filling<'_, N>, above: usize);
}

/// The shape of the usual deck.
#[derive(Clone, Copy)]
pub(super) struct Usual;

impl Usual {
    pub(super) const SHAPE: Shape = Shape { below: 3, above: 5 };
}

impl Ladder for Usual {
    #[inline(always)]
    fn shape(self) -> Shape {
        Usual::SHAPE
    }

    /// The loop of the other shapes, unrolled.
    #[inline(always)]
    fn fill_column<const N: usize>(self, filling: &mut Filling<'_, N>, above: usize) {
        filling.fill(3, above);
        filling.fill(2, above);
        filling.fill(1, above);
        filling.fill(0, above);
    }
}

impl Ladder for Shape {
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

/// What the other suits mean for all tables of a row.
pub(super) struct Outer<'a, const N: usize> {
    /// For each card of theirs that can be laid, the row that it leads to.
    pub(super) rows: [&'a [Won]; N],
    /// For each of these cards the deals in which it is Alice's.
    pub(super) holders: &'a [Lanes; N],
    /// Rows beyond those, if `N` is not enough.
    pub(super) more_rows: &'a [&'a [Won]],
    pub(super) more_holders: &'a [Lanes],
    /// Whether the players hold cards that can be laid there.
    pub(super) held: Held,
}

impl<const N: usize> Outer<'_, N> {
    /// The cards of the other suits, on the table of the row where the last
    /// suit has this state.
    #[inline(always)]
    fn prospects(&self, state: usize) -> Prospects {
        let mut prospects = Prospects::NONE;
        for k in 0..N {
            prospects.lay(&self.rows[k][state], self.holders[k]);
        }
        for (row, &holder) in self.more_rows.iter().zip(self.more_holders) {
            prospects.lay(&row[state], holder);
        }
        prospects
    }
}

/// A table that nobody asks for yet.
pub(super) const NOT_YET: Won = Won {
    alice_moves: Lanes::NONE,
    bob_moves: Lanes::NONE,
};

/// What the cards that can be laid come to, deal by deal.
#[derive(Clone, Copy)]
struct Prospects {
    /// Some card of Alice's leads to a table that she wins.
    alice_wins: Lanes,
    /// Every card of Bob's leads to a table that Alice wins.
    bob_loses: Lanes,
}

impl Prospects {
    const NONE: Prospects = Prospects {
        alice_wins: Lanes::NONE,
        bob_loses: Lanes::ALL,
    };

    /// One card more, which is Alice's in the deals of `holder` and leads to a
    /// table of this worth.
    #[inline(always)]
    fn lay(&mut self, to: &Won, holder: Lanes) {
        self.alice_wins |= to.bob_moves & holder;
        self.bob_loses &= to.alice_moves | holder;
    }

    /// What the table is worth.
    ///
    /// Alice wins on her turn if a card of hers wins, or if she has none to
    /// lay, passes, and every card of Bob's loses. She wins on Bob's turn if
    /// every card of his loses; if there is none, he passes, and a card of
    /// hers must win. If nobody has any, the table is full, and these formulas
    /// say that the one who moves has won, as they should.
    #[inline(always)]
    fn settle(self, held: Held) -> Won {
        let Prospects {
            alice_wins,
            bob_loses,
        } = self;
        Won {
            alice_moves: alice_wins | (held.alice_none & bob_loses),
            bob_moves: bob_loses & (held.bob_some | alice_wins),
        }
    }
}

/// A row that is being filled, the children before their parents.
pub(super) struct Filling<'a, const N: usize> {
    shape: Shape,
    inner: &'a Suit,
    outer: &'a Outer<'a, N>,
    row: &'a mut [Won],
    /// The table filled last, handed on in a register: waiting until it is
    /// written and read again would take longer than all else.
    last: Won,
}

impl<const N: usize> Filling<'_, N> {
    /// Fills the table where so many cards are laid below and above the
    /// opening card.
    #[inline(always)]
    fn fill(&mut self, below: usize, above: usize) {
        let rise = self.shape.below + 1;
        let state = 1 + above * rise + below;
        let mut prospects = self.outer.prospects(state);
        if above < self.shape.above {
            prospects.lay(&self.row[state + rise], self.inner.high[state]);
        }
        if below < self.shape.below {
            prospects.lay(&self.last, self.inner.low[state]);
        }
        self.settle(state, prospects);
    }

    /// Fills the table where nothing of the suit is laid.
    #[inline(always)]
    fn fill_unopened(&mut self) {
        let mut prospects = self.outer.prospects(0);
        prospects.lay(&self.last, self.inner.low[0]);
        self.settle(0, prospects);
    }

    #[inline(always)]
    fn settle(&mut self, state: usize, prospects: Prospects) {
        self.last = prospects.settle(self.outer.held.and(self.inner.held[state]));
        self.row[state] = self.last;
    }
}

/// Fills a row.
#[inline(always)]
pub(super) fn fill<L: Ladder, const N: usize>(
    ladder: L,
    inner: &Suit,
    outer: &Outer<'_, N>,
    row: &mut [Won],
) {
    let shape = ladder.shape();
    let mut filling = Filling {
        shape,
        inner,
        outer,
        row: &mut row[..shape.states()],
        last: NOT_YET,
    };
    for above in (0..=shape.above).rev() {
        ladder.fill_column(&mut filling, above);
    }
    filling.fill_unopened();
}
