//! The deck: suits, ranks, and the opening rank.

use std::ops::Range;

use kibitz_game::TextError;

use super::shape::{MAX_RANKS, MAX_STATES, Shape};
use super::{Card, Cards};

/// The maximum number of suits.
pub(super) const MAX_SUITS: usize = 8;

/// A deck of cards: every rank in every suit, once.
///
/// ```
/// use kibitz_games::nine::Deck;
///
/// let deck = Deck::default();
/// assert_eq!(deck.len(), 36);
/// assert_eq!(deck.card(b"9S").map(|card| deck.name(card)), Some("9S".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// A letter for each suit.
    suits: Vec<u8>,
    /// A letter or digit for each rank, from the lowest.
    ranks: Vec<u8>,
    shape: Shape,
    /// For each state of a suit the ranks that can be laid, as bits.
    open: [u16; MAX_STATES],
    /// For each state of a suit the ranks on the table, as bits.
    laid: [u16; MAX_STATES],
}

/// An invalid deck: the parameter and its error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{parameter}: {}", problem.message)]
pub struct DeckError {
    /// `suits`, `ranks` or `opening`.
    pub parameter: &'static str,
    /// The error, with its range in the value.
    pub problem: TextError,
}

impl Default for Deck {
    /// The contest's deck: 36 cards, opening with nines.
    fn default() -> Deck {
        let shape = Shape { below: 3, above: 5 };
        Deck::of_shape(b"CDSH".to_vec(), b"6789TJQKA".to_vec(), shape)
    }
}

impl Deck {
    /// A deck of these suits and ranks, the ranks from the lowest to the
    /// highest: 1 to 8 letters, 1 to 14 letters or digits, at most 64 cards.
    ///
    /// # Errors
    ///
    /// Returns an error if a value is invalid or the deck is too large.
    pub fn new(suits: &str, ranks: &str, opening: &str) -> Result<Deck, DeckError> {
        let suit_letters = distinct(suits, MAX_SUITS, u8::is_ascii_alphabetic, "a letter")
            .map_err(|problem| wrong("suits", problem))?;
        let either = "a letter or a digit";
        let rank_letters = distinct(ranks, MAX_RANKS, u8::is_ascii_alphanumeric, either)
            .map_err(|problem| wrong("ranks", problem))?;
        let cards = suit_letters.len() * rank_letters.len();
        if cards > Cards::MAX {
            let message = format!(
                "{} suits of {} ranks are {cards} cards; the maximum is {}",
                suit_letters.len(),
                rank_letters.len(),
                Cards::MAX
            );
            let problem = TextError::new(0..ranks.len(), message);
            return Err(wrong("ranks", problem));
        }
        let below = rank_letters.iter().position(|&r| opening.as_bytes() == [r]);
        let below = below.ok_or_else(|| {
            let message = format!("expected one of the ranks {ranks}, found `{opening}`");
            wrong("opening", TextError::new(0..opening.len(), message))
        })?;
        let above = rank_letters.len() - 1 - below;
        let shape = Shape { below, above };
        Ok(Deck::of_shape(suit_letters, rank_letters, shape))
    }

    fn of_shape(suits: Vec<u8>, ranks: Vec<u8>, shape: Shape) -> Deck {
        let (mut open, mut laid) = ([0; MAX_STATES], [0; MAX_STATES]);
        for state in 0..shape.states() {
            open[state] = shape.open(state).fold(0, |bits, o| bits | 1 << o.rank);
            laid[state] = shape.laid(state);
        }
        Deck {
            suits,
            ranks,
            shape,
            open,
            laid,
        }
    }

    /// The number of cards: 1 to 64.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a deck has cards")]
    pub fn len(&self) -> usize {
        self.suits.len() * self.ranks.len()
    }

    /// All cards.
    #[must_use]
    pub fn cards(&self) -> Cards {
        Cards::first(self.len())
    }

    /// The sizes of Alice's and Bob's hands in a contest: half the deck each,
    /// with the odd card to Alice.
    #[must_use]
    pub fn halves(&self) -> [usize; 2] {
        [self.len().div_ceil(2), self.len() / 2]
    }

    /// Alice's cards if the deck is dealt alternately, starting with Alice.
    #[must_use]
    pub fn dealt_in_turn(&self) -> Cards {
        let cards = self.cards().iter().step_by(2);
        cards.fold(Cards::NONE, Cards::with)
    }

    /// The card with this name: rank, then suit.
    #[must_use]
    pub fn card(&self, name: &[u8]) -> Option<Card> {
        let &[rank, suit] = name else { return None };
        let rank = self.ranks.iter().position(|&r| r == rank)?;
        let suit = self.suits.iter().position(|&s| s == suit)?;
        Some(self.card_at(suit, rank))
    }

    /// The name of a card.
    #[must_use]
    pub fn name(&self, card: Card) -> String {
        let (suit, rank) = self.place(card);
        format!("{}{}", self.rank_name(rank), self.suit_name(suit))
    }

    /// The syntax of a card, for errors.
    pub(super) fn card_syntax(&self) -> String {
        format!(
            "a card: a rank of {}, then a suit of {}",
            text(&self.ranks),
            text(&self.suits)
        )
    }

