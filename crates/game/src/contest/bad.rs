//! What is wrong with contest input, said so that it can be found.

use std::fmt;
use std::io;

use crate::Stop;

/// So much of a word is quoted in an error.
const LONGEST_QUOTE: usize = 20;

/// Input that cannot be used: the reader failed, or the text is wrong.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// The text is wrong.
    #[error(transparent)]
    Bad(#[from] Box<BadInput>),
    /// One case alone takes more memory than it may.
    #[error(transparent)]
    Stop(#[from] Stop),
    /// The text could not be read.
    #[error("{name}: {error}")]
    Io {
        /// The name of the input.
        name: String,
        /// What the system says.
        error: io::Error,
    },
}

/// A mistake in contest input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadInput {
    /// The name of the input.
    pub name: String,
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1.
    pub column: u64,
    /// What stands there.
    pub found: String,
    /// What should.
    pub expected: String,
    /// The case, from 1, where one had begun.
    pub case: Option<u64>,
    /// The line or the part of it around the place, fit for a terminal.
    pub excerpt: String,
    /// Where in the excerpt the mistake begins, in characters.
    pub caret: usize,
    /// How many characters of the excerpt it covers, at least one.
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

/// A part of a line, fit for a terminal, and where in it a mistake begins and
/// how many characters it covers. The mistake is the first `length` bytes of
/// `tail`; more of the line stood before `head` if that `is_cut`.
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
    let mistake = printable(&tail[..length.min(tail.len())]);
    let width = mistake.chars().count().max(1);
    (head + &printable(tail), caret, width)
}

/// Bytes of unknown origin, one character each where they are no text.
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

/// The beginning of a word in back quotes; where there is none, the input has
/// ended.
pub(super) fn quote(word: &[u8]) -> String {
    if word.is_empty() {
        return "the end of the input".to_owned();
    }
    if word.len() <= LONGEST_QUOTE {
        return format!("`{}`", escaped(word));
    }
    // Characters are not cut in two.
    let is_inner = |i: &usize| word[*i] & 0xc0 == 0x80;
    let cut = (LONGEST_QUOTE - 3..=LONGEST_QUOTE).rfind(|i| !is_inner(i));
    let head = &word[..cut.unwrap_or(LONGEST_QUOTE)];
    format!("`{}…`", escaped(head))
}

/// Bytes of unknown origin, so that they can be told apart.
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

/// Whether a character does not show, or changes how others do: a control
/// character, a byte order mark, an accent without a letter.
fn is_hidden(c: char) -> bool {
    !matches!(c, '\\' | '\'' | '"') && c.escape_debug().len() > 1
}
