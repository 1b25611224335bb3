//! The move parser.

use kibitz_game::{MoveClasses, Step};

use super::{Euclid, Pair, Subtract};
use crate::spelling::{number, packed};

impl Euclid {
    /// `34-24=10`, with optional spaces; `-24` is sufficient, since it
    /// determines the rest.
    pub(super) fn parse_move(self, p: &Pair, text: &str) -> Option<Step<Pair, Subtract>> {
        let text = packed(text);
        let (difference, left) = match text.split_once('=') {
            Some((difference, left)) => (difference, Some(number(left)?)),
            None => (text.as_str(), None),
        };
        let (from, taken) = difference.split_once('-')?;
        let taken = number(taken)?;
        let times = taken.checked_div(p.smaller)?;
        let is_legal = (1..=p.times()).contains(&times) && times * p.smaller == taken;
        let is_intended = (from.is_empty() || number(from) == Some(p.larger))
            && left.is_none_or(|left| left + taken == p.larger);
        let by = Subtract { times };
        (is_legal && is_intended).then(|| Step::alternate(self.after(p, &by), by))
    }
}
