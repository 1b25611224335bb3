//! A stream of bytes that knows its lines and columns.

use std::fmt;
use std::io::{self, Read};

use super::Taken;

/// Bytes held at a time. Large enough for thousands of ordinary cases, small
/// enough to stay in the cache.
const WINDOW: usize = 1 << 18;
/// A source that gives so much at once is a file or a busy pipe.
const BULK: usize = 4096;
/// No honest word is longer.
const LONGEST_WORD: usize = 4096;
/// So much of a word is quoted in an error.
const LONGEST_QUOTE: usize = 20;
/// So much of a line is shown in an error, on either side of the place.
const EXCERPT: usize = 40;

/// Input that cannot be used: the reader failed, or the text is wrong.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// The text is wrong.
    #[error(transparent)]
    Bad(#[from] Box<BadInput>),
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

/// White space of every contest: blanks, tabs, line ends of any system.
const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// Contest input: a window on a stream, however long the stream is.
///
/// ```
/// use kibitz_game::contest::Input;
///
/// let mut input = Input::new("example", "3 x".as_bytes());
/// assert_eq!(input.number("a count").unwrap(), 3);
/// let error = input.number("a count").unwrap_err();
/// assert_eq!(error.to_string(), "example:1:3: expected a count, found `x`");
/// ```
pub struct Input<'a> {
    name: String,
    source: Box<dyn Read + 'a>,
    /// `buffer[at..end]` has been read from the source and not yet taken.
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    finished: bool,
    /// How many bytes the source gave when it was last asked.
    last_read: usize,
    /// Lines taken, and where the present line begins relative to `buffer`
    /// (negative once the window has moved past it).
    lines: u64,
    line_start: i64,
    case: Option<u64>,
}

impl fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input")
            .field("name", &self.name)
            .field("lines", &self.lines)
            .field("finished", &self.finished)
            .finish_non_exhaustive()
    }
}

