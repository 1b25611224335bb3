//! Lists, tuples and strings: items, slices, `+` and `*`.

use super::run::{Frame, Run};
use super::value::Value;
use super::{Fallible, error_messages};
use crate::fault::{Fault, FaultKind};
use crate::source::Span;
use crate::tree::Expression;

/// Normalises an index, which counts from the end if it is negative.
pub(super) fn position_of(index: i64, length: usize) -> Option<usize> {
    let length = length as i64;
    let at = if index < 0 { index + length } else { index };
    (0..length).contains(&at).then_some(at as usize)
}

/// The indices of `[start:stop:step]` in a sequence of `length` items, as
/// CPython's `PySlice_AdjustIndices` computes them; the step is not 0.
fn slice_indices(
    length: usize,
    (start, stop, step): (Option<i64>, Option<i64>, i64),
) -> impl ExactSizeIterator<Item = usize> {
    let length = length as i64;
    // The limits of the list in the direction of the step.
    let (first, last) = if step > 0 {
        (0, length)
    } else {
        (-1, length - 1)
    };
    let clamp = |bound: i64| {
        let from_start = if bound < 0 {
            bound.saturating_add(length)
        } else {
            bound
        };
        from_start.clamp(first, last)
    };
    let (from, to) = if step > 0 {
        (first, last)
    } else {
        (last, first)
    };
    let start = start.map_or(from, clamp);
    let stop = stop.map_or(to, clamp);
    let count = super::arithmetic::range_length(start, stop, step) as usize;
    // Cannot overflow between the first and the last item; a huge step is only
    // ever multiplied by 0.
    (0..count).map(move |i| (start + i as i64 * step) as usize)
}

impl<'m> Run<'m> {
    /// `object[index]`.
    pub(super) fn index(
        &mut self,
        frame: &mut Frame<'m>,
        object: &'m Expression,
        index: &'m Expression,
        span: Span,
    ) -> Fallible<Value> {
        let holder = self.value(frame, object)?;
        let number = self.number(frame, index)?;
        self.item_of(&holder, number, (object, index), span)
    }

    /// The item of a list, a tuple or a string at an index; `named` are the
    /// expressions of both.
    pub(super) fn item_of(
        &mut self,
        holder: &Value,
        number: i64,
        named: (&Expression, &Expression),
        span: Span,
    ) -> Fallible<Value> {
        let (found, length) = match holder {
            Value::List(list) => {
                let length = list.len();
                let at = position_of(number, length);
                (at.and_then(|at| list.get(at)), length)
            }
            Value::Tuple(items) => {
                let at = position_of(number, items.len());
                (at.map(|at| items[at].clone()), items.len())
            }
            Value::Str(text) => {
                self.charge(text.len(), span)?;
                let length = text.chars().count();
                let at = position_of(number, length);
                let letter = at.and_then(|at| text.chars().nth(at));
                (letter.map(|letter| Value::text(letter.to_string())), length)
            }
            other => return Err(self.wrong_type(named.0.span, other, "a list")),
        };
        found.ok_or_else(|| self.outside(named, number, length, span))
    }

    /// A fault for an index outside a list, a tuple or a string.
    #[cold]
    pub(super) fn outside(
        &self,
        named: (&Expression, &Expression),
        number: i64,
        length: usize,
        span: Span,
    ) -> Box<Fault> {
        error_messages::index(&self.program.source, named, number, length, span)
    }

    /// A bound of a slice; `None` means absent.
    pub(super) fn bound(
        &mut self,
        frame: &mut Frame<'m>,
        bound: Option<&'m Expression>,
    ) -> Fallible<Option<i64>> {
        let Some(bound) = bound else {
            return Ok(None);
        };
        match self.value(frame, bound)? {
            Value::None => Ok(None),
            value => match value.number() {
                Some(number) => Ok(Some(number)),
                None => Err(self.wrong_type(bound.span, &value, "a number")),
            },
        }
    }

    /// `object[start:stop:step]`.
    pub(super) fn slice(
        &mut self,
        object: &Value,
        (start, stop, step): (Option<i64>, Option<i64>, Option<i64>),
        span: Span,
    ) -> Fallible<Value> {
        let step = step.unwrap_or(1);
        if step == 0 {
            let fault = Fault::at(FaultKind::Value, span, "the step of a slice is 0");
            return Err(Box::new(fault.help("use a positive or negative step")));
        }
        let bounds = (start, stop, step);
        match object {
            Value::List(list) => {
                let items = list.items();
                let taken = slice_indices(items.len(), bounds);
                self.charge(taken.len(), span)?;
                Ok(Value::list(taken.map(|at| items[at].clone()).collect()))
            }
            Value::Tuple(items) => {
                let taken = slice_indices(items.len(), bounds);
                self.charge(taken.len(), span)?;
                Ok(Value::Tuple(taken.map(|at| items[at].clone()).collect()))
            }
            Value::Str(text) => {
                self.charge(text.len(), span)?;
                let letters: Vec<char> = text.chars().collect();
                let taken = slice_indices(letters.len(), bounds);
                Ok(Value::text(taken.map(|at| letters[at]).collect::<String>()))
            }
            other => Err(self.wrong_type(span, other, "a list")),
        }
    }

    /// `a + b` of two lists, tuples or strings.
    pub(super) fn joined(&mut self, a: &Value, b: &Value, span: Span) -> Fallible<Value> {
        match (a, b) {
            (Value::List(a), Value::List(b)) => {
                self.charge(a.len() + b.len(), span)?;
                let mut items = a.items().clone();
                items.extend_from_slice(&b.items());
                Ok(Value::list(items))
            }
            (Value::Tuple(a), Value::Tuple(b)) => {
                self.charge(a.len() + b.len(), span)?;
                Ok(Value::tuple([&**a, &**b].concat()))
            }
            (Value::Str(a), Value::Str(b)) => {
                self.charge(a.len() + b.len(), span)?;
                Ok(Value::text([&**a, &**b].concat()))
            }
            (Value::None, _) => Err(self.wrong_type(span, a, "a value")),
            _ => Err(self.wrong_type(span, b, "a value")),
        }
    }

    /// `object * times`.
    pub(super) fn repeated(&mut self, object: &Value, times: i64, span: Span) -> Fallible<Value> {
        let times = usize::try_from(times.max(0)).unwrap_or(usize::MAX);
        match object {
            Value::List(list) => {
                self.charge(list.len().saturating_mul(times), span)?;
                Ok(Value::list(repeat(&list.items(), times)))
            }
            Value::Tuple(items) => {
                self.charge(items.len().saturating_mul(times), span)?;
                Ok(Value::tuple(repeat(items, times)))
            }
            Value::Str(text) => {
                self.charge(text.len().saturating_mul(times), span)?;
                let times = if text.is_empty() { 0 } else { times };
                Ok(Value::text(text.repeat(times)))
            }
            other => Err(self.wrong_type(span, other, "a value")),
        }
    }
}

/// The items repeated; no items any number of times.
pub(super) fn repeat(items: &[Value], times: usize) -> Vec<Value> {
    if items.is_empty() {
        return Vec::new();
    }
    let count = items.len() * times;
    items.iter().cycle().take(count).cloned().collect()
}
