//! Notation of positions: `C:7-J D:- S:9-9 H:- Alice`.

use std::ops::Range;

use kibitz_game::{Findings, Notation, PASS, Reason, Step, TextError, View, words};

use super::deck::MAX_SUITS;
use super::shape::Run;
use super::{Deck, Move, Nine, Player, Position};

impl Notation for Nine {
    fn write(&self, p: &Position) -> String {
        let deck = self.deck();
        let mut words: Vec<String> = (0..deck.suits())
            .map(|suit| write_suit(deck, suit, usize::from(p.table[suit])))
            .collect();
        words.push(p.mover.name().to_owned());
        words.join(" ")
    }

    fn parse(&self, text: &str) -> Result<Position, TextError> {
        let mut reading = Reading::new(self.deck());
        for (at, word) in words(text) {
            reading.word(word).map_err(|e| e.shifted(at.start))?;
        }
        let position = reading.finish(text)?;
        if self.laid(&position) == self.deck().cards() {
            let over = TextError::new(
                0..text.len(),
                "the table is full, but the game ends before that",
            );
            return Err(over.help("leave at least one card of some suit off the table"));
        }
        Ok(position)
    }

    fn write_move(&self, _: &Position, by: &Move) -> String {
        match *by {
            Move::Lay(card) => self.deck().name(card),
            Move::Pass => PASS.to_owned(),
        }
    }

    fn mover(&self, p: &Position) -> Option<&'static str> {
        Some(p.mover.name())
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some("e.g. 9S: the rank and the suit of a card")
    }

    fn read_step(&self, p: &Position, text: &str) -> Option<Step<Position, Move>> {
        self.parse_move(p, text)
    }

    fn view(&self, p: &Position) -> View {
        self.picture(p)
    }

    fn why(&self, p: &Position, found: &Findings<'_, Position, Move>) -> Option<Reason> {
        self.reason(p, found)
    }
}

/// `C:7-J`, or `C:-` if nothing is laid.
fn write_suit(deck: &Deck, suit: usize, state: usize) -> String {
    let shape = deck.shape();
    let name = deck.suit_name(suit);
    match shape.run(state) {
        None => format!("{name}:-"),
        Some(Run { below, above }) => {
            let low = deck.rank_name(shape.below - below);
            let high = deck.rank_name(shape.below + above);
            format!("{name}:{low}-{high}")
        }
    }
}

/// A partially parsed position.
struct Reading<'a> {
    deck: &'a Deck,
    states: [Option<u8>; MAX_SUITS],
    mover: Option<Player>,
}

