//! Words of a constant, with their places in the file.

use ruff_python_ast::{Expr, StringFlags};
use ruff_text_size::Ranged;

use crate::check::span_of;
use crate::source::{Diagnostic, Source, Span};

/// The text of a string literal, with the places of its characters in the file.
pub(super) struct Text {
    pub(super) content: String,
    /// The place of the first byte; `None` if escapes or parts move the others.
    start: Option<u32>,
    whole: Span,
}

impl Text {
    /// The text of a literal; `None` for any other expression.
    pub(super) fn of(expr: &Expr, source: &Source) -> Option<Text> {
        let Expr::StringLiteral(node) = expr else {
            return None;
        };
        let content = node.value.to_str().to_owned();
        let parts: Vec<_> = node.value.iter().collect();
        let start = match parts.as_slice() {
            [part] => Some(u32::from(part.range().start() + part.flags.opener_len())),
            _ => None,
        };
        let same = |start: &u32| {
            let text = source.text.get(*start as usize..);
            text.is_some_and(|text| text.starts_with(&content))
        };
        Some(Text {
            start: start.filter(same),
            content,
            whole: span_of(expr),
        })
    }

    /// The place of some of its bytes.
    pub(super) fn span(&self, from: usize, to: usize) -> Span {
        match self.start {
            Some(start) if from < to => Span {
                start: start + from as u32,
                end: start + to as u32,
            },
            _ => self.whole,
        }
    }

    /// The place of the whole literal.
    pub(super) fn whole(&self) -> Span {
        self.whole
    }

    /// Its words; `example` is what to write if they are wrong.
    pub(super) fn words(&self, example: &'static str) -> Words<'_> {
        Words {
            text: self,
            at: 0,
            example,
        }
    }
}

/// The words of a text from left to right: names, numbers and single characters.
pub(super) struct Words<'a> {
    pub(super) text: &'a Text,
    at: usize,
    example: &'static str,
}

/// One of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) span: Span,
}

impl<'a> Words<'a> {
    /// The next word, which stays there; `None` at the end.
    pub(super) fn peek(&mut self) -> Option<Word<'a>> {
        let content = &self.text.content;
        let rest = &content[self.at..];
        let blank = |c: char| c != '\n' && (c.is_whitespace() || c == ',');
        let word = rest.trim_start_matches(blank);
        self.at = content.len() - word.len();
        let first = word.chars().next()?;
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let length = match first {
            '.' if word.starts_with("..") => 2,
            '*' if word.starts_with("**") => 2,
            first if is_part(first) => word.find(|c| !is_part(c)).unwrap_or(word.len()),
            first => first.len_utf8(),
        };
        Some(Word {
            text: &word[..length],
            span: self.text.span(self.at, self.at + length),
        })
    }

    pub(super) fn next(&mut self) -> Option<Word<'a>> {
        let word = self.peek()?;
        self.at += word.text.len();
        Some(word)
    }

    /// Takes the next word if it is this one.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let is_next = self.peek().is_some_and(|word| word.text == text);
        if is_next {
            self.next();
        }
        is_next
    }

    /// Whether the next word follows without white space.
    pub(super) fn is_adjacent(&self, text: &str) -> bool {
        self.text.content[self.at..].starts_with(text)
    }

    /// What is left of the text.
    pub(super) fn rest(&mut self) -> &'a str {
        let rest = &self.text.content[self.at..];
        self.at = self.text.content.len();
        rest
    }

    /// The error that something was expected at the next word.
    pub(super) fn expected(&mut self, what: &str) -> Diagnostic {
        let found = match self.peek() {
            Some(word) if word.text == "\n" => "the end of the line".to_owned(),
            Some(word) => format!("`{}`", word.text),
            None => "the end".to_owned(),
        };
        let span = self.peek().map_or(self.text.whole, |word| word.span);
        let message = format!("expected {what}, found {found}");
        Diagnostic::at(span, message).help(format!("write e.g. {}", self.example))
    }
}

/// Whether a word is a name.
pub(super) fn is_name(word: &str) -> bool {
    let mut letters = word.chars();
    letters
        .next()
        .is_some_and(|c| c.is_alphabetic() || c == '_')
}
