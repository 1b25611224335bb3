//! View of the piles, and the move parser.

use kibitz_game::{MoveClasses, Pile as Shown, Stack, Step, View};

use super::{Pile, Piles, Take};
use crate::spelling::{item, number, packed};

/// Each pile with all its cards.
pub(super) fn picture(p: &[Pile]) -> View {
    let pile = |(cards, number): (&Pile, usize)| Shown {
        name: number.to_string(),
        stack: Stack::Cards(cards.clone()),
    };
    View::Piles {
        what: "pile".to_owned(),
        piles: p.iter().zip(1..).map(pile).collect(),
    }
}

impl Piles {
    /// `3: 1+2`, with optional spaces; `3: 1` is sufficient, since the discards
    /// determine the number of cards taken.
    pub(super) fn parse_move(self, p: &Vec<Pile>, text: &str) -> Option<Step<Vec<Pile>, Take>> {
        let text = packed(text);
        let count = |word: &str| usize::try_from(number(word)?).ok();
        let (pile, rest) = text.split_once(':')?;
        let (discard, remove) = match rest.split_once('+') {
            Some((discard, remove)) => (count(discard)?, Some(count(remove)?)),
            None => (count(rest)?, None),
        };
        let (pile, cards) = item(p, pile)?;
        let mut takes = self.takes(cards);
        let (_, removed, _) = takes.find(|(discards, _, _)| *discards == discard)?;
        let by = Take {
            pile,
            discard,
            remove: removed,
        };
        let is_intended = remove.is_none_or(|remove| remove == removed);
        is_intended.then(|| Step::alternate(self.after(p, &by), by))
    }
}
