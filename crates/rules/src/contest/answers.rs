//! `answer`: the line for each result.

use std::borrow::Cow;

use kibitz_game::Wdl;
use ruff_python_ast::{Expr, ExprDict};

use super::text::Text;
use crate::check::span_of;
use crate::source::{Diagnostic, Source};
use crate::tree::{FunctionId, PlayConvention};

/// How answers are worded.
#[derive(Clone, Debug)]
pub enum Answers {
    /// A line for each result; of a result without one there is no case.
    Lines(Vec<(Wdl, Line)>),
    /// The function that returns the line for `"win"`, `"draw"` or `"loss"`, and perhaps a score.
    Function(FunctionId),
}

/// A line of output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line(Vec<Part>);

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    /// `{i}`: the number of the case.
    Number,
    /// `{score}`: the points of the player to move, less those of the other.
    Score,
}

/// Written for a score that is not known.
const NO_SCORE: &str = "(no score)";

impl Line {
    /// The line with its line end.
    pub fn write(&self, number: u64, score: Option<i64>, out: &mut Vec<u8>) {
        for part in &self.0 {
            let text = match (part, score) {
                (Part::Text(text), _) => Cow::Borrowed(text.as_str()),
                (Part::Number, _) => Cow::Owned(number.to_string()),
                (Part::Score, Some(score)) => Cow::Owned(score.to_string()),
                (Part::Score, None) => Cow::Borrowed(NO_SCORE),
            };
            out.extend_from_slice(text.as_bytes());
        }
        out.push(b'\n');
    }

    fn has_score(&self) -> bool {
        self.0.contains(&Part::Score)
    }

    /// Reads `Case #{i}: Alice`; `{{` and `}}` are braces.
    fn read(text: &Text, play: PlayConvention) -> Result<Line, Diagnostic> {
        let mut parts = Vec::new();
        let mut rest = text.content.as_str();
        while let Some(at) = rest.find(['{', '}', '\n']) {
            let (before, tail) = rest.split_at(at);
            let place = text.content.len() - tail.len();
            let braces = [("{{", "{"), ("}}", "}")];
            let brace = braces.iter().find(|(twice, _)| tail.starts_with(twice));
            let (skipped, part) = match brace {
                Some((twice, brace)) => (twice.len(), Part::Text((*brace).to_owned())),
                None if tail.starts_with("{i}") => (3, Part::Number),
                None if tail.starts_with("{score}") => {
                    if play != PlayConvention::Score {
                        let message = "`{score}` in a game that is not played for points";
                        return Err(Diagnostic::at(text.span(place, place + 7), message)
                            .help("write play = \"score\" if moves give points"));
                    }
                    (7, Part::Score)
                }
                None => {
                    let message = "expected `{i}`, the number of the case, or text of one line";
                    return Err(Diagnostic::at(text.span(place, place + 1), message)
                        .help("write `{{` and `}}` for braces"));
                }
            };
            parts.extend([Part::Text(before.to_owned()), part]);
            rest = &tail[skipped..];
        }
        parts.push(Part::Text(rest.to_owned()));
        Ok(Line(parts))
    }
}

/// The results by their names.
const RESULTS: [(&str, Wdl); 3] = [("win", Wdl::Win), ("loss", Wdl::Loss), ("draw", Wdl::Draw)];

/// Reads the lines of `answer = {"win": "Alice", "loss": "Bob"}`, or `answer = "{score}"`.
pub(super) fn lines(
    value: &Expr,
    source: &Source,
    play: PlayConvention,
) -> Result<Answers, Diagnostic> {
    const EXAMPLE: &str = "write answer = {\"win\": \"Alice\", \"loss\": \"Bob\"}, \
                           or a function `answer(result)`";
    if let Some(text) = Text::of(value, source) {
        let line = Line::read(&text, play)?;
        if line.has_score() {
            let lines = RESULTS.map(|(_, result)| (result, line.clone()));
            return Ok(Answers::Lines(lines.into()));
        }
    }
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
        lines.push((*result, Line::read(&text, play)?));
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
