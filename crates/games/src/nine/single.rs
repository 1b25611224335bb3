//! Who wins one deal, a row of tables at a time.
//!
//! The tables that differ in the last suit only, a row, are the bits of a
//! word: a suit has at most 57 states. As in `bulk`, nobody looks whether a
//! player is out of cards, and on the full table who moves has won.

use kibitz_game::{Stop, Watch};

use super::deck::MOST_SUITS;
use super::walk::Walk;
use super::{Card, Cards, Deck};

/// Whether Alice, who holds `alice` and moves first, wins.
///
/// ```
/// use kibitz_game::Watch;
/// use kibitz_games::nine::{Deck, solve_one};
///
/// let deck = Deck::new("CD", "89", "9").unwrap();
/// // Alice passes until the nine of clubs is laid, and Bob lays it last.
/// let alice = deck.parse_deal("8C/9C 8D 9D").unwrap();
/// assert_eq!(solve_one(&deck, alice, &Watch::new()), Ok(false));
/// ```
///
/// # Errors
/// Where `watch` does not allow the time or the memory.
pub fn solve_one(deck: &Deck, alice: Cards, watch: &Watch) -> Result<bool, Stop> {
    let _claim = watch.claim("solving a deal", Single::bytes(deck))?;
    Single::new(deck).solve(alice, watch)
}

/// Solves one deal at a time, with memory of its own that it uses again for
/// the next.
#[derive(Debug)]
pub struct Single {
    deck: Deck,
    /// One for each table of the suits but the last.
    rows: Vec<Won>,
}

/// The tables of a row that Alice wins, by whose turn it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Won {
    alice_moves: u64,
    bob_moves: u64,
}

impl Single {
    /// Makes room for deals of `deck`: [`bytes`](Single::bytes) of it.
    #[must_use]
    pub fn new(deck: &Deck) -> Single {
        Single {
            deck: deck.clone(),
            rows: vec![Won::default(); Single::row_count(deck) as usize],
        }
    }

    /// The memory that this takes for a deck, which can be more than any
    /// machine has.
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
    /// Where `watch` says so.
    pub fn solve(&mut self, alice: Cards, watch: &Watch) -> Result<bool, Stop> {
        let last = LastSuit::new(&self.deck, alice);
        let mut others = Others::new(&self.deck, alice);
        let suits = self.deck.suits() - 1;
        let mut walk = Walk::new(suits, self.deck.shape().states());
        let mut place = self.rows.len();
        // The row before is a good guess for the next one.
        let mut won = Won::default();
        while let Some(changed) = walk.advance() {
            if changed == 0 {
                watch.check()?;
            }
            for suit in changed..suits {
                others.set(&self.deck, suit, walk.state(suit));
            }
            place -= 1;
            let outer = others.outer(suits, &self.rows[place..]);
            won = last.settle(outer, won);
            self.rows[place] = won;
        }
        Ok(self.rows[0].alice_moves & 1 == 1)
    }
}

/// What the suits but the last mean for the tables of a row, one bit each.
#[derive(Clone, Copy)]
struct Outer {
    /// Some card of Alice's leads to a table that she wins.
    alice_wins: u64,
    /// Every card of Bob's leads to a table that Alice wins.
    bob_loses: u64,
    /// No card that can be laid is Alice's: the same for all tables.
    alice_none: u64,
    /// Some card that can be laid is Bob's: the same for all tables.
    bob_some: u64,
}

/// The moves in the suits but the last, at the present state of each.
struct Others {
    alice: Cards,
    /// Cards that can be laid: how many rows further on they lead, and whether
    /// they are Alice's. Suit by suit.
    jumps: [(usize, bool); 2 * MOST_SUITS],
    /// How many cards there are before those of each suit, and in all.
    count: [usize; MOST_SUITS],
    /// How many rows apart two tables are whose states of a suit differ by 1.
    stride: [usize; MOST_SUITS],
}

impl Others {
    fn new(deck: &Deck, alice: Cards) -> Others {
        let mut stride = [0; MOST_SUITS];
        let mut rows = 1;
        for stride in stride[..deck.suits() - 1].iter_mut().rev() {
            *stride = rows;
            rows *= deck.shape().states();
        }
        Others {
            alice,
            jumps: [(0, false); 2 * MOST_SUITS],
            count: [0; MOST_SUITS],
            stride,
        }
    }

    /// A suit has a new state; those before it are up to date.
    fn set(&mut self, deck: &Deck, suit: usize, state: usize) {
        let mut count = self.count[suit];
        for open in deck.shape().open(state) {
            let alices = self.alice.contains(deck.card_at(suit, open.rank));
            self.jumps[count] = (open.rise * self.stride[suit], alices);
            count += 1;
        }
        self.count[suit + 1] = count;
    }

    /// What the cards of all `suits` lead to; `rows` begins with the present
    /// one.
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
    low: Way,
    /// The next higher card, which raises it by `rise`.
    high: Way,
    rise: usize,
}

/// The states in which a card can be laid in this way, by whose it is.
#[derive(Clone, Copy, Default)]
struct Way {
    alice: u64,
    bob: u64,
}

impl LastSuit {
    fn new(deck: &Deck, alice: Cards) -> LastSuit {
        let shape = deck.shape();
        let (mut low, mut high) = (Way::default(), Way::default());
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

    /// What the tables of a row are worth, beginning with a guess.
    ///
    /// They depend on each other, but never in a circle: a table depends on
    /// those with more cards of the suit. So the equations have one solution,
    /// and whatever solves them is it; and each round settles at least the
    /// tables whose children were settled before, whatever the guess was.
    fn settle(&self, outer: Outer, guess: Won) -> Won {
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
