//! Transposes 256 deals into one mask of deals per card.

use super::deal_mask::{DealMask, Held, LANES};
use crate::nine::shape::{MAX_STATES, Open, Shape};
use crate::nine::{Cards, Deck};

/// One suit of 256 deals: the holders of the open cards in each of its states.
#[derive(Clone, Debug)]
pub(super) struct Suit {
    /// The deals in which Alice holds the card that raises the state by 1: the
    /// next lower one, or the opening card.
    pub(super) low: [DealMask; MAX_STATES],
    /// The same for the next higher card.
    pub(super) high: [DealMask; MAX_STATES],
    /// Whether the players hold an open card.
    pub(super) held: [Held; MAX_STATES],
}

impl Suit {
    const EMPTY: Suit = Suit {
        low: [DealMask::NONE; MAX_STATES],
        high: [DealMask::NONE; MAX_STATES],
        held: [Held::NONE; MAX_STATES],
    };

    /// A suit whose card of each rank is Alice's in the deals of `holder`.
    fn new(shape: Shape, holder: impl Fn(usize) -> DealMask) -> Suit {
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

    /// The deals in which Alice holds an open card of a state.
    #[inline(always)]
    pub(super) fn holder(&self, shape: Shape, state: usize, open: Open) -> DealMask {
        if open.rank <= shape.below {
            self.low[state]
        } else {
            self.high[state]
        }
    }
}

/// The suits of up to 256 deals, each given by Alice's cards. In unused lanes
/// Bob holds all cards.
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
fn holders(deals: &[Cards]) -> [DealMask; Cards::MAX] {
    debug_assert!(deals.len() <= LANES);
    let mut holders = [DealMask::NONE; Cards::MAX];
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

/// Transposes a 64 × 64 bit matrix: swaps its off-diagonal quarters, then those
/// of each quarter, down to single bits.
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
    fn transpose_swaps_rows_and_columns() {
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
