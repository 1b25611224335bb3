//! Bit-parallel backward induction: the winners of 256 deals in one pass.
//!
//! The deals differ only in the hands; the tables and the transitions between
//! them are the same for all. So one sweep over the tables, from the full one
//! to the empty one, solves 256 deals: for each deal two bits state whether
//! Alice wins there if she is to move, and if Bob is.
//!
//! **The test for an empty hand is unnecessary.** Continue play after a player
//! is out until the table is full, and let the player to move on the full table
//! be the winner: the winner does not change. For let Bob be out and Alice hold
//! n > 0 cards. *Claim:* Bob wins, with either player to move. If n = 1, Alice
//! lays her card (possible, since nothing else is missing) and Bob is to move
//! on the full table. If n > 1, every card that she lays leaves Bob out and her
//! with n − 1 cards, and she has one to lay while the table is not full. If Bob
//! is to move, he passes, and she is. The same holds with the names exchanged.
//!
//! **Memory.** The first suit's state changes slowest: the tables with the same
//! state of it are a *layer*. A card raises the state by 1 or by (ranks below
//! the opening) + 1, so only that many layers and the current one are live;
//! they are kept in a ring buffer.

mod deal_mask;
mod level;
mod row;
mod suits;
mod sweep;

use kibitz_game::{RunContext, StopReason};

use self::deal_mask::{DealMask, Held, LANES, Won};
use self::level::Level;
use self::row::NOT_YET;
use self::suits::Suit;
use self::sweep::Layer;
use super::{Cards, Deck};

/// Solves 256 deals of a deck at a time; the memory is reused for the next
/// ones.
#[derive(Debug)]
pub struct Bulk {
    deck: Deck,
    /// Ring buffer: the layer of state x is at x modulo their number.
    layers: Vec<Vec<Won>>,
    level: Level,
}

impl Bulk {
    /// Deals solved in one pass.
    pub const LANES: usize = LANES;

    /// Allocates [`bytes`](Bulk::bytes) bytes for deals of `deck`.
    #[must_use]
    pub fn new(deck: &Deck) -> Bulk {
        Bulk::at_level(deck, Level::detect())
    }

    fn at_level(deck: &Deck, level: Level) -> Bulk {
        let tables = Bulk::layer_tables(deck) as usize;
        Bulk {
            deck: deck.clone(),
            layers: vec![vec![NOT_YET; tables]; Bulk::ring(deck)],
            level,
        }
    }

    /// The memory needed for a deck; may exceed that of any machine.
    #[must_use]
    pub fn bytes(deck: &Deck) -> u64 {
        let table = size_of::<Won>() as u64;
        table * Bulk::layer_tables(deck) * Bulk::ring(deck) as u64
    }

    /// The number of tables with a fixed state of the first suit.
    fn layer_tables(deck: &Deck) -> u64 {
        let states = deck.shape().states() as u64;
        match deck.suits() {
            1 => states,
            suits => states.pow(suits as u32 - 1),
        }
    }

    /// The number of live layers.
    fn ring(deck: &Deck) -> usize {
        match deck.suits() {
            1 => 1,
            _ => deck.shape().below + 2,
        }
    }

    /// For each deal, given by Alice's cards, whether Alice wins when she moves
    /// first.
    ///
    /// # Errors
    ///
    /// Returns the reason if `context` stops the run; `wins` is then
    /// unspecified.
    ///
    /// # Panics
    ///
    /// Panics if `wins` and `deals` differ in length.
    pub fn solve(
        &mut self,
        deals: &[Cards],
        wins: &mut [bool],
        context: &RunContext,
    ) -> Result<(), StopReason> {
        assert_eq!(deals.len(), wins.len(), "one result per deal");
        for (deals, wins) in deals.chunks(LANES).zip(wins.chunks_mut(LANES)) {
            let won = self.pass(deals, context)?.0;
            for (deal, win) in wins.iter_mut().enumerate() {
                *win = won[deal / 64] >> (deal % 64) & 1 == 1;
            }
        }
        Ok(())
    }

    /// One pass: the deals that Alice wins when she moves first.
    fn pass(&mut self, deals: &[Cards], context: &RunContext) -> Result<DealMask, StopReason> {
        let suits = suits::slice(&self.deck, deals);
        let (last, others) = suits.split_last().expect("a deck has suits");
        match others.split_first() {
            None => self.fill_layer(0, None, &[], last),
            Some((first, middle)) => {
                for state in (0..self.deck.shape().states()).rev() {
                    context.check()?;
                    self.fill_layer(state, Some(first), middle, last);
                }
            }
        }
        Ok(self.layers[0][0].alice_moves)
    }

    /// Fills the layer of a state of the first suit, if the deck has more than
    /// one suit.
    fn fill_layer(&mut self, state: usize, first: Option<&Suit>, middle: &[Suit], last: &Suit) {
        let shape = self.deck.shape();
        let ring = self.layers.len();
        let mut tables = std::mem::take(&mut self.layers[state % ring]);
        let next: Vec<(&[Won], DealMask)> = first
            .into_iter()
            .flat_map(|suit| shape.open(state).map(move |open| (suit, open)))
            .map(|(suit, open)| {
                let layer = &self.layers[(state + open.rise) % ring];
                (layer.as_slice(), suit.holder(shape, state, open))
            })
            .collect();
        let layer = Layer {
            middle,
            last,
            next: &next,
            held: first.map_or(Held::NONE, |suit| suit.held[state]),
        };
        self.level.fill(shape, &layer, &mut tables);
        self.layers[state % ring] = tables;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Other tests run only the detected level; here both must agree.
    #[test]
    fn portable_and_detected_levels_agree() {
        let context = RunContext::new();
        let mut seed = 1u64;
        for deck in [
            Deck::default(),
            Deck::new("CDSH", "12345", "3").unwrap(),
            Deck::new("ABCDEF", "123", "2").unwrap(),
        ] {
            let deals: Vec<Cards> = (0..LANES)
                .map(|_| {
                    seed = seed.wrapping_mul(6364136223846793005).wrapping_add(99);
                    Cards::from_bits(seed ^ seed >> 29) & deck.cards()
                })
                .collect();
            let mut best = vec![false; LANES];
            let mut portable = best.clone();
            Bulk::new(&deck).solve(&deals, &mut best, &context).unwrap();
            Bulk::at_level(&deck, Level::Portable)
                .solve(&deals, &mut portable, &context)
                .unwrap();
            assert_eq!(best, portable);
        }
    }
}
