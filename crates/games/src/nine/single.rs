//! The winner of one deal, one row of tables at a time.
//!
//! Backward induction on bit sets: a row, i.e. the tables that differ in the
//! last suit only, is one word, since a suit has at most 57 states. As in
//! `bulk`, empty hands are not tested, and the player to move on the full table
//! has won.

use kibitz_game::{RunContext, StopReason};

use super::deck::MAX_SUITS;
use super::table_order::TableOrder;
use super::{Card, Cards, Deck};

/// Whether Alice, who holds `alice` and moves first, wins.
///
/// ```
/// use kibitz_game::RunContext;
/// use kibitz_games::nine::{Deck, solve_one};
///
/// let deck = Deck::new("CD", "89", "9").unwrap();
/// // Alice passes until the nine of clubs is laid, and Bob lays it last.
/// let alice = deck.parse_deal("8C/9C 8D 9D").unwrap();
/// assert_eq!(solve_one(&deck, alice, &RunContext::new()), Ok(false));
/// ```
///
/// # Errors
///
/// Returns the reason if `context` does not allow the time or the memory.
pub fn solve_one(deck: &Deck, alice: Cards, context: &RunContext) -> Result<bool, StopReason> {
    let _reservation = context.reserve("solving a deal", Single::bytes(deck))?;
    Single::new(deck).solve(alice, context)
}

/// Solves one deal at a time; the memory is reused for the next one.
#[derive(Debug)]
pub struct Single {
    deck: Deck,
    /// One row for each table of the suits other than the last.
    rows: Vec<Won>,
}

/// The tables of a row that Alice wins, by the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Won {
    alice_moves: u64,
    bob_moves: u64,
}

impl Single {
    /// Allocates [`bytes`](Single::bytes) bytes for deals of `deck`.
    #[must_use]
    pub fn new(deck: &Deck) -> Single {
        Single {
            deck: deck.clone(),
            rows: vec![Won::default(); Single::row_count(deck) as usize],
        }
    }

    /// The memory needed for a deck; may exceed that of any machine.
    #[must_use]
    pub fn bytes(deck: &Deck) -> u64 {
        size_of::<Won>() as u64 * Single::row_count(deck)
    }

    fn row_count(deck: &Deck) -> u64 {
        let states = deck.shape().states() as u64;
        states.pow(deck.suits() as u32 - 1)
    }

    /// Whether Alice, who holds `alice` and moves first, wins.
    ///
    /// # Errors
    ///
    /// Returns the reason if `context` stops the run.
    pub fn solve(&mut self, alice: Cards, context: &RunContext) -> Result<bool, StopReason> {
        let last = LastSuit::new(&self.deck, alice);
        let mut others = Others::new(&self.deck, alice);
        let suits = self.deck.suits() - 1;
        let mut table_order = TableOrder::new(suits, self.deck.shape().states());
        let mut place = self.rows.len();
        // The previous row is a good initial guess for the next one.
        let mut won = Won::default();
        while let Some(changed) = table_order.advance() {
            if changed == 0 {
                context.check()?;
            }
            for suit in changed..suits {
                others.set(&self.deck, suit, table_order.state(suit));
            }
            place -= 1;
            let outer = others.outer(suits, &self.rows[place..]);
            won = last.fixed_point(outer, won);
            self.rows[place] = won;
        }
        Ok(self.rows[0].alice_moves & 1 == 1)
    }
}

/// The moves in the suits other than the last, for the tables of a row, one bit
/// each.
#[derive(Clone, Copy)]
struct Outer {
    /// Some card of Alice's leads to a table that she wins.
    alice_wins: u64,
    /// Every card of Bob's leads to a table that Alice wins.
    bob_loses: u64,
    /// No open card is Alice's; equal for all tables.
    alice_none: u64,
    /// Some open card is Bob's; equal for all tables.
    bob_some: u64,
}

