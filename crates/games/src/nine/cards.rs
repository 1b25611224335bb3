//! Cards and sets of cards.

use std::ops::{BitAnd, BitOr, Sub};

/// A card of a [`Deck`](super::Deck), by its number: suit by suit in the deck's
/// order, each suit from its lowest rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(u8);

impl Card {
    /// The card of this number, which is below [`Cards::MAX`].
    pub(super) const fn new(number: usize) -> Card {
        debug_assert!(number < Cards::MAX);
        Card(number as u8)
    }

    /// The number in the deck, from 0.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize
    }
}

/// A set of cards of one deck: bit `n` is the card of number `n`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cards(u64);

impl Cards {
    /// No cards.
    pub const NONE: Cards = Cards(0);
    /// The maximum number of cards of a deck.
    pub const MAX: usize = u64::BITS as usize;

    /// The set with these bits.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Cards {
        Cards(bits)
    }

    /// One bit for each card.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The first `count` cards of a deck.
    pub(super) const fn first(count: usize) -> Cards {
        match count {
            0 => Cards::NONE,
            _ => Cards(u64::MAX >> (Cards::MAX - count)),
        }
    }

    /// The number of cards.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is in the set.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// The set with one card added.
    #[must_use]
    pub const fn with(self, card: Card) -> Cards {
        Cards(self.0 | 1 << card.0)
    }

    /// The cards in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let number = left.trailing_zeros();
            left &= left.checked_sub(1)?;
            Some(Card(number as u8))
        })
    }
}

impl BitAnd for Cards {
    type Output = Cards;

    fn bitand(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }
}

impl BitOr for Cards {
    type Output = Cards;

    fn bitor(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }
}

impl Sub for Cards {
    type Output = Cards;

    /// The set difference.
    fn sub(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iter_yields_cards_in_order() {
        let set = Cards::from_bits(1 << 63 | 1 << 5 | 1);
        let numbers: Vec<_> = set.iter().map(Card::number).collect();
        assert_eq!(numbers, [0, 5, 63]);
        assert_eq!(set.len(), 3);
        assert_eq!(Cards::NONE.iter().count(), 0);
    }

    #[test]
    fn first_cards_are_the_low_bits() {
        assert_eq!(Cards::first(0), Cards::NONE);
        assert_eq!(Cards::first(36).bits(), (1 << 36) - 1);
        assert_eq!(Cards::first(64).bits(), u64::MAX);
    }
}
