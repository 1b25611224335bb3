//! The hands as text: `Alice's cards/Bob's cards`.

use kibitz_game::{TextError, words};

use super::{Card, Cards, Deck};

impl Deck {
    /// Parses a deal; returns Alice's cards, the others being Bob's.
    ///
    /// # Errors
    ///
    /// Returns an error if a word is not a card, or if a card is not dealt
    /// exactly once.
    pub fn parse_deal(&self, text: &str) -> Result<Cards, TextError> {
        let Some((alice, bob)) = text.split_once('/') else {
            let missing =
                TextError::new(text.len()..text.len(), "expected `/` between the two hands");
            return Err(missing.help("write Alice's cards, `/`, then Bob's cards"));
        };
        let hand = self.parse_cards(alice, 0, Cards::NONE)?;
        let dealt = self.parse_cards(bob, alice.len() + 1, hand)?;
        let left = self.cards() - dealt;
        match left.iter().next() {
            None => Ok(hand),
            Some(card) => Err(TextError::new(0..text.len(), self.not_dealt(card, left))),
        }
    }

    /// Writes a deal in the order of the deck.
    #[must_use]
    pub fn write_deal(&self, alice: Cards) -> String {
        let bob = self.cards() - alice;
        format!("{}/{}", self.write_cards(alice), self.write_cards(bob))
    }

    fn write_cards(&self, cards: Cards) -> String {
        let names: Vec<_> = cards.iter().map(|card| self.name(card)).collect();
        names.join(" ")
    }

    /// Adds the cards of `text`, which starts at byte `offset`, to `dealt`.
    fn parse_cards(&self, text: &str, offset: usize, dealt: Cards) -> Result<Cards, TextError> {
        let mut all = dealt;
        for (at, word) in words(text) {
            let at = at.start + offset..at.end + offset;
            let Some(card) = self.card(word.as_bytes()) else {
                return Err(self.no_card(word).shifted(at.start));
            };
            if all.contains(card) {
                return Err(TextError::new(at, format!("`{word}` is dealt twice")));
            }
            all = all.with(card);
        }
        Ok(all)
    }

    /// The error for a `word` that is not a card, at its first byte.
    fn no_card(&self, word: &str) -> TextError {
        let message = format!("expected {}, found `{word}`", self.card_syntax());
        let error = TextError::new(0..word.len(), message);
        match self.intended(word.as_bytes()) {
            Some(card) => error.help(format!("perhaps `{}`", self.name(card))),
            None => error,
        }
    }

    fn not_dealt(&self, first: Card, left: Cards) -> String {
        match left.len() {
            1 => format!("`{}` is not dealt", self.name(first)),
            n => format!("`{}` and {} more are not dealt", self.name(first), n - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deal_text_round_trips() {
        let deck = Deck::new("AB", "123", "2").unwrap();
        for bits in 0..1 << deck.len() {
            let hand = Cards::from_bits(bits);
            assert_eq!(deck.parse_deal(&deck.write_deal(hand)), Ok(hand));
        }
    }

    #[test]
    fn errors_name_the_card_and_its_range() {
        let deck = Deck::new("CD", "89T", "9").unwrap();
        let rejected = |text: &str| {
            let error = deck.parse_deal(text).unwrap_err();
            (error.at, error.message, error.help)
        };
        let (at, message, help) = rejected("8C 9C TC/8D 9d TD");
        assert_eq!(at, 12..14);
        assert_eq!(
            message,
            "expected a card: a rank of 89T, then a suit of CD, found `9d`"
        );
        assert_eq!(help.as_deref(), Some("perhaps `9D`"));
        let (at, message, _) = rejected("8C 9C TC/8D 9C TD");
        assert_eq!((at, message.as_str()), (12..14, "`9C` is dealt twice"));
        let (at, message, _) = rejected("8C TC/8D 9D TD");
        assert_eq!((at, message.as_str()), (0..14, "`9C` is not dealt"));
        let (_, message, _) = rejected("8C/8D 9D TD");
        assert_eq!(message, "`9C` and 1 more are not dealt");
        let (at, message, _) = rejected("8C 9C TC 8D 9D TD");
        assert_eq!(
            (at, message.as_str()),
            (17..17, "expected `/` between the two hands")
        );
        let (at, _, _) = rejected("8C 9C/TC/8D 9D TD");
        assert_eq!(at, 6..11);
    }
}
