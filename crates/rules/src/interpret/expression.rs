//! Evaluation of expressions.

use std::rc::Rc;

use super::arithmetic::compute;
use super::run::{Frame, Run};
use super::value::Value;
use super::{Fallible, error_messages, unbound};
use crate::fault::Fault;
use crate::source::Span;
use crate::tree::{Binary, Expression, GlobalId, Kind, LocalId, Type, Unary};

impl<'m> Run<'m> {
    /// The value of an expression.
    pub(super) fn value(&mut self, frame: &mut Frame<'m>, e: &'m Expression) -> Fallible<Value> {
        Ok(match &e.kind {
            Kind::Int(number) => Value::Int(*number),
            Kind::Bool(is_true) => Value::Bool(*is_true),
            Kind::None => Value::None,
            Kind::Str(text) => Value::text(text.as_str()),
            Kind::Local(id) => self.local(frame, *id, e.span)?,
            Kind::Global(id) => self.global(*id, e.span)?,
            _ => self.deeper(e.span, |run| run.compound(frame, e))?,
        })
    }

    fn compound(&mut self, frame: &mut Frame<'m>, e: &'m Expression) -> Fallible<Value> {
        match &e.kind {
            Kind::Int(_)
            | Kind::Bool(_)
            | Kind::None
            | Kind::Str(_)
            | Kind::Local(_)
            | Kind::Global(_) => self.value(frame, e),
            Kind::Tuple(items) => Ok(Value::tuple(self.values(frame, items)?)),
            Kind::List(items) => {
                self.charge(items.len(), e.span)?;
                Ok(Value::list(self.values(frame, items)?))
            }
            Kind::Unary(operator, operand) => self.unary(frame, *operator, operand, e.span),
            Kind::Binary(operator, left, right) => {
                let left = self.value(frame, left)?;
                let right = self.value(frame, right)?;
                self.binary(*operator, left, right, e.span)
            }
            Kind::Compare(first, rest) => self.compare(frame, first, rest),
            Kind::And(operands) => self.first_that_is(frame, operands, false),
            Kind::Or(operands) => self.first_that_is(frame, operands, true),
            Kind::Conditional {
                test,
                then,
                otherwise,
            } => {
                let chosen = if self.is_true(frame, test)? {
                    then
                } else {
                    otherwise
                };
                self.value(frame, chosen)
            }
            Kind::Unwrap(inner) => match self.value(frame, inner)? {
                Value::None => Err(self.wrong_type(inner.span, &Value::None, needed(&e.ty))),
                value => Ok(value),
            },
            Kind::Index(object, index) => self.index(frame, object, index, e.span),
            Kind::Slice {
                object,
                start,
                stop,
                step,
            } => {
                let object = self.value(frame, object)?;
                let start = self.bound(frame, start.as_deref())?;
                let stop = self.bound(frame, stop.as_deref())?;
                let step = self.bound(frame, step.as_deref())?;
                self.slice(&object, (start, stop, step), e.span)
            }
            Kind::Call(id, arguments) => {
                self.defined(*id, e.span)?;
                let arguments = self.values(frame, arguments)?;
                self.call(*id, arguments, e.span)
            }
            Kind::Text(method, object, arguments) => {
                self.text_method(frame, *method, object, arguments, e.span)
            }
            Kind::Method(method, object, arguments) => {
                self.method(frame, *method, object, arguments, e.span)
            }
            Kind::Builtin(builtin, arguments) => self.builtin(frame, *builtin, arguments, e.span),
            Kind::Gather(gathering, comprehension) => {
                self.gather(frame, gathering, comprehension, e.span)
            }
            Kind::Format(pieces) => self.format(frame, pieces, e.span),
        }
    }

    pub(super) fn values(
        &mut self,
        frame: &mut Frame<'m>,
        expressions: &'m [Expression],
    ) -> Fallible<Vec<Value>> {
        let mut values = Vec::with_capacity(expressions.len());
        for e in expressions {
            values.push(self.value(frame, e)?);
        }
        Ok(values)
    }

    pub(super) fn is_true(&mut self, frame: &mut Frame<'m>, e: &'m Expression) -> Fallible<bool> {
        Ok(self.value(frame, e)?.is_true())
    }

