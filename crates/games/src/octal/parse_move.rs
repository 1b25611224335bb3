//! The move parser.

use kibitz_game::{MoveClasses, Step};

use super::{HeapMove, Heaps, Left, Octal};
use crate::spelling::{item, number, packed};

impl Octal {
    /// `2: 8>3+4`, with optional spaces and the remaining heaps in any order;
    /// `8>3+4` is sufficient, because equal heaps are interchangeable.
    pub(super) fn parse_move(&self, p: &Heaps, text: &str) -> Option<Step<Heaps, HeapMove>> {
        let text = packed(text);
        let (bitten, left) = text.split_once('>')?;
        let (heap, held) = match bitten.split_once(':') {
            Some((heap, held)) => (item(p, heap)?.0, number(held)?),
            None => {
                let held = number(bitten)?;
                (p.partition_point(|heap| *heap < held) + 1, held)
            }
        };
        let left = parse_left(left)?;
        let is_legal = p.get(heap - 1) == Some(&held) && self.code().allows(held, left);
        let by = HeapMove { heap, left };
        is_legal.then(|| Step::alternate(self.after(p, &by), by))
    }
}

fn parse_left(text: &str) -> Option<Left> {
    Some(match text.split_once('+') {
        Some((a, b)) => {
            let (a, b) = (number(a)?, number(b)?);
            Left::Two(a.min(b), a.max(b))
        }
        None => match number(text)? {
            0 => Left::Nothing,
            heap => Left::One(heap),
        },
    })
}
