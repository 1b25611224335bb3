//! Errors in contest input, with their place and an excerpt.

use std::fmt;
use std::io;

use crate::StopReason;

/// Maximum number of bytes of a word quoted in an error.
const MAX_QUOTE_LEN: usize = 20;

/// Input that cannot be used: reading failed, or the text is invalid.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// The text is invalid.
    #[error(transparent)]
    Bad(#[from] Box<BadInput>),
    /// A single case exceeds its memory limit.
    #[error(transparent)]
    Stop(#[from] StopReason),
    /// The text could not be read.
    #[error("{name}: {error}")]
    Io {
        /// The name of the input.
        name: String,
        /// The system's error.
        error: io::Error,
    },
}

/// An error in contest input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadInput {
    /// The name of the input.
    pub name: String,
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1.
    pub column: u64,
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: String,
    /// The case, from 1, if one had begun.
    pub case: Option<u64>,
    /// The line, or the part of it around the error, made printable.
    pub excerpt: String,
    /// Where in the excerpt the error begins, in characters.
    pub caret: usize,
    /// The number of characters of the excerpt in error, at least one.
    pub width: usize,
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}:{}: expected {}, found {}",
            self.name, self.line, self.column, self.expected, self.found
        )
    }
}

impl std::error::Error for BadInput {}

impl From<BadInput> for InputError {
    fn from(bad: BadInput) -> InputError {
        InputError::Bad(Box::new(bad))
    }
}

/// A printable part of a line, and where in it an error begins and how many characters it covers.
/// The error is the first `length` bytes of `tail`; `is_cut` means that the line begins before
/// `head`.
pub(super) fn pointed(
    head: &[u8],
    is_cut: bool,
    tail: &[u8],
    length: usize,
) -> (String, usize, usize) {
    let line_end = memchr::memchr2(b'\n', b'\r', tail).unwrap_or(tail.len());
    let tail = &tail[..line_end];
    let dots = if is_cut { "…" } else { "" };
    let head = format!("{dots}{}", printable(head));
    let caret = head.chars().count();
    let marked = printable(&tail[..length.min(tail.len())]);
    let width = marked.chars().count().max(1);
    (head + &printable(tail), caret, width)
}

/// Bytes of unknown origin, one character for each byte that is not valid UTF-8.
fn printable(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        let shown = |c: char| match c {
            '\t' => ' ',
            c if is_hidden(c) => '·',
            c => c,
        };
        text.extend(chunk.valid().chars().map(shown));
        text.extend(chunk.invalid().iter().map(|_| '·'));
    }
    text
}

/// The beginning of a word in back quotes; for an empty word, the end of the input.
pub(super) fn quote(word: &[u8]) -> String {
    if word.is_empty() {
        return "the end of the input".to_owned();
    }
    if word.len() <= MAX_QUOTE_LEN {
        return format!("`{}`", escaped(word));
    }
    // Do not cut inside a character.
    let is_inner = |i: &usize| word[*i] & 0xc0 == 0x80;
    let cut = (MAX_QUOTE_LEN - 3..=MAX_QUOTE_LEN).rfind(|i| !is_inner(i));
    let head = &word[..cut.unwrap_or(MAX_QUOTE_LEN)];
    format!("`{}…`", escaped(head))
}

/// Bytes of unknown origin, escaped so that different inputs look different.
fn escaped(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if is_hidden(c) {
                text.extend(c.escape_debug());
            } else {
                text.push(c);
            }
        }
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    text
}

/// Whether a character is invisible or changes the rendering of others: a control character, a byte
/// order mark, a combining accent.
fn is_hidden(c: char) -> bool {
    !matches!(c, '\\' | '\'' | '"') && c.escape_debug().len() > 1
}
