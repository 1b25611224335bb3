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
            TextMethod::Split if parts.is_empty() => {
                let words = text.split(is_space).filter(|word| !word.is_empty());
                self.words(words.collect(), span)?
            }
            TextMethod::Split if first.is_empty() => {
                let fault = Fault::at(FaultKind::Value, span, "empty separator");
                return Err(Box::new(
                    fault.help("the letters of a string: `list(text)`"),
                ));
            }
            TextMethod::Split => self.words(text.split(first).collect(), span)?,
            TextMethod::Strip | TextMethod::LeftStrip | TextMethod::RightStrip => {
                let is_stripped = |letter: char| match parts.is_empty() {
                    true => is_space(letter),
                    false => first.contains(letter),
                };
                Value::text(match method {
                    TextMethod::LeftStrip => text.trim_start_matches(is_stripped),
                    TextMethod::RightStrip => text.trim_end_matches(is_stripped),
                    _ => text.trim_matches(is_stripped),
                })
            }
            TextMethod::Upper => Value::text(text.to_uppercase()),
            TextMethod::Lower => Value::text(text.to_lowercase()),
            TextMethod::IsUpper
            | TextMethod::IsLower
            | TextMethod::IsDigit
            | TextMethod::IsAlpha
            | TextMethod::IsAlphanumeric => {
                if !text.is_ascii() {
                    let message = "this method is supported for ASCII letters only";
                    let fault = Fault::at(FaultKind::Value, span, message);
                    return Err(Box::new(fault.help("compare letters: `letter in \"äöü\"`")));
                }
                let all = |is: fn(&u8) -> bool| !text.is_empty() && text.bytes().all(|b| is(&b));
                Value::Bool(match method {
                    TextMethod::IsDigit => all(u8::is_ascii_digit),
                    TextMethod::IsAlpha => all(u8::is_ascii_alphabetic),
                    TextMethod::IsAlphanumeric => all(u8::is_ascii_alphanumeric),
                    TextMethod::IsUpper => {
                        let has_any = text.bytes().any(|b| b.is_ascii_uppercase());
                        has_any && !text.bytes().any(|b| b.is_ascii_lowercase())
                    }
                    _ => {
                        let has_any = text.bytes().any(|b| b.is_ascii_lowercase());
                        has_any && !text.bytes().any(|b| b.is_ascii_uppercase())
                    }
                })
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

    /// A list of strings.
    fn words(&mut self, words: Vec<&str>, span: Span) -> Fallible<Value> {
        self.charge(words.len(), span)?;
        Ok(Value::list(words.into_iter().map(Value::text).collect()))
    }
}

/// Whether Python counts a character as whitespace: as Unicode does, and the separators
/// U+001C to U+001F.
pub(crate) fn is_space(letter: char) -> bool {
    letter.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&letter)
}
