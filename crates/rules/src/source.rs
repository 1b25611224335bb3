//! A rule file as text: places in it, and mistakes shown at their place.

use std::fmt::{self, Write as _};
use std::ops::Range;

/// A rule file: its name, as people gave it, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name to show in messages.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// A piece of the source, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The piece as a range of bytes.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// From the beginning of this piece to the end of another.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start,
            end: other.end.max(self.end),
        }
    }
}

/// A place as people count: lines and columns from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Source {
    /// A source with a name. A byte order mark before the text is no part of
    /// it, as in CPython.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        let mut text = text.into();
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        Source {
            name: name.into(),
            text,
        }
    }

    /// The text of a piece.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Where a byte stands.
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

/// A mistake in a rule file, or one that it made while it ran: what, where, and
/// what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Where; nothing for a mistake of the file as a whole.
    pub span: Option<Span>,
    /// What is wrong, in one line.
    pub message: String,
    /// Further facts, one line each: the position at which it happened.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
}

impl Mistake {
    /// A mistake at a place.
    pub fn at(span: Span, message: impl Into<String>) -> Mistake {
        Mistake {
            span: Some(span),
            message: message.into(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// A mistake of the whole file.
    pub fn of_file(message: impl Into<String>) -> Mistake {
        Mistake {
            span: None,
            message: message.into(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// The same with a line of help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Mistake {
        self.help = Some(help.into());
        self
    }

    /// The same with a further fact.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Mistake {
        self.notes.push(note.into());
        self
    }

    /// The mistake as people read it, with the source line and a caret under
    /// the span. It begins after `error: `.
    #[must_use]
    pub fn render(&self, source: &Source) -> String {
        let mut text = format!("{}\n", self.message);
        // Writing to a string does not fail.
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
                let gap = " ".repeat(place.column - 1);
                let carets = "^".repeat(width);
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

    /// Carets stay within the first line of the span.
    fn caret_width(&self, source: &Source, span: Span, place: Place, line: &str) -> usize {
        let first = source.slice(span).lines().next().unwrap_or_default();
        let rest = line.chars().count().saturating_sub(place.column - 1);
        first.chars().count().min(rest).max(1)
    }
}
