//! The move parser.

use kibitz_game::{MoveClasses, Step};

use super::{Heaps, Nim, Take};
use crate::spelling::{item, number, packed};

impl Nim {
    /// `2: -4` or `2: 4`, with optional spaces.
    pub(super) fn parse_move(&self, p: &Heaps, text: &str) -> Option<Step<Heaps, Take>> {
        let text = packed(text);
        let (heap, rest) = text.split_once(':')?;
        let (heap, held) = item(p, heap)?;
        let matches = number(rest.strip_prefix('-').unwrap_or(rest))?;
        let by = Take { heap, matches };
        (1..=*held)
            .contains(&matches)
            .then(|| Step::alternate(self.after(p, &by), by))
    }
}