    /// The value of a numeric expression.
    pub(super) fn number(&mut self, frame: &mut Frame<'m>, e: &'m Expression) -> Fallible<i64> {
        let value = self.value(frame, e)?;
        value
            .number()
            .ok_or_else(|| self.wrong_type(e.span, &value, "a number"))
    }

    /// The value of a string expression.
    pub(super) fn text(&mut self, frame: &mut Frame<'m>, e: &'m Expression) -> Fallible<Rc<str>> {
        match self.value(frame, e)? {
            Value::Str(text) => Ok(text),
            other => Err(self.wrong_type(e.span, &other, "a string")),
        }
    }

    pub(super) fn local(&mut self, frame: &Frame<'m>, id: LocalId, span: Span) -> Fallible<Value> {
        match &frame.locals[id.0 as usize] {
            Some(value) => Ok(value.clone()),
            None => Err(unbound::local(self.program, frame.function, id, span)),
        }
    }

    pub(super) fn global(&mut self, id: GlobalId, span: Span) -> Fallible<Value> {
        match &self.globals[id.0 as usize] {
            Some(value) => Ok(value.clone()),
            None => Err(unbound::global(self.program, id, span)),
        }
    }

    /// `and` (the first false value) and `or` (the first true one).
    fn first_that_is(
        &mut self,
        frame: &mut Frame<'m>,
        operands: &'m [Expression],
        wanted: bool,
    ) -> Fallible<Value> {
        let mut value = Value::Bool(!wanted);
        for operand in operands {
            value = self.value(frame, operand)?;
            if value.is_true() == wanted {
                break;
            }
        }
        Ok(value)
    }

    fn unary(
        &mut self,
        frame: &mut Frame<'m>,
        operator: Unary,
        operand: &'m Expression,
        span: Span,
    ) -> Fallible<Value> {
        if operator == Unary::Not {
            return Ok(Value::Bool(!self.is_true(frame, operand)?));
        }
        let number = self.number(frame, operand)?;
        Ok(Value::Int(match operator {
            Unary::Minus => match number.checked_neg() {
                Some(negative) => negative,
                None => return Err(error_messages::overflow(span, format!("-({number})"))),
            },
            Unary::Invert => !number,
            Unary::Plus | Unary::Not => number,
        }))
    }

    /// `a op b`.
    pub(super) fn binary(
        &mut self,
        operator: Binary,
        a: Value,
        b: Value,
        span: Span,
    ) -> Fallible<Value> {
        if let (Value::Bool(a), Value::Bool(b)) = (&a, &b) {
            match operator {
                Binary::And => return Ok(Value::Bool(a & b)),
                Binary::Or => return Ok(Value::Bool(a | b)),
                Binary::Xor => return Ok(Value::Bool(a ^ b)),
                _ => {}
            }
        }
        match (a.number(), b.number()) {
            (Some(a), Some(b)) => match compute(operator, a, b) {
                Ok(result) => Ok(Value::Int(result)),
                Err(error) => Err(error_messages::arithmetic(error, operator, a, b, span)),
            },
            (None, Some(times)) if operator == Binary::Multiply => self.repeated(&a, times, span),
            (Some(times), None) if operator == Binary::Multiply => self.repeated(&b, times, span),
            _ if operator == Binary::Add => self.joined(&a, &b, span),
            _ => Err(self.wrong_type(span, if a.number().is_none() { &a } else { &b }, "a number")),
        }
    }

    /// A fault for a value of an unexpected type. The checker has proved all
    /// types except `None`, so that is what this reports.
    #[cold]
    pub(super) fn wrong_type(&self, span: Span, value: &Value, expected: &str) -> Box<Fault> {
        error_messages::wrong_type(self.code(span), span, value, expected)
    }
}

/// The expected type of an optional value that is `None`.
fn needed(ty: &Type) -> &'static str {
    match ty {
        Type::Int => "a number",
        Type::Bool => "True or False",
        Type::Str => "a string",
        Type::Tuple(_) | Type::Row(_) => "a tuple",
        Type::List(_) => "a list",
        Type::Set(_) => "a set",
        Type::None | Type::Optional(_) => "a value",
    }
}
