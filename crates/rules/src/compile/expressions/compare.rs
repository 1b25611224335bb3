//! Comparisons of values: equality, order, membership.

use std::rc::Rc;

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::{CondCode, IntCC};
use cranelift_codegen::ir::{InstBuilder, types};

use crate::compile::blocks::check::Facts;
use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::known::state::{Gen, cannot};
use crate::compile::known::value::{List, Value};
use crate::compile::known::word::{Bit, Range, Word};
use crate::compile::layout::{common, convertible, is_same, item_type};
use crate::compile::runtime;
use crate::tree::{Comparison, Type};

/// Longest virtual list that is searched by inline code.
const MAX_SEARCH_LEN: usize = 24;

/// A value and its type.
#[derive(Clone, Copy)]
pub(in crate::compile) struct Typed<'a>(
    pub(in crate::compile) &'a Value,
    pub(in crate::compile) &'a Type,
);

impl Generator<'_, '_> {
    /// Whether a comparison holds, and the facts it implies.
    pub(in crate::compile) fn holds(
        &mut self,
        comparison: Comparison,
        a: Typed<'_>,
        b: Typed<'_>,
    ) -> Gen<(Bit, Facts)> {
        if let (Value::Number(x), Value::Number(y)) = (a.0, b.0)
            && let Some(how) = machine_comparison(comparison)
        {
            let (x, y) = (self.resolve(*x), self.resolve(*y));
            let bit = self.compare(how, x, y);
            return Ok((bit, self.comparison_facts(how, x, y)));
        }
        let bit = match comparison {
            Comparison::Equal => self.equal(a, b)?,
            Comparison::NotEqual => {
                let equal = self.equal(a, b)?;
                self.opposite(equal)
            }
            Comparison::Less => self.order(a, b)?.less,
            Comparison::LessOrEqual => {
                let order = self.order(a, b)?;
                self.either(order.less, order.equal)
            }
            Comparison::Greater => self.order(b, a)?.less,
            Comparison::GreaterOrEqual => {
                let order = self.order(b, a)?;
                self.either(order.less, order.equal)
            }
            Comparison::In => self.is_in(a, b)?,
            Comparison::NotIn => {
                let inside = self.is_in(a, b)?;
                self.opposite(inside)
            }
            Comparison::IsNone => {
                let some = self.is_some(a.0);
                self.opposite(some)
            }
            Comparison::IsNotNone => self.is_some(a.0),
        };
        Ok((bit, Facts::default()))
    }

    fn is_some(&mut self, value: &Value) -> Bit {
        match value {
            Value::Nothing => Bit::Known(false),
            Value::Optional(flag, _) => self.compare(IntCC::NotEqual, *flag, Word::Known(0)),
            _ => Bit::Known(true),
        }
    }

    /// The facts about two words implied by a comparison and by its negation.
    pub(in crate::compile) fn comparison_facts(&self, how: IntCC, a: Word, b: Word) -> Facts {
        let learn = |how: IntCC| {
            let (x, y) = (self.range(a), self.range(b));
            let below = |n: i64| Range::new(i64::MIN, n);
            let above = |n: i64| Range::new(n, i64::MAX);
            match how {
                IntCC::Equal => vec![(a, y), (b, x)],
                IntCC::SignedLessThan => vec![
                    (a, below(y.hi.saturating_sub(1))),
                    (b, above(x.lo.saturating_add(1))),
                ],
                IntCC::SignedLessThanOrEqual => vec![(a, below(y.hi)), (b, above(x.lo))],
                IntCC::SignedGreaterThan => vec![
                    (a, above(y.lo.saturating_add(1))),
                    (b, below(x.hi.saturating_sub(1))),
                ],
                IntCC::SignedGreaterThanOrEqual => vec![(a, above(y.lo)), (b, below(x.hi))],
                IntCC::NotEqual if y.lo == y.hi && x.lo == y.lo => {
                    vec![(a, above(x.lo.saturating_add(1)))]
                }
                IntCC::NotEqual if y.lo == y.hi && x.hi == y.lo => {
                    vec![(a, below(x.hi.saturating_sub(1)))]
                }
                _ => Vec::new(),
            }
        };
        Facts {
            then: learn(how),
            not: learn(how.complement()),
        }
    }

