//! A byte stream that tracks lines and columns.

mod numbers;

use std::fmt;
use std::io::{self, Read};

use super::Consumed;
use super::input_error::{BadInput, InputError, pointed, quote};
use crate::{Reservation, StopReason};

/// Size of the buffer in bytes. Large enough for thousands of ordinary cases, small enough to stay
/// in the cache.
const WINDOW: usize = 1 << 18;
/// A source that returns this many bytes in one read is a file or a busy pipe.
const BULK: usize = 4096;
/// Minimum number of bytes reserved in one step.
const STEP: u64 = 1 << 16;
/// What the memory is reserved for.
const CASE: &str = "one case of the input";
/// The byte order mark in UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();
/// Maximum length of a word in bytes.
const MAX_WORD_LEN: usize = 4096;
/// Number of bytes of a line shown in an error on either side of the place.
const EXCERPT: usize = 40;

/// White space in all contests: blanks, tabs, line ends of any system.
const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// Contest input: a window that slides over a stream of any length.
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
    /// `buffer[at..end]` has been read from the source and not yet consumed.
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    finished: bool,
    /// Nothing has been read so far.
    is_new: bool,
    /// The number of bytes returned by the last read of the source.
    last_read: usize,
    /// Lines consumed, and where the current line begins relative to `buffer` (negative once the
    /// window has moved past it).
    lines: u64,
    line_start: i64,
    case: Option<u64>,
    /// Bytes taken by the current case, and the reservation they are charged to.
    held: u64,
    memory: Option<Reservation>,
    /// Inside [`at_hand`](Input::at_hand) the source is not read; it is dry once more bytes were
    /// needed.
    is_at_hand_only: bool,
    is_dry: bool,
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
    /// Reads `source`, which is called `name` in errors.
    pub fn new(name: impl Into<String>, source: impl Read + 'a) -> Input<'a> {
        Input {
            name: name.into(),
            source: Box::new(source),
            buffer: Vec::new(),
            at: 0,
            end: 0,
            finished: false,
            is_new: true,
            last_read: 0,
            lines: 0,
            line_start: 0,
            case: None,
            held: 0,
            memory: None,
            is_at_hand_only: false,
            is_dry: false,
        }
    }

    /// Sets the number of the current case, for errors.
    pub fn set_case(&mut self, number: Option<u64>) {
        self.case = number;
    }

    /// Charges the memory of each case to this reservation, which must be empty.
    pub fn set_memory(&mut self, memory: Reservation) {
        self.memory = Some(memory);
    }

    /// Begins a new case, which holds no memory yet.
    pub fn begin_case(&mut self) {
        self.held = 0;
        if let Some(memory) = &mut self.memory {
            memory.keep(STEP);
        }
    }

    /// Reserves memory for `items` more items of the current case; to be called before they are
    /// stored.
    ///
    /// # Errors
    /// Returns an error if the case would exceed its budget.
    pub fn hold<T>(&mut self, items: usize) -> Result<(), InputError> {
        // A growing vector may have twice the capacity that it needs.
        let bytes = 2 * (items * size_of::<T>()) as u64;
        self.held = self.held.saturating_add(bytes);
        let Some(memory) = &mut self.memory else {
            return Ok(());
        };
        let missing = self.held.saturating_sub(memory.bytes());
        if missing > 0 {
            // Reserve in larger steps: items come one by one, and the pool is shared by all
            // threads.
            let ample = memory.grow(CASE, missing.max(STEP));
            ample.or_else(|_| memory.grow(CASE, missing))?;
        }
        Ok(())
    }

    /// The bytes that are buffered.
    #[must_use]
    pub fn block(&self) -> &[u8] {
        &self.buffer[self.at..self.end]
    }

    /// Slides the window so that [`block`](Input::block) is as long as possible. Returns whether
    /// new bytes were read.
    ///
    /// # Errors
    /// Returns an error if reading the source fails.
    pub fn refill(&mut self) -> Result<bool, InputError> {
        if self.finished {
            return Ok(false);
        }
        if self.is_at_hand_only {
            self.is_dry = true;
            return Ok(false);
        }
        if self.buffer.is_empty() {
            self.buffer = vec![0; WINDOW];
        }
        // Keep the part of the line that an error excerpt may show.
        let keep = self.at.saturating_sub(EXCERPT);
        self.buffer.copy_within(keep..self.end, 0);
        self.line_start -= keep as i64;
        self.end -= keep;
        self.at -= keep;
        let before = self.end;
        // A single successful read: a terminal or a pipe returns what it has, and that is answered
        // before waiting for more.
        while (self.end == before || self.may_be_marked()) && self.end < self.buffer.len() {
            match self.source.read(&mut self.buffer[self.end..]) {
                Ok(0) => {
                    self.finished = true;
                    break;
                }
                Ok(n) => {
                    self.end += n;
                    self.last_read = n;
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.failed(error)),
            }
        }
        if self.is_new {
            self.is_new = false;
            self.skip_mark();
        }
        Ok(self.end > before.max(self.at))
    }

    /// Converts an I/O error; a source whose wait was cancelled carries the reason.
    fn failed(&self, error: io::Error) -> InputError {
        let stop = error.get_ref().and_then(|inner| inner.downcast_ref());
        match stop {
            Some(stop) => InputError::Stop(StopReason::clone(stop)),
            None => InputError::Io {
                name: self.name.clone(),
                error,
            },
        }
    }

    /// Whether the input so far is a byte order mark or a prefix of one.
    fn may_be_marked(&self) -> bool {
        self.is_new && MARK.starts_with(&self.buffer[..self.end])
    }

    /// Skips a byte order mark, which some editors write at the start of a UTF-8 file; it is not
    /// part of the first line.
    fn skip_mark(&mut self) {
        if self.buffer[..self.end].starts_with(MARK) {
            self.at = MARK.len();
            self.line_start = MARK.len() as i64;
        }
    }

    /// Runs `read` on the buffered bytes alone. Returns `None` if they were not enough: then
    /// nothing is consumed, and the source was not waited for.
    ///
    /// ```
    /// use std::io::Read;
    /// use kibitz_game::contest::Input;
    ///
    /// let mut input = Input::new("example", "3 1".as_bytes().chain("4 ".as_bytes()));
    /// assert_eq!(input.number("a count").unwrap(), 3);
    /// assert!(input.at_hand(|input| input.number("a count")).is_none());
    /// assert_eq!(input.number("a count").unwrap(), 14);
    /// ```
    pub fn at_hand<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let before = (self.at, self.lines, self.line_start);
        self.is_at_hand_only = true;
        self.is_dry = false;
        let done = read(self);
        self.is_at_hand_only = false;
        if self.is_dry {
            (self.at, self.lines, self.line_start) = before;
            return None;
        }
        Some(done)
    }

    /// Consumes the buffered white space here up to the last line end, so that the indentation of
    /// what follows is kept.
    pub fn end_lines(&mut self) {
        let block = self.block();
        let blank = block.iter().take_while(|b| is_space(**b)).count();
        if let Some(last) = memchr::memrchr(b'\n', &block[..blank]) {
            let bytes = last + 1;
            let lines = memchr::memchr_iter(b'\n', &block[..bytes]).count() as u64;
            self.take(Consumed { bytes, lines });
        }
    }

    /// Consumes what a fast reader found at the start of the block.
    pub fn take(&mut self, taken: Consumed) {
        if taken.lines > 0 {
            let block = &self.buffer[self.at..self.at + taken.bytes];
            let last = memchr::memrchr(b'\n', block).map_or(0, |i| i + 1);
            self.lines += taken.lines;
            self.line_start = (self.at + last) as i64;
        }
        self.at += taken.bytes;
    }

    /// Skips white space; returns the next byte without consuming it, or `None` at the end of the
    /// input, and the number of line ends skipped.
    ///
    /// # Errors
    /// Returns an error if reading the source fails.
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

    /// Whether to refill before going on: there is room, and the source returns large blocks. A
    /// user at a terminal does not, and expects an answer to what has been typed.
    #[must_use]
    pub fn is_low(&self) -> bool {
        !self.finished && self.last_read >= BULK && self.end - self.at < WINDOW / 2
    }

    /// Consumes the byte that [`next_byte`](Input::next_byte) returned.
    pub fn take_byte(&mut self) {
        debug_assert!(self.at < self.end && !is_space(self.buffer[self.at]));
        self.at += 1;
    }

    /// Consumes the next word; `None` at the end of the input.
    ///
    /// # Errors
    /// Returns an error if reading the source fails or the word exceeds the maximum length.
    pub fn word(&mut self) -> Result<Option<&[u8]>, InputError> {
        if self.next_byte()?.0.is_none() {
            return Ok(None);
        }
        let length = self.word_length()?;
        if length > MAX_WORD_LEN {
            return Err(self.too_long());
        }
        self.at += length;
        Ok(Some(&self.buffer[self.at - length..self.at]))
    }

    /// The length of the word that begins here, after loading all of it into the window; the
    /// maximum plus one if it is longer.
    fn word_length(&mut self) -> Result<usize, InputError> {
        let mut length = 0;
        loop {
            while self.at + length < self.end {
                if is_space(self.buffer[self.at + length]) || length > MAX_WORD_LEN {
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
    /// Returns an error if something is left; `what` names what was expected.
    pub fn expect_end(&mut self, what: &str) -> Result<(), InputError> {
        match self.next_byte()?.0 {
            None => Ok(()),
            Some(_) => Err(self.unexpected(what)),
        }
    }

    fn too_long(&mut self) -> InputError {
        self.unexpected(&format!("a word of at most {MAX_WORD_LEN} characters"))
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

    /// The error that `what` was expected at the word of `length` bytes that has just been
    /// consumed.
    pub fn rejected(&mut self, length: usize, what: &str) -> InputError {
        self.at -= length;
        self.bad(length, what)
    }

    /// The error that `what` was expected at the word consumed last.
    pub fn rejected_last(&mut self, what: &str) -> InputError {
        let taken = &self.buffer[..self.at];
        let length = taken.iter().rev().take_while(|b| !is_space(**b)).count();
        self.rejected(length, what)
    }

    /// The error that `what` was expected at the next `length` bytes.
    fn bad(&self, length: usize, what: &str) -> InputError {
        let line_start = usize::try_from(self.line_start).unwrap_or(0);
        let from = line_start.max(self.at.saturating_sub(EXCERPT));
        let shown = length.clamp(1, EXCERPT);
        let until = self.end.min(self.at + shown + EXCERPT);
        let is_cut = from as i64 > self.line_start;
        let head = &self.buffer[from..self.at];
        let tail = &self.buffer[self.at..until];
        let (excerpt, caret, width) = pointed(head, is_cut, tail, shown);
        BadInput {
            name: self.name.clone(),
            line: self.lines + 1,
            column: (self.at as i64 - self.line_start) as u64 + 1,
            found: quote(&self.buffer[self.at..self.at + length]),
            expected: what.to_owned(),
            case: self.case,
            excerpt,
            caret,
            width,
        }
        .into()
    }
}