/// The moves in the suits other than the last, at the current state of each.
struct Others {
    alice: Cards,
    /// Open cards, suit by suit: the offset in rows of their targets, and
    /// whether they are Alice's.
    jumps: [(usize, bool); 2 * MAX_SUITS],
    /// The number of cards before those of each suit, and in total.
    count: [usize; MAX_SUITS],
    /// The distance in rows of two tables whose states of a suit differ by 1.
    stride: [usize; MAX_SUITS],
}

impl Others {
    fn new(deck: &Deck, alice: Cards) -> Others {
        let mut stride = [0; MAX_SUITS];
        let mut rows = 1;
        for stride in stride[..deck.suits() - 1].iter_mut().rev() {
            *stride = rows;
            rows *= deck.shape().states();
        }
        Others {
            alice,
            jumps: [(0, false); 2 * MAX_SUITS],
            count: [0; MAX_SUITS],
            stride,
        }
    }

    /// Updates a suit after its state has changed; those before it are up to
    /// date.
    fn set(&mut self, deck: &Deck, suit: usize, state: usize) {
        let mut count = self.count[suit];
        for open in deck.shape().open(state) {
            let alices = self.alice.contains(deck.card_at(suit, open.rank));
            self.jumps[count] = (open.rise * self.stride[suit], alices);
            count += 1;
        }
        self.count[suit + 1] = count;
    }

    /// The results of the cards of all `suits`; `rows` starts with the current
    /// row.
    fn outer(&self, suits: usize, rows: &[Won]) -> Outer {
        let mut outer = Outer {
            alice_wins: 0,
            bob_loses: u64::MAX,
            alice_none: u64::MAX,
            bob_some: 0,
        };
        for &(ahead, alices) in &self.jumps[..self.count[suits]] {
            let next = rows[ahead];
            if alices {
                outer.alice_wins |= next.bob_moves;
                outer.alice_none = 0;
            } else {
                outer.bob_loses &= next.alice_moves;
                outer.bob_some = u64::MAX;
            }
        }
        outer
    }
}

/// The moves in the last suit.
struct LastSuit {
    /// A card that raises the state by 1: the next lower or the opening one.
    low: SuitMoves,
    /// The next higher card, which raises it by `rise`.
    high: SuitMoves,
    rise: usize,
}

/// The states in which such a card can be laid, by its holder.
#[derive(Clone, Copy, Default)]
struct SuitMoves {
    alice: u64,
    bob: u64,
}

impl LastSuit {
    fn new(deck: &Deck, alice: Cards) -> LastSuit {
        let shape = deck.shape();
        let (mut low, mut high) = (SuitMoves::default(), SuitMoves::default());
        for state in 0..shape.states() {
            for open in shape.open(state) {
                let card: Card = deck.card_at(deck.suits() - 1, open.rank);
                let way = if open.rank <= shape.below {
                    &mut low
                } else {
                    &mut high
                };
                let owner = if alice.contains(card) {
                    &mut way.alice
                } else {
                    &mut way.bob
                };
                *owner |= 1 << state;
            }
        }
        LastSuit {
            low,
            high,
            rise: shape.below + 1,
        }
    }

    /// The values of the tables of a row, by fixed-point iteration from a
    /// guess.
    ///
    /// A table depends only on tables with more cards of the suit, so the
    /// equations have exactly one solution; and each iteration makes at least
    /// those tables final whose successors were final before, whatever the
    /// guess.
    fn fixed_point(&self, outer: Outer, guess: Won) -> Won {
        let alice_none = outer.alice_none & !(self.low.alice | self.high.alice);
        let bob_some = outer.bob_some | self.low.bob | self.high.bob;
        let mut won = guess;
        loop {
            let alice_wins = outer.alice_wins
                | won.bob_moves >> 1 & self.low.alice
                | won.bob_moves >> self.rise & self.high.alice;
            let bob_loses = outer.bob_loses
                & (won.alice_moves >> 1 | !self.low.bob)
                & (won.alice_moves >> self.rise | !self.high.bob);
            let next = Won {
                alice_moves: alice_wins | alice_none & bob_loses,
                bob_moves: bob_loses & (bob_some | alice_wins),
            };
            if next == won {
                return won;
            }
            won = next;
        }
    }
}
