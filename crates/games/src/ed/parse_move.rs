//! The move parser.

use kibitz_game::{MoveClasses, Step};

use super::{Ed, Kept, Pair, Split};
use crate::spelling::{item, number, packed};

impl Ed {
    /// `1: 3>1+2`, with optional spaces and the parts in any order; `1: 3>1` is
    /// sufficient, since one part determines the other.
    pub(super) fn parse_move(self, p: &Vec<Pair>, text: &str) -> Option<Step<Vec<Pair>, Split>> {
        let text = packed(text);
        let (pair, rest) = text.split_once(':')?;
        let (kept, parts) = rest.split_once('>')?;
        let (place, pair) = item(p, pair)?;
        let keeps = kept_pile(*pair, kept)?;
        let (part, other) = match parts.split_once('+') {
            Some((part, other)) => (number(part)?, Some(number(other)?)),
            None => (number(parts)?, None),
        };
        let rest = keeps.of(*pair).checked_sub(part)?;
        let by = Split {
            pair: place,
            keeps,
            smaller: part.min(rest),
        };
        let is_intended = other.is_none_or(|other| other == rest);
        (is_intended && by.smaller > 0).then(|| Step::alternate(self.after(p, &by), by))
    }
}

/// The pile of a pair with this number of stones; of two equal piles the second
/// is marked, as in `3'`.
fn kept_pile(pair: Pair, word: &str) -> Option<Kept> {
    if let Some(second) = word.strip_suffix('\'') {
        let second = number(second)?;
        return ([pair.smaller, pair.larger] == [second; 2]).then_some(Kept::Larger);
    }
    let pile = number(word)?;
    Kept::BOTH.into_iter().find(|kept| kept.of(pair) == pile)
}
