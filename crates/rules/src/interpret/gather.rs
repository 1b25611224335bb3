//! Comprehensions and the functions that consume them.

use super::run::{Frame, Run};
use super::sort::{Direction, SORTED_ITEM};
use super::value::Value;
use super::{Fallible, error_messages};
use crate::source::Span;
use crate::tree::{Binary, Comprehension, Expression, Gathering, Key};

impl<'m> Run<'m> {
    /// The order of evaluation is CPython's: the first clause's iterable, the
    /// other arguments, the items.
    pub(super) fn gather(
        &mut self,
        frame: &mut Frame<'m>,
        gathering: &'m Gathering,
        from: &'m Comprehension,
        span: Span,
    ) -> Fallible<Value> {
        match gathering {
            Gathering::List => {
                let first = self.begin(frame, from)?;
                Ok(Value::list(self.items(frame, from, first)?))
            }
            Gathering::Row => {
                let first = self.begin(frame, from)?;
                Ok(Value::tuple(self.items(frame, from, first)?))
            }
            Gathering::Any => Ok(Value::Bool(self.has(frame, from, true)?)),
            Gathering::All => Ok(Value::Bool(!self.has(frame, from, false)?)),
            Gathering::Sum(start) => self.sum(frame, from, start.as_deref(), span),
            Gathering::Min { key, default } => self.extreme(
                frame,
                from,
                (Direction::Up, key.as_deref()),
                default.as_deref(),
                span,
            ),
            Gathering::Max { key, default } => self.extreme(
                frame,
                from,
                (Direction::Down, key.as_deref()),
                default.as_deref(),
                span,
            ),
            Gathering::Sorted { key, reverse } => {
                let first = self.begin(frame, from)?;
                let direction = match reverse {
                    Some(reverse) if self.is_true(frame, reverse)? => Direction::Down,
                    _ => Direction::Up,
                };
                let items = self.items(frame, from, first)?;
                let mut keyed = Vec::with_capacity(items.len());
                for item in items {
                    keyed.push((self.key(frame, key.as_deref(), &item)?, item));
                }
                let bytes = keyed.len() * SORTED_ITEM;
                let sorted =
                    self.gathering(bytes, span, |run| run.sorted(keyed, direction, span))?;
                Ok(Value::list(
                    sorted.into_iter().map(|(_, item)| item).collect(),
                ))
            }
            Gathering::Join(separator) => {
                let separator = self.text(frame, separator)?;
                let first = self.begin(frame, from)?;
                let items = self.items(frame, from, first)?;
                self.join(&separator, &items, from.item.span)
            }
        }
    }

    fn sum(
        &mut self,
        frame: &mut Frame<'m>,
        from: &'m Comprehension,
        start: Option<&'m Expression>,
        span: Span,
    ) -> Fallible<Value> {
        let first = self.begin(frame, from)?;
        let mut total = match start {
            Some(start) => self.value(frame, start)?,
            None => Value::Int(0),
        };
        self.each(frame, from, first, |run, _, item| {
            let sum = run.binary(Binary::Add, total.clone(), item, span)?;
            total = sum;
            Ok(())
        })?;
        Ok(total)
    }

    /// `min` and `max`: the first of equal items. Each item's key is computed
    /// before the next item.
    fn extreme(
        &mut self,
        frame: &mut Frame<'m>,
        from: &'m Comprehension,
        (direction, key): (Direction, Option<&'m Key>),
        default: Option<&'m Expression>,
        span: Span,
    ) -> Fallible<Value> {
        let first = self.begin(frame, from)?;
        let default = match default {
            Some(default) => Some(self.value(frame, default)?),
            None => None,
        };
        let mut best: Option<(Value, Value)> = None;
        self.each(frame, from, first, |run, frame, item| {
            let key = run.key(frame, key, &item)?;
            let is_better = match &best {
                Some((best, _)) => run.precedes(&key, best, direction, span)?,
                None => true,
            };
            if is_better {
                best = Some((key, item));
            }
            Ok(())
        })?;
        match best.map(|(_, item)| item).or(default) {
            Some(value) => Ok(value),
            None => Err(error_messages::nothing(direction, span)),
        }
    }

    /// The key of an item.
    fn key(
        &mut self,
        frame: &mut Frame<'m>,
        key: Option<&'m Key>,
        item: &Value,
    ) -> Fallible<Value> {
        match key {
            Some(key) => {
                frame.locals[key.parameter.0 as usize] = Some(item.clone());
                self.value(frame, &key.body)
            }
            None => Ok(item.clone()),
        }
    }

    fn join(&mut self, separator: &str, items: &[Value], span: Span) -> Fallible<Value> {
        let mut text = String::new();
        for (number, item) in items.iter().enumerate() {
            let Value::Str(part) = item else {
                return Err(self.wrong_type(span, item, "a string"));
            };
            let gap = if number == 0 { "" } else { separator };
            self.charge(gap.len() + part.len(), span)?;
            text.push_str(gap);
            text.push_str(part);
        }
        Ok(Value::text(text))
    }
}