    /// `a == b`.
    pub(in crate::compile) fn equal(&mut self, a: Typed<'_>, b: Typed<'_>) -> Gen<Bit> {
        Ok(match (a, b) {
            (Typed(Value::Number(x), _), Typed(Value::Number(y), _)) => {
                self.compare(IntCC::Equal, *x, *y)
            }
            (Typed(Value::Nothing, _), Typed(Value::Nothing, _)) => Bit::Known(true),
            (Typed(Value::Text(x), _), Typed(Value::Text(y), _)) => self.text_equal(x, y)?,
            (Typed(Value::Optional(x, inner), ty), Typed(Value::Optional(y, other), its)) => {
                let flags = self.compare(IntCC::Equal, *x, *y);
                let none = self.compare(IntCC::Equal, *x, Word::Known(0));
                let (first, second) = (Typed(inner, inside(ty)), Typed(other, inside(its)));
                let same = self.equal(first, second)?;
                let same = self.either(none, same);
                self.both(flags, same)
            }
            (Typed(Value::Optional(flag, _), _), Typed(Value::Nothing, _))
            | (Typed(Value::Nothing, _), Typed(Value::Optional(flag, _), _)) => {
                self.compare(IntCC::Equal, *flag, Word::Known(0))
            }
            (Typed(Value::Optional(flag, inner), ty), other)
            | (other, Typed(Value::Optional(flag, inner), ty)) => {
                let some = self.compare(IntCC::NotEqual, *flag, Word::Known(0));
                let same = self.equal(Typed(inner, inside(ty)), other)?;
                self.both(some, same)
            }
            (
                Typed(Value::Tuple(_) | Value::List(_), _),
                Typed(Value::Tuple(_) | Value::List(_), _),
            ) => self.sequence_order(a, b, true)?.equal,
            _ => Bit::Known(false),
        })
    }

    /// The order of two values.
    pub(in crate::compile) fn order(&mut self, a: Typed<'_>, b: Typed<'_>) -> Gen<Order> {
        match (a, b) {
            (Typed(Value::Number(x), _), Typed(Value::Number(y), _)) => Ok(Order {
                less: self.compare(IntCC::SignedLessThan, *x, *y),
                equal: self.compare(IntCC::Equal, *x, *y),
            }),
            (Typed(Value::Text(x), _), Typed(Value::Text(y), _)) => self.text_order(x, y, false),
            (
                Typed(Value::Tuple(_) | Value::List(_), _),
                Typed(Value::Tuple(_) | Value::List(_), _),
            ) => self.sequence_order(a, b, false),
            _ => cannot("an order of values that may be None"),
        }
    }

    /// Compares tuples, rows and lists lexicographically.
    pub(in crate::compile) fn sequence_order(
        &mut self,
        a: Typed<'_>,
        b: Typed<'_>,
        only_equal: bool,
    ) -> Gen<Order> {
        let (first, second) = (self.known_sequence(a), self.known_sequence(b));
        if let Some(order) = self.order_with_empty(a, first.as_deref(), b, second.as_deref()) {
            return Ok(order);
        }
        let (Some(first), Some(second)) = (first, second) else {
            return self.stored_order(a, b, only_equal);
        };
        if only_equal && first.len() != second.len() {
            return Ok(Order {
                less: Bit::Known(false),
                equal: Bit::Known(false),
            });
        }
        let mut order = Order {
            less: Bit::Known(first.len() < second.len()),
            equal: Bit::Known(first.len() == second.len()),
        };
        for (i, (x, y)) in first.iter().zip(&second).enumerate().rev() {
            let (x, y) = (Typed(x, item_at(a.1, i)), Typed(y, item_at(b.1, i)));
            if only_equal {
                let same = self.equal(x, y)?;
                order.equal = self.both(same, order.equal);
            } else {
                let here = self.order(x, y)?;
                let later = self.both(here.equal, order.less);
                order.less = self.either(here.less, later);
                order.equal = self.both(here.equal, order.equal);
            }
        }
        Ok(order)
    }

    /// Compares sequences one of which is known to be empty; the other may have
    /// items of any type.
    fn order_with_empty(
        &mut self,
        a: Typed<'_>,
        first: Option<&[Value]>,
        b: Typed<'_>,
        second: Option<&[Value]>,
    ) -> Option<Order> {
        let is_empty = |items: Option<&[Value]>| items.is_some_and(<[Value]>::is_empty);
        let (other, is_first) = match (is_empty(first), is_empty(second)) {
            (true, _) => (b, true),
            (_, true) => (a, false),
            _ => return None,
        };
        let length = match other.0 {
            Value::List(list) => self.length(list),
            Value::Tuple(items) => Word::Known(items.len() as i64),
            _ => return None,
        };
        let equal = self.compare(IntCC::Equal, length, Word::Known(0));
        let less = if is_first {
            self.opposite(equal)
        } else {
            Bit::Known(false)
        };
        Some(Order { less, equal })
    }

    /// The items of a tuple or of a virtual list.
    fn known_sequence(&self, a: Typed<'_>) -> Option<Vec<Value>> {
        match a.0 {
            Value::Tuple(items) => Some(items.to_vec()),
            Value::List(list) => self.known_items(list),
            _ => None,
        }
    }

    /// The item type of a list.
    fn items_in_memory(&self, value: &Value) -> Option<Rc<Type>> {
        match value {
            Value::List(list) => Some(self.item_of(list)),
            _ => None,
        }
    }

