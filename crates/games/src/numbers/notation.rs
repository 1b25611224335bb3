//! `11111112/23333333`: the mover's cards, the opponent's cards.

use kibitz_game::{Notation, TextError, View, parse_count, words};

use super::{Add, Hands, Numbers, Pos};

impl Notation for Numbers {
    fn write(&self, p: &Pos) -> String {
        format!("{}/{}", self.write_hand(p.mine), self.write_hand(p.theirs))
    }

    fn parse(&self, text: &str) -> Result<Pos, TextError> {
        let help = format!(
            "write {}",
            self.write(&kibitz_game::CatalogueGame::default_position(self))
        );
        let Some((mine, theirs)) = text.split_once('/') else {
            let message = "expected two hands separated by `/`";
            return Err(TextError::new(0..text.len(), message).help(help));
        };
        let offset = mine.len() + 1;
        let p = Pos {
            mine: self.parse_hand(mine)?,
            theirs: self.parse_hand(theirs).map_err(|e| e.shifted(offset))?,
        };
        if p.mine == Hands::ZEROS && p.theirs == Hands::ZEROS {
            let message = "both hands are all zero, but the game ends with the first hand of zeros";
            return Err(TextError::new(0..text.len(), message));
        }
        Ok(p)
    }

    fn write_move(&self, _: &Pos, by: &Add) -> String {
        let sum = (u32::from(by.own) + u32::from(by.other)) % self.hands().modulus();
        format!("{}+{}={sum}", by.own, by.other)
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some("e.g. 1+2=3: your 1 becomes 3 by adding the opponent's 2")
    }

    fn view(&self, p: &Pos) -> View {
        self.picture(p)
    }
}

impl Numbers {
    /// Whether cards are single digits, written without spaces.
    fn single_digits(&self) -> bool {
        self.hands().modulus() <= 10
    }

    /// The cards of a hand, the smallest first.
    pub(super) fn write_hand(&self, hand: u16) -> String {
        let counts = self.hands().counts(hand).iter().enumerate();
        let cards: Vec<String> = counts
            .flat_map(|(value, n)| std::iter::repeat_n(value.to_string(), usize::from(*n)))
            .collect();
        cards.join(if self.single_digits() { "" } else { " " })
    }

    fn parse_hand(&self, text: &str) -> Result<u16, TextError> {
        let mut cards = Vec::new();
        for (at, word) in words(text) {
            if self.single_digits() {
                for (i, c) in word.char_indices() {
                    let place = at.start + i..at.start + i + c.len_utf8();
                    cards.push(self.parse_card(&word[i..i + c.len_utf8()], place)?);
                }
            } else {
                cards.push(self.parse_card(word, at)?);
            }
        }
        let due = self.hands().cards() as usize;
        if cards.len() != due {
            let message = format!("expected {due} cards, found {}", cards.len());
            return Err(TextError::new(0..text.len(), message));
        }
        Ok(self.hands().find(cards))
    }

    fn parse_card(&self, word: &str, at: std::ops::Range<usize>) -> Result<u8, TextError> {
        let largest = self.hands().modulus() - 1;
        match parse_count(word, at.clone(), "a card") {
            Ok(card) if card <= u64::from(largest) => Ok(card as u8),
            _ => Err(TextError::new(
                at,
                format!("expected a card from 0 to {largest}, found `{word}`"),
            )),
        }
    }
}
