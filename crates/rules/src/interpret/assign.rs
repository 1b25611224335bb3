//! Binding values to names and items.

use super::run::{Frame, Run};
use super::sequence::{position_of, repeat};
use super::value::{List, Value};
use super::{Fallible, blame};
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

    /// The items of a tuple, a list or a text, which must be so many.
    fn unpacked(&mut self, value: &Value, due: usize, span: Span) -> Fallible<Vec<Value>> {
        let items = self.elements(value, span)?;
        if items.len() != due {
            return Err(blame::unpack(span, items.len(), due));
        }
        Ok(items)
    }

    /// The items of a list, a tuple or a text.
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
            other => Err(self.unfit(span, other, "a list")),
        }
    }

    fn store(&mut self, frame: &mut Frame<'m>, place: &'m Place, value: Value) -> Fallible<()> {
        match place {
            Place::Local(id, _) => frame.locals[id.0 as usize] = Some(value),
            Place::Global(id, _) => self.globals.to_mut()[id.0 as usize] = Some(value),
            Place::Item { list, index, span } => {
                let item = self.item(frame, list, index, *span)?;
                self.set_item(&item, value)?;
            }
        }
        Ok(())
    }

    /// `place op= value`: the place's parts once, its value, then the right
    /// side, then the store, which looks at the list anew.
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

    /// What `old op= right` makes of the old value: of a list the same list,
    /// changed.
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
            other => Err(self.unfit(list.span, &other, "a list")),
        }
    }

    fn set_item(&mut self, item: &Item<'m>, value: Value) -> Fallible<()> {
        let length = item.list.len();
        match position_of(item.index, length) {
            Some(at) => self.changing(&item.list, item.span, |items| items[at] = value),
            None => Err(self.outside(item.named, item.index, length, item.span)),
        }
    }

    /// Changes a list, unless it is frozen.
    pub(super) fn changing<T>(
        &mut self,
        list: &List,
        span: Span,
        change: impl FnOnce(&mut Vec<Value>) -> T,
    ) -> Fallible<T> {
        match list.change() {
            Some(mut items) => Ok(change(&mut items)),
            None => Err(blame::frozen(self.code(span), span)),
        }
    }
}

/// `list[index]`, to be stored into.
struct Item<'m> {
    list: List,
    index: i64,
    /// The expressions of both, for messages.
    named: (&'m Expression, &'m Expression),
    span: Span,
}
