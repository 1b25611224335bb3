//! Streams longer than any window.

use std::io::{self, Read};

use kibitz_game::contest::{Input, InputError};

use crate::support::{Trickle, bad};

const MIB: u64 = 1 << 20;

/// A stream of `length` equal bytes.
fn run(byte: u8, length: u64) -> impl Read {
    io::repeat(byte).take(length)
}

/// Counts the bytes read from a source.
struct Counted<'a, R> {
    source: R,
    bytes: &'a std::cell::Cell<u64>,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.source.read(buffer)?;
        self.bytes.set(self.bytes.get() + n as u64);
        Ok(n)
    }
}

#[test]
fn columns_are_right_in_a_line_longer_than_the_window() {
    for length in [MIB - 1, MIB, MIB + 1, 40 * MIB] {
        let mut input = Input::new("t", run(b' ', length).chain(&b"x"[..]));
        let bad = bad(input.number("a count"));
        assert_eq!((bad.line, bad.column), (1, length + 1));
        assert_eq!(bad.found, "`x`");
    }
}

#[test]
fn columns_are_right_after_many_words_of_one_line() {
    let text = "12 345 ".repeat(500_000) + "x";
    for max in [4093, usize::MAX] {
        let bytes = text.as_bytes();
        let mut input = Input::new("t", Trickle { bytes, max });
        for _ in 0..500_000 {
            assert_eq!(input.number("a count").unwrap(), 12);
            assert_eq!(input.number("a count").unwrap(), 345);
        }
        let bad = bad(input.number("a count"));
        assert_eq!((bad.line, bad.column), (1, text.len() as u64));
    }
}

#[test]
fn lines_are_right_after_many_windows() {
    let mut input = Input::new("t", run(b'\n', 5 * MIB).chain(&b"  x"[..]));
    let bad = bad(input.number("a count"));
    assert_eq!((bad.line, bad.column), (5 * MIB + 1, 3));
}

#[test]
fn overlong_word_is_rejected_without_reading_on() {
    for byte in *b"x0*" {
        let seen = std::cell::Cell::new(0);
        let source = Counted {
            source: run(byte, 1 << 40),
            bytes: &seen,
        };
        let mut input = Input::new("t", source);
        assert!(input.word().is_err());
        assert!(input.number("a count").is_err());
        assert!(seen.get() <= 2 * MIB, "{} bytes were read", seen.get());
    }
}

#[test]
fn word_of_maximum_length_is_read_across_windows() {
    let word = "w".repeat(4096);
    for before in [MIB - 4097, MIB - 4096, MIB - 1, MIB] {
        let source = run(b' ', before).chain(word.as_bytes());
        let mut input = Input::new("t", source);
        assert_eq!(input.word().unwrap(), Some(word.as_bytes()));
        assert_eq!(input.word().unwrap(), None);
    }
}

/// A source that is interrupted before every byte, and fails after the last.
struct Shaky<'a> {
    bytes: &'a [u8],
    ready: bool,
}

impl Read for Shaky<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.ready = !self.ready;
        if self.ready {
            return Err(io::ErrorKind::Interrupted.into());
        }
        match self.bytes.read(&mut buffer[..1])? {
            0 => Err(io::Error::other("the cable is out")),
            n => Ok(n),
        }
    }
}

#[test]
fn interrupted_read_is_retried_and_failure_names_the_source() {
    let bytes = b"12 x";
    let mut input = Input::new(
        "the tape",
        Shaky {
            bytes,
            ready: false,
        },
    );
    assert_eq!(input.number("a count").unwrap(), 12);
    let error = input.number("a count").unwrap_err();
    assert!(matches!(error, InputError::Io { .. }));
    assert_eq!(error.to_string(), "the tape: the cable is out");
}
