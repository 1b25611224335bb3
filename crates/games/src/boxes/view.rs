//! The boxes as a picture, and a move from its words.

use kibitz_game::{Grouped, Pile, Stack, Step, View, parse_count};

use super::{Boxes, Counts, Transfer};

/// A pile of counters for each box.
pub(super) fn picture(p: &Counts) -> View {
    let pile = |(count, number): (&u64, usize)| Pile {
        name: number.to_string(),
        stack: Stack::Count(*count),
    };
    View::Piles {
        what: "box".to_owned(),
        piles: p.iter().zip(1..).map(pile).collect(),
    }
}

impl Boxes {
    /// `5>4 x2`, with spaces anywhere; `5>4` moves one card.
    pub(super) fn spelled(&self, p: &Counts, text: &str) -> Option<Step<Counts, Transfer>> {
        let text: String = text.split_whitespace().collect();
        let text = text.to_lowercase();
        let (from, rest) = text.split_once('>')?;
        let (to, cards) = rest.split_once('x').unwrap_or((rest, "1"));
        let number = |word: &str| parse_count(word, 0..word.len(), "a number").ok();
        let by = Transfer {
            from: number(from)? as usize,
            to: number(to)? as usize,
            cards: number(cards)?,
        };
        let held = *p.get(by.from.checked_sub(1)?)?;
        let is_legal = (1..=held).contains(&by.cards)
            && self
                .transfers()
                .targets(by.from, p.len())
                .any(|to| to == by.to);
        is_legal.then(|| Step::pass(self.after(p, &by), by))
    }
}
