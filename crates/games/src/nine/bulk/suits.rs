//! 256 deals turned into one mask of deals for each card.

use super::lanes::{Held, LANES, Lanes};
use crate::nine::shape::{MOST_STATES, Open, Shape};
use crate::nine::{Cards, Deck};

/// One suit of 256 deals: who can lay what in each of its states.
#[derive(Clone, Debug)]
pub(super) struct Suit {
    /// The deals in which Alice holds the card that raises the state by 1:
    /// the next lower one, or the opening card.
    pub(super) low: [Lanes; MOST_STATES],
    /// The same for the next higher card.
    pub(super) high: [Lanes; MOST_STATES],
    /// Whether the players hold a card that can be laid.
    pub(super) held: [Held; MOST_STATES],
}

impl Suit {
    const EMPTY: Suit = Suit {
        low: [Lanes::NONE; MOST_STATES],
        high: [Lanes::NONE; MOST_STATES],
        held: [Held::NONE; MOST_STATES],
    };

    /// A suit whose card of each rank Alice holds in the deals of `holder`.
    fn new(shape: Shape, holder: impl Fn(usize) -> Lanes) -> Suit {
        let mut suit = Suit::EMPTY;
        for state in 0..shape.states() {
            for open in shape.open(state) {
                let place = if open.rank <= shape.below {
                    &mut suit.low
                } else {
                    &mut suit.high
                };
                place[state] = holder(open.rank);
                suit.held[state] = suit.held[state].and(Held::card(place[state]));
            }
        }
        suit
    }

    /// The deals in which Alice holds a card that can be laid in a state.
    #[inline(always)]
    pub(super) fn holder(&self, shape: Shape, state: usize, open: Open) -> Lanes {
        if open.rank <= shape.below {
            self.low[state]
        } else {
            self.high[state]
        }
    }
}

/// The suits of up to 256 deals, each given by Alice's cards. In lanes without
/// a deal Bob holds all cards.
pub(super) fn slice(deck: &Deck, deals: &[Cards]) -> Vec<Suit> {
    let holders = holders(deals);
    (0..deck.suits())
        .map(|suit| {
            Suit::new(deck.shape(), |rank| {
                holders[deck.card_at(suit, rank).number()]
            })
        })
        .collect()
}

/// For each card the deals in which Alice holds it.
fn holders(deals: &[Cards]) -> [Lanes; Cards::MOST] {
    debug_assert!(deals.len() <= LANES);
    let mut holders = [Lanes::NONE; Cards::MOST];
    for (word, deals) in deals.chunks(64).enumerate() {
        let mut square = [0; 64];
        for (row, deal) in square.iter_mut().zip(deals) {
            *row = deal.bits();
        }
        transpose(&mut square);
        for (holder, bits) in holders.iter_mut().zip(square) {
            holder.0[word] = bits;
        }
    }
    holders
}

/// Turns a square of 64 × 64 bits over its diagonal: swaps its off-diagonal
/// quarters, then those of each quarter, down to single bits.
fn transpose(square: &mut [u64; 64]) {
    let mut width = 32;
    let mut low_half = u64::MAX >> 32;
    while width > 0 {
        for row in (0..64).filter(|row| row & width == 0) {
            let swap = (square[row] >> width ^ square[row + width]) & low_half;
            square[row] ^= swap << width;
            square[row + width] ^= swap;
        }
        width /= 2;
        low_half ^= low_half << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_swaps_rows_and_columns() {
        let mut square = [0u64; 64];
        let mut seed = 1u64;
        for row in &mut square {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(99);
            *row = seed ^ seed >> 29;
        }
        let before = square;
        transpose(&mut square);
        for (y, row) in square.iter().enumerate() {
            for (x, column) in before.iter().enumerate() {
                assert_eq!(row >> x & 1, column >> y & 1);
            }
        }
    }
}