impl<'a> Reading<'a> {
    fn new(deck: &'a Deck) -> Reading<'a> {
        Reading {
            deck,
            states: [None; MAX_SUITS],
            mover: None,
        }
    }

    /// Parses a word; error ranges are relative to its first byte.
    fn word(&mut self, word: &str) -> Result<(), TextError> {
        let all = 0..word.len();
        let Some((name, range)) = word.split_once(':') else {
            return self.player(all, word);
        };
        let suit = self.suit(name)?;
        let state = self.state(range).map_err(|e| e.shifted(name.len() + 1))?;
        match self.states[suit].replace(state) {
            None => Ok(()),
            Some(_) => Err(TextError::new(all, format!("duplicate suit `{name}`"))),
        }
    }

    fn player(&mut self, at: Range<usize>, word: &str) -> Result<(), TextError> {
        let Some(player) = Player::BOTH.into_iter().find(|p| p.name() == word) else {
            let message = format!("expected a suit, e.g. `{}`, or a player", self.example());
            let error = TextError::new(at, format!("{message}, found `{word}`"));
            return Err(error.help("the players are `Alice` and `Bob`"));
        };
        match self.mover.replace(player) {
            None => Ok(()),
            Some(_) => Err(TextError::new(at, "duplicate player to move")),
        }
    }

    fn suit(&self, name: &str) -> Result<usize, TextError> {
        let letters = self.deck.suit_letters();
        let found = letters.iter().position(|&s| name.as_bytes() == [s]);
        found.ok_or_else(|| {
            let error = TextError::new(0..name.len(), format!("unknown suit `{name}`"));
            let names: Vec<_> = (0..letters.len())
                .map(|suit| self.deck.suit_name(suit).to_string())
                .collect();
            error.help(format!("the suits are {}", names.join(", ")))
        })
    }

    /// Parses `-` or a range such as `7-J` into the number of a suit's state.
    fn state(&self, range: &str) -> Result<u8, TextError> {
        let shape = self.deck.shape();
        if range == "-" {
            return Ok(shape.state(None) as u8);
        }
        let Some((low, high)) = range.split_once('-') else {
            let message = format!("expected `-` or a range, found `{range}`");
            let error = TextError::new(0..range.len(), message);
            let example = self.example();
            return Err(error.help(format!(
                "write the lowest and the highest card, e.g. `{example}`, or `-` for none"
            )));
        };
        let low_rank = self.rank(low)?;
        let high_rank = self
            .rank(high)
            .map_err(|e| e.shifted(range.len() - high.len()))?;
        let opening = shape.below;
        if low_rank > opening || high_rank < opening {
            let name = self.deck.rank_name(opening);
            let message = format!("`{range}` does not contain the opening rank `{name}`");
            return Err(TextError::new(0..range.len(), message));
        }
        let run = Run {
            below: opening - low_rank,
            above: high_rank - opening,
        };
        Ok(shape.state(Some(run)) as u8)
    }

    fn rank(&self, name: &str) -> Result<usize, TextError> {
        let letters = self.deck.rank_letters();
        let found = letters.iter().position(|&r| name.as_bytes() == [r]);
        found.ok_or_else(|| {
            let error = TextError::new(0..name.len(), format!("unknown rank `{name}`"));
            let names: String = letters.iter().copied().map(char::from).collect();
            error.help(format!("the ranks are {names}, from the lowest"))
        })
    }

    /// The position, if it is complete.
    fn finish(self, text: &str) -> Result<Position, TextError> {
        let end = text.len()..text.len();
        let mut table = [0; MAX_SUITS];
        let suits = 0..self.deck.suits();
        for ((suit, place), state) in suits.zip(&mut table).zip(self.states) {
            let name = self.deck.suit_name(suit);
            *place = state.ok_or_else(|| {
                let error = TextError::new(end.clone(), format!("suit `{name}` is missing"));
                error.help(format!("write `{name}:-` if none of its cards is laid"))
            })?;
        }
        let mover = self.mover.ok_or_else(|| {
            let error = TextError::new(end, "the player to move is missing");
            error.help("write `Alice` or `Bob` after the suits")
        })?;
        Ok(Position { table, mover })
    }

    /// A suit with its opening card on the table.
    fn example(&self) -> String {
        let opened = Run { below: 0, above: 0 };
        write_suit(self.deck, 0, self.deck.shape().state(Some(opened)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nine::Cards;

    fn nine() -> Nine {
        Nine::new(Deck::default(), Cards::first(18))
    }

    fn rejected(text: &str) -> (Range<usize>, String) {
        let error = nine().parse(text).unwrap_err();
        (error.at, error.message)
    }

    #[test]
    fn suits_are_accepted_in_any_order() {
        let usual = nine().parse("C:7-J D:- S:9-9 H:- Alice").unwrap();
        assert_eq!(nine().write(&usual), "C:7-J D:- S:9-9 H:- Alice");
        let other = nine().parse("  Alice H:-  S:9-9 C:7-J D:- ").unwrap();
        assert_eq!(other, usual);
    }

    #[test]
    fn errors_name_the_range() {
        for (text, at, message) in [
            (
                "C:7-J X:- S:9-9 H:- Bob",
                6..7,
                "unknown suit `X`".to_owned(),
            ),
            (
                "C:7-Y D:- S:9-9 H:- Bob",
                4..5,
                "unknown rank `Y`".to_owned(),
            ),
            (
                "C:5-J D:- S:9-9 H:- Bob",
                2..3,
                "unknown rank `5`".to_owned(),
            ),
            (
                "C:- D:T-Q S:- H:- Bob",
                6..9,
                "`T-Q` does not contain the opening rank `9`".to_owned(),
            ),
            (
                "C:J-7 D:- S:- H:- Bob",
                2..5,
                "`J-7` does not contain the opening rank `9`".to_owned(),
            ),
            (
                "C:9 D:- S:- H:- Bob",
                2..3,
                "expected `-` or a range, found `9`".to_owned(),
            ),
            (
                "C:- D:- C:- H:- Bob",
                8..11,
                "duplicate suit `C`".to_owned(),
            ),
            ("C:- D:- H:- Bob", 15..15, "suit `S` is missing".to_owned()),
            (
                "C:- D:- S:- H:-",
                15..15,
                "the player to move is missing".to_owned(),
            ),
            (
                "C:- D:- S:- H:- Bob Bob",
                20..23,
                "duplicate player to move".to_owned(),
            ),
            (
                "C:- D:- S:- H:- bob",
                16..19,
                "expected a suit, e.g. `C:9-9`, or a player, found `bob`".to_owned(),
            ),
            (
                "C:6-A D:6-A S:6-A H:6-A Bob",
                0..27,
                "the table is full, but the game ends before that".to_owned(),
            ),
        ] {
            assert_eq!(rejected(text), (at, message), "{text}");
        }
        assert_eq!(rejected("").1, "suit `C` is missing");
    }
}
