//! Sorting: stable in both directions, with comparisons that may fault.

use super::Fallible;
use super::run::Run;
use super::value::Value;
use crate::source::Span;

/// The sort direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// Ascending.
    Up,
    /// Descending.
    Down,
}

/// A key and its item.
type Keyed = (Value, Value);

/// Memory of sorting per item: two copies, initially in runs of one.
pub(super) const SORTED_ITEM: usize = 2 * size_of::<Keyed>() + size_of::<Vec<Keyed>>() + 16;

impl Run<'_> {
    /// Whether `a` must precede `b`; equal items keep their order.
    pub(super) fn precedes(
        &mut self,
        a: &Value,
        b: &Value,
        direction: Direction,
        span: Span,
    ) -> Fallible<bool> {
        let order = self.order(a, b, span)?;
        Ok(match direction {
            Direction::Up => order.is_lt(),
            Direction::Down => order.is_gt(),
        })
    }

    /// Bottom-up merge sort.
    pub(super) fn sorted(
        &mut self,
        items: Vec<Keyed>,
        direction: Direction,
        span: Span,
    ) -> Fallible<Vec<Keyed>> {
        let mut pieces: Vec<Vec<Keyed>> = items.into_iter().map(|item| vec![item]).collect();
        while pieces.len() > 1 {
            let mut merged = Vec::with_capacity(pieces.len().div_ceil(2));
            let mut rest = pieces.into_iter();
            while let Some(left) = rest.next() {
                merged.push(match rest.next() {
                    Some(right) => self.merged(left, right, direction, span)?,
                    None => left,
                });
            }
            pieces = merged;
        }
        Ok(pieces.pop().unwrap_or_default())
    }

    fn merged(
        &mut self,
        left: Vec<Keyed>,
        right: Vec<Keyed>,
        direction: Direction,
        span: Span,
    ) -> Fallible<Vec<Keyed>> {
        let mut merged = Vec::with_capacity(left.len() + right.len());
        let mut left = left.into_iter().peekable();
        let mut right = right.into_iter().peekable();
        while let (Some((a, _)), Some((b, _))) = (left.peek(), right.peek()) {
            // The right one only if it must precede: equal items keep their order.
            let taken = if self.precedes(b, a, direction, span)? {
                right.next()
            } else {
                left.next()
            };
            merged.extend(taken);
        }
        merged.extend(left);
        merged.extend(right);
        Ok(merged)
    }
}
