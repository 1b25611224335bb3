//! Iterators over ranges, lists, tuples and strings.

use std::rc::Rc;

use super::arithmetic::range_length;
use super::run::{Frame, Run};
use super::value::{List, Tuple, Value};
use super::{Fallible, error_messages};
use crate::fault::{Fault, FaultKind};
use crate::source::Span;
use crate::tree::{Expression, Iteration, IterationKind};

/// The state of an iteration.
pub(super) enum Cursor {
    /// A range: the next number, the step, and the number of remaining items.
    Range { next: i64, step: i64, left: u64 },
    /// A list, which may change meanwhile: the index of the next item.
    List { list: List, next: usize },
    /// A list in reverse: the number of remaining items, if the list keeps
    /// them.
    Back { list: List, left: usize },
    /// Immutable items, forwards.
    Items { items: Tuple, next: usize },
    /// A string: the offset of the rest.
    Text { text: Rc<str>, next: usize },
    /// `enumerate`, with the number of the iteration.
    Enumerate {
        inner: Box<Cursor>,
        /// `None` once it no longer fits 64 bits.
        next: Option<i64>,
        span: Span,
    },
    /// Several in parallel.
    Zip(Vec<Cursor>),
}

impl Cursor {
    /// The next item.
    pub(super) fn next(&mut self) -> Fallible<Option<Value>> {
        Ok(match self {
            Cursor::Range { next, step, left } => {
                if *left == 0 {
                    return Ok(None);
                }
                *left -= 1;
                let number = *next;
                // Arbitrary after the last number.
                *next = number.wrapping_add(*step);
                Some(Value::Int(number))
            }
            Cursor::List { list, next } => {
                let item = list.get(*next);
                *next += 1;
                item
            }
            Cursor::Back { list, left } => {
                *left = left.wrapping_sub(1);
                // A list that became shorter ends a reverse iteration.
                list.get(*left)
            }
            Cursor::Items { items, next } => {
                *next += 1;
                items.get(*next - 1).cloned()
            }
            Cursor::Text { text, next } => {
                let letter = text[*next..].chars().next();
                letter.map(|letter| {
                    *next += letter.len_utf8();
                    Value::text(letter.to_string())
                })
            }
            Cursor::Enumerate { inner, next, span } => {
                let Some(item) = inner.next()? else {
                    return Ok(None);
                };
                let Some(number) = *next else {
                    return Err(error_messages::overflow(*span, format!("{} + 1", i64::MAX)));
                };
                *next = number.checked_add(1);
                Some(Value::tuple(vec![Value::Int(number), item]))
            }
            Cursor::Zip(cursors) => {
                let mut items = Vec::with_capacity(cursors.len());
                for cursor in cursors {
                    match cursor.next()? {
                        Some(item) => items.push(item),
                        None => return Ok(None),
                    }
                }
                (!items.is_empty()).then(|| Value::tuple(items))
            }
        })
    }
}

impl<'m> Run<'m> {
    /// The initial state of an iteration.
    pub(super) fn cursor(
        &mut self,
        frame: &mut Frame<'m>,
        over: &'m Iteration,
    ) -> Fallible<Cursor> {
        Ok(match &over.kind {
            IterationKind::Range { start, stop, step } => {
                let start = self.number_or(frame, start.as_ref(), 0)?;
                let stop = self.number(frame, stop)?;
                let step = self.number_or(frame, step.as_ref(), 1)?;
                nonzero(step, over.span)?;
                Cursor::Range {
                    next: start,
                    step,
                    left: range_length(start, stop, step),
                }
            }
            IterationKind::Sequence(sequence) => match self.value(frame, sequence)? {
                Value::List(list) => Cursor::List { list, next: 0 },
                Value::Tuple(items) => Cursor::Items { items, next: 0 },
                Value::Str(text) => Cursor::Text { text, next: 0 },
                other => return Err(self.wrong_type(sequence.span, &other, "a list")),
            },
            IterationKind::Enumerate(inner, start) => {
                let inner = Box::new(self.cursor(frame, inner)?);
                let next = Some(self.number_or(frame, start.as_ref(), 0)?);
                let span = over.span;
                Cursor::Enumerate { inner, next, span }
            }
            IterationKind::Zip(parts) => {
                let cursors = parts.iter().map(|part| self.cursor(frame, part));
                Cursor::Zip(cursors.collect::<Fallible<_>>()?)
            }
            IterationKind::Reversed(inner) => {
                let forwards = self.cursor(frame, inner)?;
                self.backwards(forwards, over.span)?
            }
        })
    }

    /// The reverse of a cursor that has not advanced yet.
    fn backwards(&mut self, cursor: Cursor, span: Span) -> Fallible<Cursor> {
        Ok(match cursor {
            Cursor::Range { next, step, left } => Cursor::Range {
                // The last number; irrelevant for an empty range.
                next: next.wrapping_add(step.wrapping_mul(left.wrapping_sub(1) as i64)),
                // A range of one number may have a step without a negative.
                step: step.wrapping_neg(),
                left,
            },
            Cursor::List { list, .. } => {
                let left = list.len();
                Cursor::Back { list, left }
            }
            Cursor::Items { items, .. } => Cursor::Items {
                items: items.iter().rev().cloned().collect(),
                next: 0,
            },
            Cursor::Text { text, .. } => {
                self.charge(text.len(), span)?;
                let text = text.chars().rev().collect::<String>().into();
                Cursor::Text { text, next: 0 }
            }
            Cursor::Back { .. } | Cursor::Enumerate { .. } | Cursor::Zip(_) => {
                let fault = Fault::at(FaultKind::Value, span, "this is not reversible");
                return Err(Box::new(fault.help("convert it to a list first: list(…)")));
            }
        })
    }

    /// The bounds of `range(stop)`, `range(start, stop)` or
    /// `range(start, stop, step)`.
    pub(super) fn range(
        &mut self,
        frame: &mut Frame<'m>,
        bounds: &'m [Expression],
        span: Span,
    ) -> Fallible<(i64, i64, i64)> {
        let (start, stop, step) = match bounds {
            [stop] => (None, stop, None),
            [start, stop] => (Some(start), stop, None),
            [start, stop, step, ..] => (Some(start), stop, Some(step)),
            [] => unreachable!("a range has a bound"),
        };
        let start = self.number_or(frame, start, 0)?;
        let stop = self.number(frame, stop)?;
        let step = self.number_or(frame, step, 1)?;
        nonzero(step, span)?;
        Ok((start, stop, step))
    }

    fn number_or(
        &mut self,
        frame: &mut Frame<'m>,
        e: Option<&'m Expression>,
        default: i64,
    ) -> Fallible<i64> {
        e.map_or(Ok(default), |e| self.number(frame, e))
    }
}

fn nonzero(step: i64, span: Span) -> Fallible<()> {
    if step != 0 {
        return Ok(());
    }
    let fault = Fault::at(FaultKind::Value, span, "the step of a range is 0");
    Err(Box::new(fault.help("use a positive or negative step")))
}
