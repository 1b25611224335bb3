//! `answer`: the line for each result.

use kibitz_game::Wdl;
use ruff_python_ast::{Expr, ExprDict};

use super::text::Text;
use crate::check::span_of;
use crate::source::{Diagnostic, Source};
use crate::tree::FunctionId;

/// How answers are worded.
#[derive(Clone, Debug)]
pub enum Answers {
    /// A line for each result; of a result without one there is no case.
    Lines(Vec<(Wdl, Line)>),
    /// The function that returns the line for `"win"`, `"draw"` or `"loss"`.
    Function(FunctionId),
}

/// A line of output: texts, with the number of the case between two of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line(Vec<String>);

impl Line {
    /// The line with its line end.
    pub fn write(&self, number: u64, out: &mut Vec<u8>) {
        for (place, text) in self.0.iter().enumerate() {
            if place > 0 {
                out.extend_from_slice(number.to_string().as_bytes());
            }
            out.extend_from_slice(text.as_bytes());
        }
        out.push(b'\n');
    }

    /// Reads `Case #{i}: Alice`; `{{` and `}}` are braces.
    fn read(text: &Text) -> Result<Line, Diagnostic> {
        let mut parts = vec![String::new()];
        let mut rest = text.content.as_str();
        while let Some(at) = rest.find(['{', '}', '\n']) {
            let (before, tail) = rest.split_at(at);
            let place = text.content.len() - tail.len();
            let skipped = match tail {
                _ if tail.starts_with("{{") || tail.starts_with("}}") => 2,
                _ if tail.starts_with("{i}") => 3,
                _ => {
                    let message = "expected `{i}`, the number of the case, or text of one line";
                    return Err(Diagnostic::at(text.span(place, place + 1), message)
                        .help("write `{{` and `}}` for braces"));
                }
            };
            if let Some(last) = parts.last_mut() {
                last.push_str(before);
                last.push_str(if skipped == 2 { &tail[..1] } else { "" });
            }
            if skipped == 3 {
                parts.push(String::new());
            }
            rest = &tail[skipped..];
        }
        if let Some(last) = parts.last_mut() {
            last.push_str(rest);
        }
        Ok(Line(parts))
    }
}

/// The results by their names.
const RESULTS: [(&str, Wdl); 3] = [("win", Wdl::Win), ("loss", Wdl::Loss), ("draw", Wdl::Draw)];

/// Reads the lines of `answer = {"win": "Alice", "loss": "Bob"}`.
pub(super) fn lines(value: &Expr, source: &Source) -> Result<Answers, Diagnostic> {
    const EXAMPLE: &str = "write answer = {\"win\": \"Alice\", \"loss\": \"Bob\"}, \
                           or a function `answer(result)`";
    let Expr::Dict(dict) = value else {
        let message = "`answer` must be a dict with a line for each result";
        return Err(Diagnostic::at(span_of(value), message).help(EXAMPLE));
    };
    let mut lines: Vec<(Wdl, Line)> = Vec::new();
    for item in dict {
        let key = item.key.as_ref();
        let span = key.map_or(span_of(value), span_of);
        let text = key.and_then(|key| Text::of(key, source));
        let name = text.as_ref().map_or("", |text| text.content.as_str());
        let Some((_, result)) = RESULTS.iter().find(|(own, _)| *own == name) else {
            let message =
                "expected \"win\", \"loss\" or \"draw\", the result for the player to move";
            return Err(Diagnostic::at(span, message).help(EXAMPLE));
        };
        if lines.iter().any(|(own, _)| own == result) {
            return Err(Diagnostic::at(span, format!("`{name}` has two answers"))
                .help("remove one of them"));
        }
        let text = Text::of(&item.value, source).ok_or_else(|| {
            Diagnostic::at(span_of(&item.value), "an answer is a string").help(EXAMPLE)
        })?;
        lines.push((*result, Line::read(&text)?));
    }
    complete(dict, &lines)?;
    Ok(Answers::Lines(lines))
}

/// A contest that has only one answer asks nothing.
fn complete(dict: &ExprDict, lines: &[(Wdl, Line)]) -> Result<(), Diagnostic> {
    if lines.len() >= 2 {
        return Ok(());
    }
    let message = "`answer` needs at least two results";
    Err(Diagnostic::at(span_of(dict), message)
        .help("write answer = {\"win\": \"Alice\", \"loss\": \"Bob\"}"))
}
