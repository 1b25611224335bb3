//! `1 3 3 2 2 1 2`: the counts of boxes 1…n.

use kibitz_game::{Findings, Notation, Places, Reason, Step, TextError, View, parse_count, words};

use super::{Boxes, Counts, Transfer};
use crate::picture::numbered;

impl Notation for Boxes {
    fn write(&self, p: &Counts) -> String {
        let counts: Vec<String> = p.iter().map(u64::to_string).collect();
        counts.join(" ")
    }

    fn parse(&self, text: &str) -> Result<Counts, TextError> {
        let mut counts = Counts::new();
        let mut total = 0u64;
        for (at, word) in words(text) {
            let cards = parse_count(word, at.clone(), "the number of cards in a box")?;
            total = total.saturating_add(cards);
            if total > i64::MAX as u64 {
                let message = format!("more than {} cards in all", i64::MAX);
                return Err(TextError::new(at, message));
            }
            counts.push(cards);
        }
        if let Some(due) = self.transfers().largest().filter(|due| counts.len() < *due) {
            let message = format!(
                "expected at least {due} boxes, because `moves` names box {due}; found {}",
                counts.len()
            );
            return Err(TextError::new(0..text.len(), message));
        }
        Ok(counts)
    }

    /// `5>4 x2`: two cards from box 5 to box 4.
    fn write_move(&self, _: &Counts, by: &Transfer) -> String {
        format!("{}>{} x{}", by.from, by.to, by.cards)
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some("e.g. 5>4 x2: two cards from box 5 to box 4")
    }

    fn read_step(&self, p: &Counts, text: &str) -> Option<Step<Counts, Transfer>> {
        self.parse_move(p, text)
    }

    fn places(&self, _: &Counts, by: &Transfer) -> Option<Places> {
        let step = Places::step(by.from.to_string(), by.to.to_string());
        Some(Places {
            count: Some(by.cards),
            ..step
        })
    }

    fn view(&self, p: &Counts) -> View {
        numbered("box", p)
    }

    fn why(&self, p: &Counts, _: &Findings<'_, Counts, Transfer>) -> Option<Reason> {
        self.reason(p)
    }
}
