//! List methods.

use super::run::{Frame, Run};
use super::sequence::position_of;
use super::sort::{Direction, SORTED_ITEM};
use super::value::{List, Value};
use super::{Fallible, error_messages};
use crate::source::Span;
use crate::tree::{Expression, Method};

impl<'m> Run<'m> {
    pub(super) fn method(
        &mut self,
        frame: &mut Frame<'m>,
        method: Method,
        object: &'m Expression,
        arguments: &'m [Expression],
        span: Span,
    ) -> Fallible<Value> {
        let holder = self.value(frame, object)?;
        let arguments = self.values(frame, arguments)?;
        match (&holder, method) {
            (Value::List(list), _) => {
                self.method_of_list(list, method, &arguments, (object.span, span))
            }
            (Value::Tuple(items), Method::Index) => {
                self.index_of(items, &arguments[0], (object.span, span))
            }
            (Value::Tuple(items), Method::Count) => self.count(items, &arguments[0], span),
            _ => Err(self.wrong_type(object.span, &holder, "a list")),
        }
    }

    fn method_of_list(
        &mut self,
        list: &List,
        method: Method,
        arguments: &[Value],
        (name, span): (Span, Span),
    ) -> Fallible<Value> {
        match method {
            Method::Append => {
                let item = arguments[0].clone();
                self.changing(list, span, |items| items.push(item))?;
            }
            Method::Pop => return self.pop(list, arguments.first(), (name, span)),
            Method::Insert => {
                let index = self.integer(&arguments[0], span)?;
                let item = arguments[1].clone();
                let length = list.len();
                self.charge(length, span)?;
                let at = if index < 0 {
                    index.saturating_add(length as i64)
                } else {
                    index
                };
                let at = at.clamp(0, length as i64) as usize;
                self.changing(list, span, |items| items.insert(at, item))?;
            }
            Method::Index => return self.index_of(&list.items(), &arguments[0], (name, span)),
            Method::Count => return self.count(&list.items(), &arguments[0], span),
            Method::Copy => {
                self.charge(list.len(), span)?;
                return Ok(Value::list(list.items().clone()));
            }
            Method::Extend => self.extend(list, &arguments[0], span)?,
            Method::Reverse => {
                self.charge(list.len(), span)?;
                self.changing(list, span, |items| items.reverse())?;
            }
            Method::Sort => {
                self.charge(list.len(), span)?;
                let items = list.items().clone();
                let bytes = items.len() * SORTED_ITEM;
                let keyed = items.into_iter().map(|item| (item.clone(), item));
                let sorted = self.gathering(bytes, span, |run| {
                    run.sorted(keyed.collect(), Direction::Up, span)
                })?;
                let sorted = sorted.into_iter().map(|(_, item)| item).collect();
                self.changing(list, span, |items| *items = sorted)?;
            }
            Method::Remove => {
                let found = self.find(&list.items(), &arguments[0], span)?;
                let Some(at) = found else {
                    return Err(self.missing(&arguments[0], (name, span)));
                };
                self.changing(list, span, |items| items.remove(at))?;
            }
            Method::Clear => self.changing(list, span, Vec::clear)?,
        }
        Ok(Value::None)
    }

    fn pop(
        &mut self,
        list: &List,
        index: Option<&Value>,
        (name, span): (Span, Span),
    ) -> Fallible<Value> {
        let length = list.len();
        let index = match index {
            Some(index) => {
                self.charge(length, span)?;
                self.integer(index, span)?
            }
            None => -1,
        };
        match position_of(index, length) {
            Some(at) => self.changing(list, span, |items| items.remove(at)),
            None => Err(error_messages::pop(self.code(name), index, length, span)),
        }
    }

    fn index_of(
        &mut self,
        items: &[Value],
        wanted: &Value,
        (name, span): (Span, Span),
    ) -> Fallible<Value> {
        match self.find(items, wanted, span)? {
            Some(at) => Ok(Value::Int(at as i64)),
            None => Err(self.missing(wanted, (name, span))),
        }
    }

    fn count(&mut self, items: &[Value], wanted: &Value, span: Span) -> Fallible<Value> {
        let mut count = 0;
        for item in items {
            self.charge(1, span)?;
            count += i64::from(self.equal(item, wanted, span)?);
        }
        Ok(Value::Int(count))
    }

    fn integer(&self, value: &Value, span: Span) -> Fallible<i64> {
        let number = value.number();
        number.ok_or_else(|| self.wrong_type(span, value, "a number"))
    }

    #[cold]
    fn missing(&mut self, wanted: &Value, (name, span): (Span, Span)) -> Box<crate::fault::Fault> {
        match self.represented(wanted, span) {
            Ok(wanted) => error_messages::missing(self.code(name), &wanted, span),
            Err(fault) => fault,
        }
    }
}