    fn stored_order(&mut self, a: Typed<'_>, b: Typed<'_>, only_equal: bool) -> Gen<Order> {
        // Lists of one layout are compared without conversion.
        let (x, y) = (self.items_in_memory(a.0), self.items_in_memory(b.0));
        let item = match (x, y) {
            (Some(x), Some(y)) if is_same(&x, &y) => x,
            _ => match common(a.1, b.1).as_ref().and_then(item_type) {
                Some(item) => Rc::new(item.clone()),
                None => return cannot(format!("a comparison of {} with {}", a.1, b.1)),
            },
        };
        let (a, b) = (self.sequence_of(a.0, &item)?, self.sequence_of(b.0, &item)?);
        if !only_equal && has_optional(&item) {
            return cannot("an order of lists with values that may be None");
        }
        let first = self.address_of_all(&a)?;
        let second = self.address_of_all(&b)?;
        let layout = self.unit.layout(&item);
        let layout = ins!(self).iconst(types::I64, layout);
        self.call_runtime(runtime::COMPARE, &[first, second, layout]);
        let order = self.result(0);
        let order = self.computed(order, Range::new(-1, 1));
        Ok(Order {
            less: self.compare(IntCC::SignedLessThan, order, Word::Known(0)),
            equal: self.compare(IntCC::Equal, order, Word::Known(0)),
        })
    }

    /// `a in b`.
    pub(in crate::compile) fn is_in(&mut self, a: Typed<'_>, b: Typed<'_>) -> Gen<Bit> {
        if let (Value::Text(part), Value::Text(text)) = (a.0, b.0) {
            return self.is_in_text(part, text);
        }
        let known_item = self.known_sequence(b);
        if let Some(items) = known_item
            && (items.len() <= MAX_SEARCH_LEN || item_type(b.1).is_none())
        {
            let mut found = Bit::Known(false);
            for (i, item) in items.iter().enumerate() {
                let same = self.equal(a, Typed(item, item_at(b.1, i)))?;
                found = self.either(found, same);
            }
            return Ok(found);
        }
        let Value::List(list) = b.0 else {
            return cannot("a search in this type");
        };
        let index = self.search(runtime::FIND, list, a)?;
        Ok(self.compare(IntCC::SignedGreaterThanOrEqual, index, Word::Known(0)))
    }

    /// Calls a `runtime` function that searches a list for an item.
    pub(in crate::compile) fn search(
        &mut self,
        function: runtime::Runtime,
        list: &List,
        wanted: Typed<'_>,
    ) -> Gen<Word> {
        let mut item = self.item_of(list);
        if !convertible(wanted.1, &item) {
            item = match common(&item, wanted.1) {
                Some(item) => Rc::new(item),
                None => return cannot(format!("{} among {item}", wanted.1)),
            };
        }
        let list = self.sequence_of(&Value::List(list.clone()), &item)?;
        let wanted = self.fit(wanted.0.clone(), &item)?;
        let address = self.address_of_all(&list)?;
        self.pass(&wanted, &item)?;
        let layout = self.unit.layout(&item);
        let layout = ins!(self).iconst(types::I64, layout);
        self.call_runtime(function, &[address, layout]);
        let result = self.result(0);
        Ok(self.computed(result, Range::new(-1, Range::LENGTH.hi)))
    }
}

/// The order of two values.
pub(in crate::compile) struct Order {
    pub(in crate::compile) less: Bit,
    pub(in crate::compile) equal: Bit,
}

/// The machine's comparison of numbers.
fn machine_comparison(comparison: Comparison) -> Option<IntCC> {
    Some(match comparison {
        Comparison::Equal => IntCC::Equal,
        Comparison::NotEqual => IntCC::NotEqual,
        Comparison::Less => IntCC::SignedLessThan,
        Comparison::LessOrEqual => IntCC::SignedLessThanOrEqual,
        Comparison::Greater => IntCC::SignedGreaterThan,
        Comparison::GreaterOrEqual => IntCC::SignedGreaterThanOrEqual,
        Comparison::In | Comparison::NotIn | Comparison::IsNone | Comparison::IsNotNone => {
            return None;
        }
    })
}

/// The type of an item of a tuple, a row or a list.
pub(in crate::compile) fn item_at(ty: &Type, i: usize) -> &Type {
    match ty {
        Type::Tuple(items) => &items[i],
        Type::List(item) | Type::Row(item) => item,
        other => other,
    }
}

/// The type inside an optional.
fn inside(ty: &Type) -> &Type {
    match ty {
        Type::Optional(inner) => inner,
        other => other,
    }
}

fn has_optional(ty: &Type) -> bool {
    match ty {
        Type::Optional(_) => true,
        Type::Tuple(items) => items.iter().any(has_optional),
        Type::List(item) | Type::Row(item) => has_optional(item),
        _ => false,
    }
}