    /// The card probably meant by an invalid word: in lower case, with the suit
    /// first, or with a ten in digits.
    pub(super) fn intended(&self, word: &[u8]) -> Option<Card> {
        let word = word.to_ascii_uppercase();
        let turned: Vec<u8> = word.iter().rev().copied().collect();
        let ten = word.strip_prefix(b"10").map(|suit| [b"T", suit].concat());
        let mut spellings = [word, turned].into_iter().chain(ten);
        spellings.find_map(|spelling| self.card(&spelling))
    }

    pub(super) fn card_at(&self, suit: usize, rank: usize) -> Card {
        Card::new(suit * self.ranks.len() + rank)
    }

    /// The suit and the rank of a card.
    pub(super) fn place(&self, card: Card) -> (usize, usize) {
        let number = card.number();
        (number / self.ranks.len(), number % self.ranks.len())
    }

    pub(super) fn suit_name(&self, suit: usize) -> char {
        char::from(self.suits[suit])
    }

    pub(super) fn rank_name(&self, rank: usize) -> char {
        char::from(self.ranks[rank])
    }

    pub(super) fn suit_letters(&self) -> &[u8] {
        &self.suits
    }

    pub(super) fn rank_letters(&self) -> &[u8] {
        &self.ranks
    }

    pub(super) fn suits(&self) -> usize {
        self.suits.len()
    }

    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    /// The cards of a suit in a state that can be laid.
    pub(super) fn open_in(&self, suit: usize, state: usize) -> Cards {
        Cards::from_bits(u64::from(self.open[state]) << (suit * self.ranks.len()))
    }

    /// The cards of a suit in a state that are on the table.
    pub(super) fn laid_in(&self, suit: usize, state: usize) -> Cards {
        Cards::from_bits(u64::from(self.laid[state]) << (suit * self.ranks.len()))
    }
}

/// Between 1 and `max` distinct characters of one kind.
fn distinct(
    value: &str,
    max: usize,
    fits: fn(&u8) -> bool,
    kind: &str,
) -> Result<Vec<u8>, TextError> {
    let mut letters = Vec::new();
    for (start, c) in value.char_indices() {
        let at = start..start + c.len_utf8();
        match u8::try_from(c) {
            Ok(letter) if letters.contains(&letter) => {
                return Err(TextError::new(at, format!("duplicate `{c}`")));
            }
            Ok(letter) if fits(&letter) => letters.push(letter),
            _ => return Err(TextError::new(at, format!("expected {kind}, found `{c}`"))),
        }
    }
    let all: Range<usize> = 0..value.len();
    match letters.len() {
        0 => Err(TextError::new(all, "expected at least one character")),
        n if n > max => Err(TextError::new(
            all,
            format!("expected at most {max} characters, found {n}"),
        )),
        _ => Ok(letters),
    }
}

fn wrong(parameter: &'static str, problem: TextError) -> DeckError {
    DeckError { parameter, problem }
}

/// ASCII letters as text.
fn text(letters: &[u8]) -> String {
    letters.iter().copied().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_deck_equals_the_default_parameters() {
        let made = Deck::new("CDSH", "6789TJQKA", "9");
        assert_eq!(made, Ok(Deck::default()));
    }

    #[test]
    fn card_names_are_unique() {
        let deck = Deck::new("abCD", "A23456789TJQK", "7").unwrap();
        for card in deck.cards().iter() {
            assert_eq!(deck.card(deck.name(card).as_bytes()), Some(card));
        }
        assert_eq!(deck.cards().len(), 52);
        assert_eq!(deck.card(b"1C"), None);
        assert_eq!(deck.card(b"AC "), None);
    }

    #[test]
    fn invalid_deck_error_names_parameter_and_range() {
        let rejected = |suits, ranks, opening| {
            let error = Deck::new(suits, ranks, opening).unwrap_err();
            (error.parameter, error.problem.at)
        };
        assert_eq!(rejected("CDC", "67", "7"), ("suits", 2..3));
        assert_eq!(rejected("", "67", "7"), ("suits", 0..0));
        assert_eq!(rejected("C♠", "67", "7"), ("suits", 1..4));
        assert_eq!(rejected("ABCDEFGHI", "67", "7"), ("suits", 0..9));
        assert_eq!(rejected("CD", "6 7", "7"), ("ranks", 1..2));
        assert_eq!(rejected("ABCDEFGH", "123456789", "7"), ("ranks", 0..9));
        assert_eq!(rejected("CD", "67", "8"), ("opening", 0..1));
        assert_eq!(rejected("CD", "67", ""), ("opening", 0..0));
    }

    #[test]
    fn misspelled_cards_are_recognised() {
        let deck = Deck::default();
        for (slip, intended) in [("9s", "9S"), ("S9", "9S"), ("10h", "TH"), ("qd", "QD")] {
            assert_eq!(
                deck.intended(slip.as_bytes()),
                deck.card(intended.as_bytes())
            );
        }
        assert_eq!(deck.intended(b"5C"), None);
    }
}
