//! Values as text: `str`, `repr` and f-strings.

use super::format::Spec;
use super::quote::quoted;
use super::run::{Frame, Run};
use super::value::Value;
use super::{Fallible, error_messages};
use crate::source::Span;
use crate::tree::Piece;

impl<'m> Run<'m> {
    /// An f-string.
    pub(super) fn format(
        &mut self,
        frame: &mut Frame<'m>,
        pieces: &'m [Piece],
        span: Span,
    ) -> Fallible<Value> {
        let mut text = String::new();
        for piece in pieces {
            let part = match piece {
                Piece::Text(part) => part.clone(),
                Piece::Value(e, spec) => {
                    let value = self.value(frame, e)?;
                    self.padded(&value, spec, e.span)?
                }
            };
            self.charge(part.len(), span)?;
            text.push_str(&part);
        }
        Ok(Value::text(text))
    }

    fn padded(&mut self, value: &Value, spec: &str, span: Span) -> Fallible<String> {
        if spec.is_empty() {
            return self.shown(value, span);
        }
        let parsed = Spec::parse(spec).map_err(|why| error_messages::format(span, spec, &why))?;
        self.charge(parsed.width(), span)?;
        let text = match value {
            Value::Int(_) | Value::Bool(_) => parsed.number(value.number().unwrap_or_default()),
            Value::Str(text) => parsed.text(text),
            Value::None => return Err(self.wrong_type(span, value, "a number or a string")),
            Value::Tuple(_) | Value::List(_) => {
                Err("a list or a tuple takes no format: convert it with str(…)".to_owned())
            }
        };
        text.map_err(|why| error_messages::format(span, spec, &why))
    }

    /// `str(value)`.
    pub(super) fn shown(&mut self, value: &Value, span: Span) -> Fallible<String> {
        match value {
            Value::Str(text) => Ok(text.to_string()),
            other => self.represented(other, span),
        }
    }

    /// `repr(value)`.
    pub(super) fn represented(&mut self, value: &Value, span: Span) -> Fallible<String> {
        let mut text = String::new();
        self.write(value, &mut text, span)?;
        Ok(text)
    }

    fn write(&mut self, value: &Value, out: &mut String, span: Span) -> Fallible<()> {
        match value {
            Value::Int(number) => out.push_str(&number.to_string()),
            Value::Bool(true) => out.push_str("True"),
            Value::Bool(false) => out.push_str("False"),
            Value::None => out.push_str("None"),
            Value::Str(text) => {
                self.charge(text.len(), span)?;
                out.push_str(&quoted(text));
            }
            Value::Tuple(items) => {
                out.push('(');
                self.write_items(items, out, span)?;
                out.push_str(if items.len() == 1 { ",)" } else { ")" });
            }
            Value::List(list) => {
                out.push('[');
                self.write_items(&list.items(), out, span)?;
                out.push(']');
            }
        }
        Ok(())
    }

    fn write_items(&mut self, items: &[Value], out: &mut String, span: Span) -> Fallible<()> {
        for (number, item) in items.iter().enumerate() {
            self.charge(1, span)?;
            out.push_str(if number == 0 { "" } else { ", " });
            self.write(item, out, span)?;
        }
        Ok(())
    }
}
