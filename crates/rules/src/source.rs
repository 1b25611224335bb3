//! Source text of a rule file, places in it, and diagnostics rendered at their
//! place.

use std::fmt::{self, Write as _};
use std::ops::Range;

/// A rule file: its name as the user gave it, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name to show in messages.
    pub name: String,
    /// The text.
    pub text: String,
}

/// A range of the source, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The span as a range of bytes.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// From the start of this span to the end of another.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start,
            end: other.end.max(self.end),
        }
    }
}

/// A place for users: line and column from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Source {
    /// A source with a name. As in CPython, a leading byte order mark is
    /// skipped, and every line end becomes `\n`, also in strings.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        let mut text = text.into();
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        if text.contains('\r') {
            text = text.replace("\r\n", "\n").replace('\r', "\n");
        }
        Source {
            name: name.into(),
            text,
        }
    }

    /// The text of a span.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// The place of a byte.
    #[must_use]
    pub fn place(&self, byte: u32) -> Place {
        let mut end = (byte as usize).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &self.text[..end];
        let line_start = before.rfind('\n').map_or(0, |n| n + 1);
        Place {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }

    fn line(&self, number: usize) -> &str {
        self.text.lines().nth(number - 1).unwrap_or_default()
    }
}

/// A diagnostic of the checker or of a run-time fault: message, place and help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The place; `None` for the file as a whole.
    pub span: Option<Span>,
    /// The message, in one line.
    pub message: String,
    /// Notes, one line each: e.g. the position at which it happened.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic at a place.
    pub fn at(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            span: Some(span),
            message: message.into(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// A diagnostic of the whole file.
    pub fn of_file(message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            span: None,
            message: message.into(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// Adds a line of help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// The rendered diagnostic, with the source line and carets under the span;
    /// to follow `error: `.
    #[must_use]
    pub fn render(&self, source: &Source) -> String {
        let mut text = format!("{}\n", self.message);
        // Writing to a string cannot fail.
        let _ = self.write_place(source, &mut text);
        while text.ends_with('\n') {
            text.pop();
        }
        text
    }

    fn write_place(&self, source: &Source, out: &mut String) -> fmt::Result {
        let margin = match self.span {
            Some(span) => {
                let place = source.place(span.start);
                let number = place.line.to_string();
                let margin = " ".repeat(number.len());
                let line = source.line(place.line).replace('\t', " ");
                let width = self.caret_width(source, span, place, &line);
                let excerpt = Excerpt::around(&line, place.column - 1, width);
                let line = excerpt.text;
                let gap = " ".repeat(excerpt.before);
                let carets = "^".repeat(excerpt.width);
                let Place { line: row, column } = place;
                writeln!(out, "{margin}--> {}:{row}:{column}", source.name)?;
                writeln!(out, "{margin} |")?;
                writeln!(out, "{number} | {line}")?;
                writeln!(out, "{margin} | {gap}{carets}")?;
                margin
            }
            None => {
                writeln!(out, " --> {}", source.name)?;
                " ".to_owned()
            }
        };
        for note in &self.notes {
            writeln!(out, "{margin} = {note}")?;
        }
        if let Some(help) = &self.help {
            writeln!(out, "{margin} = help: {help}")?;
        }
        Ok(())
    }

    /// Width of the carets, which stay within the first line of the span.
    fn caret_width(&self, source: &Source, span: Span, place: Place, line: &str) -> usize {
        let first = source.slice(span).lines().next().unwrap_or_default();
        let rest = line.chars().count().saturating_sub(place.column - 1);
        first.chars().count().min(rest).max(1)
    }
}

/// The part of a line that a diagnostic prints, and which of its characters are
/// underlined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// At most [`Excerpt::MAX_LEN`] characters; `…` replaces the first or the
    /// last one if the line continues on that side.
    pub text: String,
    /// Number of characters before the underlined ones.
    pub before: usize,
    /// Number of underlined characters.
    pub width: usize,
}

impl Excerpt {
    /// Maximum length of an excerpt, in characters.
    pub const MAX_LEN: usize = 100;

    /// Clips `line` around the `width` characters that follow the first
    /// `before` ones. Lines of at most [`Excerpt::MAX_LEN`] characters are
    /// returned as they are.
    #[must_use]
    pub fn around(line: &str, before: usize, width: usize) -> Excerpt {
        let len = line.chars().count();
        if len <= Excerpt::MAX_LEN {
            return Excerpt {
                text: line.to_owned(),
                before,
                width,
            };
        }
        // At least a quarter of the excerpt precedes the underlined characters,
        // unless the line begins there, so the first of them is never clipped.
        let half = Excerpt::MAX_LEN / 2;
        let middle = before.min(len) + width.min(half) / 2;
        let start = middle.saturating_sub(half).min(len - Excerpt::MAX_LEN);
        let end = start + Excerpt::MAX_LEN;
        let mut text: Vec<char> = line.chars().skip(start).take(Excerpt::MAX_LEN).collect();
        let mut last = end;
        if start > 0 {
            text[0] = '…';
        }
        if end < len {
            text[Excerpt::MAX_LEN - 1] = '…';
            last -= 1;
        }
        Excerpt {
            text: text.into_iter().collect(),
            before: before - start,
            width: width.min(last.saturating_sub(before)).max(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Diagnostic, Excerpt, Source, Span};

    #[test]
    fn byte_order_mark_and_line_ends_are_those_of_cpython() {
        let source = Source::new("game.py", "\u{feff}a\r\nb\rc\n\r\n\r\r\nd");
        assert_eq!(source.text, "a\nb\nc\n\n\n\nd");
        assert_eq!(source.place(4).line, 3);
    }

    #[test]
    fn short_lines_are_not_clipped() {
        let line = "x".repeat(Excerpt::MAX_LEN);
        for (before, width) in [(0, 1), (99, 1), (100, 1), (0, 100)] {
            let excerpt = Excerpt::around(&line, before, width);
            let text = line.clone();
            assert_eq!(
                excerpt,
                Excerpt {
                    text,
                    before,
                    width
                }
            );
        }
    }

    #[test]
    fn long_lines_are_clipped_around_the_underlined_characters() {
        // No two characters within a window are equal, so each names its place.
        let line: Vec<char> = ('\u{4e00}'..).take(1_000).collect();
        let text: String = line.iter().collect();
        for before in 0..=line.len() {
            for width in [1, 2, 10, 49, 50, 51, 99, 100, 101, 2_000] {
                let width = width.min((line.len() - before).max(1));
                let excerpt = Excerpt::around(&text, before, width);
                let shown: Vec<char> = excerpt.text.chars().collect();
                assert_eq!(shown.len(), Excerpt::MAX_LEN);
                let underlined: Vec<char> = shown
                    .iter()
                    .skip(excerpt.before)
                    .take(excerpt.width)
                    .copied()
                    .collect();
                // The end of the line has no character to underline.
                let all = &line[before..(before + width).min(line.len())];
                assert!(all.starts_with(&underlined), "{before} {width}");
                assert!(before == line.len() || !underlined.is_empty());
                let is_whole = underlined.len() == all.len();
                assert!(is_whole || (width > 50 && underlined.len() >= 50));
                assert_eq!(shown[0] == '…', shown[0] != line[0]);
                assert_eq!(shown[99] == '…', shown[99] != line[999]);
            }
        }
    }

    #[test]
    fn a_rendered_diagnostic_has_no_long_line() {
        let text = format!("a = {}\n", "1 + ".repeat(10_000));
        let source = Source::new("long.py", text);
        let span = Span {
            start: 20_004,
            end: 20_005,
        };
        let rendered = Diagnostic::at(span, "wrong").render(&source);
        assert!(rendered.contains("--> long.py:1:20005\n"), "{rendered}");
        let lines: Vec<&str> = rendered.lines().collect();
        assert!(lines.iter().all(|line| line.chars().count() <= 104));
        let (source_line, carets) = (lines[3], lines[4]);
        let caret = carets.chars().position(|c| c == '^').unwrap();
        assert_eq!(source_line.chars().nth(caret), Some('1'));
        assert!(source_line.starts_with("1 | …") && source_line.ends_with('…'));
    }
}
