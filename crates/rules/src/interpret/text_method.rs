//! Methods of strings. Places are counted in characters, as in Python.

use super::Fallible;
use super::run::{Frame, Run};
use super::value::Value;
use crate::fault::{Fault, FaultKind};
use crate::source::Span;
use crate::tree::{Expression, TextMethod};

impl<'m> Run<'m> {
    pub(super) fn text_method(
        &mut self,
        frame: &mut Frame<'m>,
        method: TextMethod,
        object: &'m Expression,
        arguments: &'m [Expression],
        span: Span,
    ) -> Fallible<Value> {
        let text = self.text(frame, object)?;
        let mut parts = Vec::with_capacity(arguments.len());
        for argument in arguments {
            parts.push(self.text(frame, argument)?);
        }
        let first = parts.first().map_or("", |part| &**part);
        let second = parts.get(1).map_or("", |part| &**part);
        self.charge(text.len() + first.len(), span)?;
        let place =
            |found: Option<usize>| found.map_or(-1, |byte| text[..byte].chars().count() as i64);
        Ok(match method {
            TextMethod::Count if first.is_empty() => Value::Int(text.chars().count() as i64 + 1),
            TextMethod::Count => Value::Int(text.matches(first).count() as i64),
            TextMethod::Find => Value::Int(place(text.find(first))),
            TextMethod::Rfind => Value::Int(place(text.rfind(first))),
            TextMethod::Index => match text.find(first) {
                Some(byte) => Value::Int(place(Some(byte))),
                None => {
                    let message = "the substring is not in the string";
                    let fault = Fault::at(FaultKind::Value, span, message);
                    return Err(Box::new(fault.help("`find` returns -1 instead")));
                }
            },
            TextMethod::StartsWith => Value::Bool(text.starts_with(first)),
            TextMethod::EndsWith => Value::Bool(text.ends_with(first)),
            TextMethod::Replace => {
                let room = match first.is_empty() {
                    true => text.chars().count() + 1,
                    false => text.matches(first).count(),
                };
                self.charge(room * second.len(), span)?;
                Value::text(text.replace(first, second))
            }
            TextMethod::Parse => {
                let digits = text.trim();
                match digits.parse() {
                    Ok(number) => Value::Int(number),
                    Err(_) => {
                        let message =
                            format!("{} is not a number of 64 bits", super::quoted(&text));
                        let fault = Fault::at(FaultKind::Value, span, message);
                        return Err(Box::new(fault.help("`int(…)` needs decimal digits")));
                    }
                }
            }
        })
    }
}
