//! Who wins, for 256 deals at a time.
//!
//! The deals differ only in who holds which card; the tables and the moves
//! between them are the same for all. So one pass over the tables, from the
//! full one to the empty one, answers 256 deals: for each deal two bits say
//! whether Alice wins there if she is to move, and if Bob is.
//!
//! **Nobody needs to look whether a player is out of cards.** Play on after a
//! player is out, until the table is full, and say that the player to move on
//! the full table has won: the winner stays the same. For let Bob be out and
//! Alice hold n > 0 cards. *Claim:* whoever moves, Bob wins. If n = 1, Alice
//! lays her card (it can be laid: nothing else is missing) and Bob is to move
//! on the full table. If n > 1, every card that she lays leaves Bob out and
//! her with n − 1 cards, and she has one to lay as long as the table is not
//! full. Where Bob is to move, he passes, and she is. The same holds with
//! names exchanged.
//!
//! **Memory.** The first suit's state is the slowest to change: the tables
//! with the same state of it are a *layer*. A card raises the state by 1 or
//! by (ranks below the opening) + 1, so only that many layers and the one
//! being filled are alive, and they take turns in a ring.

mod lanes;
mod level;
mod row;
mod suits;
mod sweep;

use kibitz_game::{Stop, Watch};

use self::lanes::{Held, LANES, Lanes, Won};
use self::level::Level;
use self::row::NOT_YET;
use self::suits::Suit;
use self::sweep::Layer;
use super::{Cards, Deck};

/// Solves 256 deals of a deck at a time, with memory of its own that it uses
/// again for the next.
#[derive(Debug)]
pub struct Bulk {
    deck: Deck,
    /// A ring: the layer of state x is at x modulo their number.
    layers: Vec<Vec<Won>>,
    level: Level,
}

impl Bulk {
    /// Deals solved in one pass.
    pub const LANES: usize = LANES;

    /// Makes room for deals of `deck`: [`bytes`](Bulk::bytes) of it.
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

    /// The memory that this takes for a deck, which can be more than any
    /// machine has.
    #[must_use]
    pub fn bytes(deck: &Deck) -> u64 {
        let table = size_of::<Won>() as u64;
        table * Bulk::layer_tables(deck) * Bulk::ring(deck) as u64
    }

    /// Tables that differ in suits other than the first.
    fn layer_tables(deck: &Deck) -> u64 {
        let states = deck.shape().states() as u64;
        match deck.suits() {
            1 => states,
            suits => states.pow(suits as u32 - 1),
        }
    }

    /// Layers that are alive at a time.
    fn ring(deck: &Deck) -> usize {
        match deck.suits() {
            1 => 1,
            _ => deck.shape().below + 2,
        }
    }

    /// For each deal, given by Alice's cards, whether Alice wins when she
    /// moves first.
    ///
    /// # Errors
    /// Where `watch` says so; `wins` is then of no use.
    ///
    /// # Panics
    /// Where `wins` is not as long as `deals`.
    pub fn solve(&mut self, deals: &[Cards], wins: &mut [bool], watch: &Watch) -> Result<(), Stop> {
        assert_eq!(deals.len(), wins.len(), "one answer for each deal");
        for (deals, wins) in deals.chunks(LANES).zip(wins.chunks_mut(LANES)) {
            let won = self.pass(deals, watch)?.0;
            for (deal, win) in wins.iter_mut().enumerate() {
                *win = won[deal / 64] >> (deal % 64) & 1 == 1;
            }
        }
        Ok(())
    }

    /// One pass: the deals that Alice wins when she moves first.
    fn pass(&mut self, deals: &[Cards], watch: &Watch) -> Result<Lanes, Stop> {
        let suits = suits::slice(&self.deck, deals);
        let (last, others) = suits.split_last().expect("a deck has suits");
        match others.split_first() {
            None => self.fill_layer(0, None, &[], last),
            Some((first, middle)) => {
                for state in (0..self.deck.shape().states()).rev() {
                    watch.check()?;
                    self.fill_layer(state, Some(first), middle, last);
                }
            }
        }
        Ok(self.layers[0][0].alice_moves)
    }

    /// Fills the layer of a state of the first suit, if there is one before
    /// the last.
    fn fill_layer(&mut self, state: usize, first: Option<&Suit>, middle: &[Suit], last: &Suit) {
        let shape = self.deck.shape();
        let ring = self.layers.len();
        let mut tables = std::mem::take(&mut self.layers[state % ring]);
        let next: Vec<(&[Won], Lanes)> = first
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

    /// Elsewhere the level is what the processor has: here both are the same.
    #[test]
    fn every_level_gives_the_same_answers() {
        let watch = Watch::new();
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
            Bulk::new(&deck).solve(&deals, &mut best, &watch).unwrap();
            Bulk::at_level(&deck, Level::Portable)
                .solve(&deals, &mut portable, &watch)
                .unwrap();
            assert_eq!(best, portable);
        }
    }
}
