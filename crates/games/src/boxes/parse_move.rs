//! The move parser.

use kibitz_game::{MoveClasses, Step};

use super::{Boxes, Counts, Transfer};
use crate::spelling::{item, number, packed};

impl Boxes {
    /// `5>4 x2`, with optional spaces; `5>4` moves one card.
    pub(super) fn parse_move(&self, p: &Counts, text: &str) -> Option<Step<Counts, Transfer>> {
        let text = packed(text).to_lowercase();
        let (from, rest) = text.split_once('>')?;
        let (to, cards) = rest.split_once('x').unwrap_or((rest, "1"));
        let (from, held) = item(p, from)?;
        let by = Transfer {
            from,
            to: item(p, to)?.0,
            cards: number(cards)?,
        };
        let is_legal = (1..=*held).contains(&by.cards)
            && self
                .transfers()
                .targets(by.from, p.len())
                .any(|to| to == by.to);
        is_legal.then(|| Step::alternate(self.after(p, &by), by))
    }
}
