//! Binding values to names and items.

use super::run::{Frame, Run};
use super::sequence::{position_of, repeat};
use super::value::{List, Value};
use super::{Fallible, error_messages};
use crate::source::Span;
use crate::tree::{Binary, Expression, Place, Target};

impl<'m> Run<'m> {
    pub(super) fn assign(
        &mut self,
        frame: &mut Frame<'m>,
        target: &'m Target,
        value: Value,
    ) -> Fallible<()> {
        match target {
            Target::Place(place) => self.store(frame, place, value),
            Target::Unpack(targets, span) => {
                let items = self.unpacked(&value, targets.len(), *span)?;
                for (target, item) in targets.iter().zip(items) {
                    self.assign(frame, target, item)?;
                }
                Ok(())
            }
        }
    }

    /// The items of a tuple, a list or a string, which must number `expected`.
    fn unpacked(&mut self, value: &Value, expected: usize, span: Span) -> Fallible<Vec<Value>> {
        let items = self.elements(value, span)?;
        if items.len() != expected {
            return Err(error_messages::unpack(span, items.len(), expected));
        }
        Ok(items)
    }

    /// The items of a list, a tuple or a string.
    fn elements(&mut self, value: &Value, span: Span) -> Fallible<Vec<Value>> {
        match value {
            Value::List(list) => {
                self.charge(list.len(), span)?;
                Ok(list.items().clone())
            }
            Value::Tuple(items) => {
                self.charge(items.len(), span)?;
                Ok(items.to_vec())
            }
            Value::Str(text) => {
                self.charge(text.len(), span)?;
                let letters = text.chars().map(|letter| letter.to_string());
                Ok(letters.map(Value::text).collect())
            }
            other => Err(self.wrong_type(span, other, "a list")),
        }
    }

    fn store(&mut self, frame: &mut Frame<'m>, place: &'m Place, value: Value) -> Fallible<()> {
        match place {
            Place::Local(id, _) => frame.locals[id.0 as usize] = Some(value),
            Place::Global(id, _) => {
                let set = self.parameters.iter().find(|(own, _)| own == id);
                let value = set.map_or(value, |(_, value)| value.into());
                self.globals.to_mut()[id.0 as usize] = Some(value);
            }
            Place::Item { list, index, span } => {
                let item = self.item(frame, list, index, *span)?;
                self.set_item(&item, value)?;
            }
        }
        Ok(())
    }

    /// `place op= value`: evaluates the parts of the place once, reads it,
    /// evaluates the right side, then stores, with a new bounds check.
    pub(super) fn augment(
        &mut self,
        frame: &mut Frame<'m>,
        place: &'m Place,
        operator: Binary,
        value: &'m Expression,
        span: Span,
    ) -> Fallible<()> {
        match place {
            Place::Local(id, place) => {
                let old = self.local(frame, *id, *place)?;
                let right = self.value(frame, value)?;
                let new = self.augmented(operator, old, right, span)?;
                frame.locals[id.0 as usize] = Some(new);
            }
            Place::Global(id, place) => {
                let old = self.global(*id, *place)?;
                let right = self.value(frame, value)?;
                let new = self.augmented(operator, old, right, span)?;
                self.globals.to_mut()[id.0 as usize] = Some(new);
            }
            Place::Item {
                list,
                index,
                span: item_span,
            } => {
                let item = self.item(frame, list, index, *item_span)?;
                let holder = Value::List(item.list.clone());
                let old = self.item_of(&holder, item.index, item.named, item.span)?;
                let right = self.value(frame, value)?;
                let new = self.augmented(operator, old, right, span)?;
                self.set_item(&item, new)?;
            }
        }
        Ok(())
    }

    /// The result of `old op= right`; a list is modified in place.
    fn augmented(
        &mut self,
        operator: Binary,
        old: Value,
        right: Value,
        span: Span,
    ) -> Fallible<Value> {
        match (operator, &old, &right) {
            (Binary::Add, Value::List(list), _) => {
                self.extend(list, &right, span)?;
                Ok(old)
            }
            (Binary::Multiply, Value::List(list), Value::Int(_) | Value::Bool(_)) => {
                let times = right.number().unwrap_or_default();
                self.repeat_in_place(list, times, span)?;
                Ok(old)
            }
            _ => self.binary(operator, old, right, span),
        }
    }

    /// `xs += ys` and `xs.extend(ys)`; `ys` may be `xs`.
    pub(super) fn extend(&mut self, list: &List, more: &Value, span: Span) -> Fallible<()> {
        let more = self.elements(more, span)?;
        self.changing(list, span, |items| items.extend(more))
    }

    fn repeat_in_place(&mut self, list: &List, times: i64, span: Span) -> Fallible<()> {
        let times = usize::try_from(times.max(0)).unwrap_or(usize::MAX);
        self.charge(list.len().saturating_mul(times), span)?;
        self.changing(list, span, |items| *items = repeat(items, times))
    }

    /// The list and the index of `list[index]`, evaluated in this order.
    fn item(
        &mut self,
        frame: &mut Frame<'m>,
        list: &'m Expression,
        index: &'m Expression,
        span: Span,
    ) -> Fallible<Item<'m>> {
        let holder = self.value(frame, list)?;
        let number = self.number(frame, index)?;
        match holder {
            Value::List(holder) => Ok(Item {
                list: holder,
                index: number,
                named: (list, index),
                span,
            }),
            other => Err(self.wrong_type(list.span, &other, "a list")),
        }
    }

    fn set_item(&mut self, item: &Item<'m>, value: Value) -> Fallible<()> {
        let length = item.list.len();
        match position_of(item.index, length) {
            Some(at) => self.changing(&item.list, item.span, |items| items[at] = value),
            None => Err(self.outside(item.named, item.index, length, item.span)),
        }
    }

    /// Modifies a list unless it is frozen.
    pub(super) fn changing<T>(
        &mut self,
        list: &List,
        span: Span,
        change: impl FnOnce(&mut Vec<Value>) -> T,
    ) -> Fallible<T> {
        match list.change() {
            Some(mut items) => Ok(change(&mut items)),
            None => Err(error_messages::frozen(self.code(span), span)),
        }
    }
}

/// `list[index]` as an assignment target.
struct Item<'m> {
    list: List,
    index: i64,
    /// The expressions of both, for messages.
    named: (&'m Expression, &'m Expression),
    span: Span,
}
