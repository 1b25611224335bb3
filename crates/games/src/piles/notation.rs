//! `1 1 1/2 1 1/3 1 2 2 1`: piles from bottom to top.

use kibitz_game::{Notation, Places, Step, TextError, View, parse_count, words};

use super::view::picture;
use super::{Pile, Piles, Take};

impl Notation for Piles {
    fn write(&self, p: &Vec<Pile>) -> String {
        p.iter().map(write_pile).collect::<Vec<_>>().join("/")
    }

    fn parse(&self, text: &str) -> Result<Vec<Pile>, TextError> {
        if text.trim().is_empty() {
            return Ok(Vec::new());
        }
        let mut offset = 0;
        let mut piles = Vec::new();
        for part in text.split('/') {
            piles.push(parse_pile(part).map_err(|e| e.shifted(offset))?);
            offset += part.len() + 1;
        }
        Ok(piles)
    }

    /// `3: 1+2`: discard one card of pile 3 and take two.
    fn write_move(&self, _: &Vec<Pile>, by: &Take) -> String {
        format!("{}: {}+{}", by.pile, by.discard, by.remove)
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some("e.g. 3: 1+2 (discard one card of pile 3 and take two), short 3: 1")
    }

    fn read_step(&self, p: &Vec<Pile>, text: &str) -> Option<Step<Vec<Pile>, Take>> {
        self.parse_move(p, text)
    }

    fn places(&self, _: &Vec<Pile>, by: &Take) -> Option<Places> {
        let count = by.discard + by.remove;
        Some(Places::take(by.pile.to_string(), Some(count as u64)))
    }

    fn view(&self, p: &Vec<Pile>) -> View {
        picture(p)
    }
}

/// The cards of a pile, or `-` if it is empty.
pub(super) fn write_pile(pile: &Pile) -> String {
    if pile.is_empty() {
        return "-".to_owned();
    }
    let cards: Vec<String> = pile.iter().map(u64::to_string).collect();
    cards.join(" ")
}

fn parse_pile(text: &str) -> Result<Pile, TextError> {
    if text.trim() == "-" {
        return Ok(Pile::new());
    }
    let card =
        |(at, word): (std::ops::Range<usize>, &str)| match parse_count(word, at.clone(), "a card")?
        {
            0 => Err(TextError::new(at, "expected a card from 1, found `0`")),
            card => Ok(card),
        };
    words(text).map(card).collect()
}