impl<'a> Input<'a> {
    /// Reads `source`, which errors call `name`.
    pub fn new(name: impl Into<String>, source: impl Read + 'a) -> Input<'a> {
        Input {
            name: name.into(),
            source: Box::new(source),
            buffer: Vec::new(),
            at: 0,
            end: 0,
            finished: false,
            last_read: 0,
            lines: 0,
            line_start: 0,
            case: None,
        }
    }

    /// Says which case is being read, for errors.
    pub fn set_case(&mut self, number: Option<u64>) {
        self.case = number;
    }

    /// The bytes at hand.
    #[must_use]
    pub fn block(&self) -> &[u8] {
        &self.buffer[self.at..self.end]
    }

    /// Whether all bytes of the source have been seen.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Moves the window on so that [`block`](Input::block) is as long as it
    /// can be. True if it brought new bytes.
    ///
    /// # Errors
    /// Where the source fails.
    pub fn refill(&mut self) -> Result<bool, InputError> {
        if self.finished {
            return Ok(false);
        }
        if self.buffer.is_empty() {
            self.buffer = vec![0; WINDOW];
        }
        self.buffer.copy_within(self.at..self.end, 0);
        self.line_start -= self.at as i64;
        self.end -= self.at;
        self.at = 0;
        let before = self.end;
        // One successful read: a terminal or a pipe gives what it has, and
        // that is answered before more is waited for.
        while self.end == before && before < self.buffer.len() {
            match self.source.read(&mut self.buffer[before..]) {
                Ok(0) => {
                    self.finished = true;
                    break;
                }
                Ok(n) => {
                    self.end += n;
                    self.last_read = n;
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    return Err(InputError::Io {
                        name: self.name.clone(),
                        error,
                    });
                }
            }
        }
        Ok(self.end > before)
    }

    /// Takes what a recogniser found at the head of the block.
    pub fn take(&mut self, taken: Taken) {
        if taken.lines > 0 {
            let block = &self.buffer[self.at..self.at + taken.bytes];
            let last = memchr::memrchr(b'\n', block).map_or(0, |i| i + 1);
            self.lines += taken.lines;
            self.line_start = (self.at + last) as i64;
        }
        self.at += taken.bytes;
    }

    /// Skips white space; gives the next byte without taking it, or `None` at
    /// the end of the input, and the number of line ends skipped.
    ///
    /// # Errors
    /// Where the source fails.
    pub fn next_byte(&mut self) -> Result<(Option<u8>, u64), InputError> {
        let before = self.lines;
        loop {
            while self.at < self.end {
                let byte = self.buffer[self.at];
                if !is_space(byte) {
                    return Ok((Some(byte), self.lines - before));
                }
                self.at += 1;
                if byte == b'\n' {
                    self.lines += 1;
                    self.line_start = self.at as i64;
                }
            }
            if !self.refill()? {
                return Ok((None, self.lines - before));
            }
        }
    }

    /// Skips white space up to the beginning of the next line that has more
    /// than that, whose indentation may matter.
    ///
    /// # Errors
    /// Where the source fails.
    pub fn skip_blank_lines(&mut self) -> Result<(), InputError> {
        let (_, lines) = self.next_byte()?;
        if lines > 0
            && let Ok(start) = usize::try_from(self.line_start)
        {
            self.at = start;
        }
        Ok(())
    }

    /// Whether it is worth getting more before going on: there is room for
    /// it, and the source gives large pieces. A person at a terminal does not,
    /// and wants an answer to what has been typed.
    #[must_use]
    pub fn is_low(&self) -> bool {
        !self.finished && self.last_read >= BULK && self.end - self.at < WINDOW / 2
    }

    /// Takes the byte that [`next_byte`](Input::next_byte) has shown.
    pub fn take_byte(&mut self) {
        debug_assert!(self.at < self.end && !is_space(self.buffer[self.at]));
        self.at += 1;
    }

    /// Takes the next word; `None` at the end of the input.
    ///
    /// # Errors
    /// Where the source fails, or the word is longer than any word can be.
    pub fn word(&mut self) -> Result<Option<&[u8]>, InputError> {
        if self.next_byte()?.0.is_none() {
            return Ok(None);
        }
        let length = self.word_length()?;
        if length > LONGEST_WORD {
            return Err(self.unexpected(&format!("a word of at most {LONGEST_WORD} characters")));
        }
        self.at += length;
        Ok(Some(&self.buffer[self.at - length..self.at]))
    }

    /// Takes the next word, a whole number from 0 to 2⁶³ − 1.
    ///
    /// # Errors
    /// Where something else stands there; `what` says what was expected.
    #[inline]
    pub fn number(&mut self, what: &str) -> Result<u64, InputError> {
        match self.plain_number() {
            Some((n, _)) => Ok(n),
            None => self.careful_number(i64::MAX as u64, what),
        }
    }

    /// A number of up to 18 digits that lies within the window, after blanks;
    /// and how many digits it has.
    #[inline]
    fn plain_number(&mut self) -> Option<(u64, usize)> {
        let bytes = &self.buffer[self.at..self.end];
        let mut i = 0;
        while *bytes.get(i)? == b' ' {
            i += 1;
        }
        let start = i;
        let mut n = 0u64;
        loop {
            let digit = bytes.get(i)?.wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            n = n.wrapping_mul(10) + u64::from(digit);
            i += 1;
        }
        if i == start || i > start + 18 || !is_space(bytes[i]) {
            return None;
        }
        self.at += i;
        Some((n, i - start))
    }

    #[cold]
    fn careful_number(&mut self, most: u64, what: &str) -> Result<u64, InputError> {
        if self.next_byte()?.0.is_none() {
            return Err(self.unexpected(what));
        }
        let length = self.word_length()?;
        let word = &self.buffer[self.at..self.at + length];
        let digits = !word.is_empty() && word.iter().all(u8::is_ascii_digit);
        let value = if digits {
            word.iter().try_fold(0i64, |n, &b| {
                n.checked_mul(10)?.checked_add(i64::from(b - b'0'))
            })
        } else {
            None
        };
        match value {
            Some(n) if n as u64 <= most => {
                self.at += length;
                Ok(n as u64)
            }
            None if digits && most == i64::MAX as u64 => {
                Err(self.unexpected(&format!("{what}, at most {}", i64::MAX)))
            }
            _ => Err(self.unexpected(what)),
        }
    }

    /// Takes the next word, a whole number from 0 to `most`.
    ///
    /// # Errors
    /// Where something else stands there; `what` says what was expected.
    #[inline]
    pub fn number_at_most(
        &mut self,
        most: u64,
        what: impl Fn() -> String,
    ) -> Result<u64, InputError> {
        match self.plain_number() {
            Some((n, _)) if n <= most => Ok(n),
            Some((_, length)) => Err(self.rejected(length, &what())),
            None => self.careful_number(most, &what()),
        }
    }

    /// The length of the word that begins here, all of it in the window; one
    /// more than the longest where it is longer than that.
    fn word_length(&mut self) -> Result<usize, InputError> {
        let mut length = 0;
        loop {
            while self.at + length < self.end {
                if is_space(self.buffer[self.at + length]) || length > LONGEST_WORD {
                    return Ok(length);
                }
                length += 1;
            }
            if !self.refill()? {
                return Ok(length);
            }
        }
    }

    /// Checks that nothing but white space is left.
    ///
    /// # Errors
    /// Where something is; `what` says what was expected.
    pub fn expect_end(&mut self, what: &str) -> Result<(), InputError> {
        match self.next_byte()?.0 {
            None => Ok(()),
            Some(_) => Err(self.unexpected(what)),
        }
    }

    /// The error that `what` was expected at the next word.
    pub fn unexpected(&mut self, what: &str) -> InputError {
        let length = match self.next_byte() {
            Ok((None, _)) => 0,
            Ok(_) => match self.word_length() {
                Ok(length) => length,
                Err(e) => return e,
            },
            Err(e) => return e,
        };
        self.bad(length, what)
    }

    /// The error that `what` was expected at the word of `length` bytes that
    /// has just been taken.
    pub fn rejected(&mut self, length: usize, what: &str) -> InputError {
        self.at -= length;
        self.bad(length, what)
    }

    /// The error that `what` was expected at the word that was taken last.
    pub fn rejected_last(&mut self, what: &str) -> InputError {
        let taken = &self.buffer[..self.at];
        let length = taken.iter().rev().take_while(|b| !is_space(**b)).count();
        self.rejected(length, what)
    }

    /// The error that `what` was expected at the next `length` bytes.
    fn bad(&self, length: usize, what: &str) -> InputError {
        let found = if length == 0 {
            "the end of the input".to_owned()
        } else {
            let shown = &self.buffer[self.at..self.at + length.min(LONGEST_QUOTE)];
            let more = if length > LONGEST_QUOTE { "…" } else { "" };
            format!("`{}{more}`", quoted(shown))
        };
        let line_start = usize::try_from(self.line_start).unwrap_or(0);
        let from = line_start.max(self.at.saturating_sub(EXCERPT));
        let until = self.end.min(self.at + length.max(1) + EXCERPT);
        let tail = &self.buffer[self.at..until.max(self.at)];
        let tail = &tail[..memchr::memchr2(b'\n', b'\r', tail).unwrap_or(tail.len())];
        let head = printable(&self.buffer[from..self.at]);
        let cut = if from as i64 > self.line_start {
            "…"
        } else {
            ""
        };
        let head = format!("{cut}{head}");
        BadInput {
            name: self.name.clone(),
            line: self.lines + 1,
            column: (self.at as i64 - self.line_start) as u64 + 1,
            found,
            expected: what.to_owned(),
            case: self.case,
            caret: head.chars().count(),
            width: printable(&tail[..length.min(tail.len())])
                .chars()
                .count()
                .max(1),
            excerpt: head + &printable(tail),
        }
        .into()
    }
}

impl From<BadInput> for InputError {
    fn from(bad: BadInput) -> InputError {
        InputError::Bad(Box::new(bad))
    }
}

/// Bytes of unknown origin, one character each where they are no text.
fn printable(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        let shown = |c: char| match c {
            '\t' => ' ',
            c if c.is_control() => '·',
            c => c,
        };
        text.extend(chunk.valid().chars().map(shown));
        text.extend(chunk.invalid().iter().map(|_| '·'));
    }
    text
}

/// Bytes of unknown origin, so that they can be told apart.
fn quoted(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c.is_control() {
                text.extend(c.escape_default());
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
