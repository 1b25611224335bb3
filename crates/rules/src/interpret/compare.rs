//! Comparisons.

use std::cmp::Ordering;

use super::Fallible;
use super::arithmetic::range_length;
use super::run::{Frame, Run};
use super::value::Value;
use crate::source::Span;
use crate::tree::{Builtin, Comparison, Expression, Kind};

impl<'m> Run<'m> {
    /// `a < b <= c`: each operand is evaluated once, with short-circuit
    /// evaluation.
    pub(super) fn compare(
        &mut self,
        frame: &mut Frame<'m>,
        first: &'m Expression,
        rest: &'m [(Comparison, Expression)],
    ) -> Fallible<Value> {
        let mut left = self.value(frame, first)?;
        for (comparison, right) in rest {
            if let Kind::Builtin(Builtin::Range, bounds) = &right.kind {
                // The checker allows a range only at the end of a chain.
                let is_inside = self.is_in_range(frame, &left, bounds, right.span)?;
                return Ok(Value::Bool(is_inside == (*comparison == Comparison::In)));
            }
            let value = self.value(frame, right)?;
            if !self.holds(*comparison, &left, &value, first.span.to(right.span))? {
                return Ok(Value::Bool(false));
            }
            left = value;
        }
        Ok(Value::Bool(true))
    }

    fn holds(
        &mut self,
        comparison: Comparison,
        a: &Value,
        b: &Value,
        span: Span,
    ) -> Fallible<bool> {
        Ok(match comparison {
            Comparison::Equal => self.equal(a, b, span)?,
            Comparison::NotEqual => !self.equal(a, b, span)?,
            Comparison::Less => self.order(a, b, span)?.is_lt(),
            Comparison::LessOrEqual => self.order(a, b, span)?.is_le(),
            Comparison::Greater => self.order(a, b, span)?.is_gt(),
            Comparison::GreaterOrEqual => self.order(a, b, span)?.is_ge(),
            Comparison::In => self.is_in(a, b, span)?,
            Comparison::NotIn => !self.is_in(a, b, span)?,
            Comparison::IsNone => matches!(a, Value::None),
            Comparison::IsNotNone => !matches!(a, Value::None),
        })
    }

    /// `a == b`.
    pub(super) fn equal(&mut self, a: &Value, b: &Value, span: Span) -> Fallible<bool> {
        match (a, b) {
            (Value::Str(a), Value::Str(b)) => {
                self.charge(a.len().min(b.len()), span)?;
                Ok(a == b)
            }
            (Value::Tuple(a), Value::Tuple(b)) => {
                Ok(a.len() == b.len() && self.difference(a, b, span)?.is_none())
            }
            (Value::List(a), Value::List(b)) => {
                let (a, b) = (a.items(), b.items());
                Ok(a.len() == b.len() && self.difference(&a, &b, span)?.is_none())
            }
            _ => Ok(a == b),
        }
    }

    /// The order of two values; lists and tuples compare lexicographically.
    pub(super) fn order(&mut self, a: &Value, b: &Value, span: Span) -> Fallible<Ordering> {
        if let (Some(a), Some(b)) = (a.number(), b.number()) {
            return Ok(a.cmp(&b));
        }
        match (a, b) {
            (Value::Str(a), Value::Str(b)) => {
                self.charge(a.len().min(b.len()), span)?;
                Ok(a.cmp(b))
            }
            (Value::Tuple(a), Value::Tuple(b)) => self.order_of_items(a, b, span),
            (Value::List(a), Value::List(b)) => self.order_of_items(&a.items(), &b.items(), span),
            (Value::None, _) => Err(self.wrong_type(span, a, "a value that can be ordered")),
            _ => Err(self.wrong_type(span, b, "a value that can be ordered")),
        }
    }

    fn order_of_items(&mut self, a: &[Value], b: &[Value], span: Span) -> Fallible<Ordering> {
        match self.difference(a, b, span)? {
            Some(at) => self.order(&a[at], &b[at], span),
            None => Ok(a.len().cmp(&b.len())),
        }
    }

    /// The first index at which two sequences differ, up to the shorter length.
    fn difference(&mut self, a: &[Value], b: &[Value], span: Span) -> Fallible<Option<usize>> {
        for (at, (a, b)) in a.iter().zip(b).enumerate() {
            self.charge(1, span)?;
            if !self.equal(a, b, span)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// `a in b`.
    fn is_in(&mut self, a: &Value, b: &Value, span: Span) -> Fallible<bool> {
        match (a, b) {
            (_, Value::List(list)) => Ok(self.find(&list.items(), a, span)?.is_some()),
            (_, Value::Tuple(items)) => Ok(self.find(items, a, span)?.is_some()),
            (Value::Str(part), Value::Str(text)) => {
                self.charge(text.len(), span)?;
                Ok(text.contains(&**part))
            }
            (_, Value::Str(_)) => Err(self.wrong_type(span, a, "a string")),
            _ => Err(self.wrong_type(span, b, "a list")),
        }
    }

    /// The first item that is equal to a value.
    pub(super) fn find(
        &mut self,
        items: &[Value],
        wanted: &Value,
        span: Span,
    ) -> Fallible<Option<usize>> {
        for (at, item) in items.iter().enumerate() {
            self.charge(1, span)?;
            if self.equal(item, wanted, span)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// `a in range(…)`, without creating the range.
    fn is_in_range(
        &mut self,
        frame: &mut Frame<'m>,
        wanted: &Value,
        bounds: &'m [Expression],
        span: Span,
    ) -> Fallible<bool> {
        let (start, stop, step) = self.range(frame, bounds, span)?;
        let Some(wanted) = wanted.number() else {
            return Ok(false);
        };
        if range_length(start, stop, step) == 0 {
            return Ok(false);
        }
        let is_between = if step > 0 {
            start <= wanted && wanted < stop
        } else {
            stop < wanted && wanted <= start
        };
        Ok(is_between && (i128::from(wanted) - i128::from(start)) % i128::from(step) == 0)
    }
}
