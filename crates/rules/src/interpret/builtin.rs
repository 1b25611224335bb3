//! Built-in functions of Python and `kibitz`.

use super::arithmetic::{self, compute, power_modulo, range_length};
use super::run::{Frame, Run};
use super::sort::Direction;
use super::value::{List, Value};
use super::{Fallible, error_messages};
use crate::fault::{Fault, FaultKind};
use crate::source::Span;
use crate::tree::{Binary, Builtin, Expression, Kind};

impl<'m> Run<'m> {
    pub(super) fn builtin(
        &mut self,
        frame: &mut Frame<'m>,
        builtin: Builtin,
        arguments: &'m [Expression],
        span: Span,
    ) -> Fallible<Value> {
        if let (Builtin::Len, Kind::Builtin(Builtin::Range, bounds)) = (builtin, &arguments[0].kind)
        {
            let (start, stop, step) = self.range(frame, bounds, arguments[0].span)?;
            let length = range_length(start, stop, step);
            return match i64::try_from(length) {
                Ok(length) => Ok(Value::Int(length)),
                Err(_) => Err(error_messages::overflow(
                    span,
                    format!("the length {length}"),
                )),
            };
        }
        let values = self.values(frame, arguments)?;
        match builtin {
            Builtin::Len => self.length(&values[0], arguments[0].span),
            Builtin::Bool => Ok(Value::Bool(values[0].is_true())),
            Builtin::Str => Ok(Value::text(self.shown(&values[0], span)?)),
            Builtin::Min => self.extreme_of(values, Direction::Up, span),
            Builtin::Max => self.extreme_of(values, Direction::Down, span),
            Builtin::Grid => self.grid(&values, arguments, span),
            Builtin::Deepcopy => self.deep_copy(&values[0], &mut Vec::new(), span),
            Builtin::Ord => self.ord(&values[0], arguments[0].span),
            _ => {
                let mut numbers = Vec::with_capacity(values.len());
                for (value, e) in values.iter().zip(arguments) {
                    let number = value.number();
                    numbers.push(number.ok_or_else(|| self.wrong_type(e.span, value, "a number"))?);
                }
                of_numbers(builtin, &numbers, span)
            }
        }
    }

    /// `copy.deepcopy(value)`; `copied` has the lists that were copied before.
    fn deep_copy(
        &mut self,
        value: &Value,
        copied: &mut Vec<(List, List)>,
        span: Span,
    ) -> Fallible<Value> {
        Ok(match value {
            Value::List(list) => {
                self.charge(list.len() + copied.len() + 1, span)?;
                if let Some((_, copy)) = copied.iter().find(|(before, _)| before.is(list)) {
                    return Ok(Value::List(copy.clone()));
                }
                let mut items = Vec::with_capacity(list.len());
                for item in list.items().iter() {
                    items.push(self.deep_copy(item, copied, span)?);
                }
                let copy = List::new(items);
                copied.push((list.clone(), copy.clone()));
                Value::List(copy)
            }
            Value::Tuple(items) => {
                self.charge(items.len(), span)?;
                let copies = items.iter().map(|item| self.deep_copy(item, copied, span));
                Value::tuple(copies.collect::<Fallible<_>>()?)
            }
            other => other.clone(),
        })
    }

    fn length(&mut self, value: &Value, span: Span) -> Fallible<Value> {
        let length = match value {
            Value::List(list) => list.len(),
            Value::Tuple(items) => items.len(),
            Value::Str(text) => text.chars().count(),
            other => return Err(self.wrong_type(span, other, "a list")),
        };
        Ok(Value::Int(length as i64))
    }

    /// `min(a, b, …)` and `max(a, b, …)`: the first of equal values.
    fn extreme_of(
        &mut self,
        values: Vec<Value>,
        direction: Direction,
        span: Span,
    ) -> Fallible<Value> {
        let mut best: Option<Value> = None;
        for value in values {
            let is_better = match &best {
                Some(best) => self.precedes(&value, best, direction, span)?,
                None => true,
            };
            if is_better {
                best = Some(value);
            }
        }
        best.ok_or_else(|| error_messages::nothing(direction, span))
    }

    fn ord(&mut self, value: &Value, span: Span) -> Fallible<Value> {
        let Value::Str(text) = value else {
            return Err(self.wrong_type(span, value, "a string"));
        };
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => Ok(Value::Int(i64::from(u32::from(letter)))),
            _ => {
                let length = text.chars().count();
                let message = format!("`ord` got a string of {length} characters");
                let fault = Fault::at(FaultKind::Value, span, message);
                Err(Box::new(fault.help("`ord` takes exactly one character")))
            }
        }
    }
}

/// Functions of numbers only.
fn of_numbers(builtin: Builtin, numbers: &[i64], span: Span) -> Fallible<Value> {
    let binary = |operator, a, b| {
        compute(operator, a, b)
            .map_err(|error| error_messages::arithmetic(error, operator, a, b, span))
    };
    let overflow = |what: String| error_messages::overflow(span, what);
    Ok(match (builtin, numbers) {
        (Builtin::Abs, &[a]) => {
            let size = a.checked_abs();
            Value::Int(size.ok_or_else(|| overflow(format!("abs({a})")))?)
        }
        (Builtin::Divmod, &[a, b]) => {
            let quotient = binary(Binary::FloorDivide, a, b)?;
            let rest = binary(Binary::Modulo, a, b)?;
            Value::tuple(vec![Value::Int(quotient), Value::Int(rest)])
        }
        (Builtin::Pow, &[a, b]) => Value::Int(binary(Binary::Power, a, b)?),
        (Builtin::Pow, &[a, b, m]) => match power_modulo(a, b, m) {
            Ok(result) => Value::Int(result),
            Err(error) => {
                return Err(error_messages::arithmetic(error, Binary::Power, a, b, span));
            }
        },
        (Builtin::Int, &[a]) => Value::Int(a),
        (Builtin::Gcd, _) => {
            let gcd = arithmetic::gcd(numbers);
            let called = || {
                let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
                format!("gcd({})", numbers.join(", "))
            };
            Value::Int(gcd.map_err(|_| overflow(called()))?)
        }
        (Builtin::Isqrt, &[a]) => match a.checked_isqrt() {
            Some(root) => Value::Int(root),
            None => return Err(negative("isqrt", a, span)),
        },
        (Builtin::Popcount, &[a]) => match a {
            ..0 => return Err(negative("popcount", a, span)),
            _ => Value::Int(i64::from(a.count_ones())),
        },
        (Builtin::BitLength, &[a]) => {
            Value::Int(i64::from(u64::BITS - a.unsigned_abs().leading_zeros()))
        }
        (Builtin::Chr, &[a]) => match u32::try_from(a).ok().and_then(char::from_u32) {
            Some(letter) => Value::text(letter.to_string()),
            None => {
                let fault = Fault::at(
                    FaultKind::Value,
                    span,
                    format!("{a} is not a valid code point"),
                );
                return Err(Box::new(fault.help(
                    "code points are 0 to 1114111, without surrogates; chr(97) is \"a\"",
                )));
            }
        },
        _ => unreachable!("{builtin:?} with {} arguments", numbers.len()),
    })
}

#[cold]
fn negative(name: &str, number: i64, span: Span) -> Box<Fault> {
    let message = format!("`{name}` got the negative number {number}");
    Box::new(Fault::at(FaultKind::Value, span, message).help(match name {
        "popcount" => "a bit set is not negative: avoid `~` and `-`, or mask with `&`",
        _ => "check first that the number is not negative",
    }))
}
