//! Characters that CPython and Ruff read differently. They are rejected,
//! because a rule file has no use for CPython's reading.

use std::ops::Range;

use ruff_python_ast::token::{Token, Tokens};

use super::parse::span_of;
use crate::source::Span;

/// Position of the first character that Ruff accepts and CPython rejects: NUL
/// anywhere, or a second byte order mark.
pub(super) fn unreadable(text: &str) -> Option<usize> {
    match text.starts_with('\u{feff}') {
        true => Some(0),
        false => text.find('\0'),
    }
}

/// The encoding declared by a comment in the first two lines, if CPython could
/// decode the file differently because of it.
pub(super) fn other_encoding(text: &str) -> Option<&str> {
    if text.is_ascii() {
        return None;
    }
    let comments = text.lines().take(2);
    let mut comments = comments.take_while(|line| {
        let line = line.trim_start();
        line.is_empty() || line.starts_with('#')
    });
    let rest = comments.find_map(|line| {
        let mut words = line.match_indices("coding");
        words.find_map(|(at, word)| line[at + word.len()..].strip_prefix([':', '=']))
    })?;
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let rest = rest.trim_start_matches([' ', '\t']);
    let encoding = &rest[..rest.find(|letter| !is_part(letter)).unwrap_or(rest.len())];
    let plain = encoding.to_lowercase().replace('_', "-");
    let is_utf8 = plain == "utf8" || plain == "utf-8" || plain.starts_with("utf-8-");
    (!encoding.is_empty() && !is_utf8).then_some(encoding)
}

/// The first surrogate escape in a string. CPython has a code point for each;
/// Ruff maps all of them to U+FFFD, which would make different strings equal.
pub(super) fn surrogate(text: &str, tokens: &Tokens) -> Option<Span> {
    let is_read = |token: &&Token| {
        let flags = token.string_flags();
        flags.is_some_and(|flags| !flags.is_raw_string())
    };
    tokens.iter().filter(is_read).find_map(|token| {
        let at = span_of(token);
        let bytes = &text.as_bytes()[at.start as usize..at.end as usize];
        let escape = surrogate_escape(bytes)?;
        Some(Span {
            start: at.start + escape.start as u32,
            end: at.start + escape.end as u32,
        })
    })
}

/// The first `\ud800` to `\udfff`, or its eight-digit form.
fn surrogate_escape(text: &[u8]) -> Option<Range<usize>> {
    let mut at = 0;
    while at + 1 < text.len() {
        let digits = match (text[at], text[at + 1]) {
            (b'\\', b'u') => 4,
            (b'\\', b'U') => 8,
            (b'\\', _) => 0,
            _ => {
                at += 1;
                continue;
            }
        };
        let end = at + 2 + digits;
        let code = text
            .get(at + 2..end)
            .and_then(|code| str::from_utf8(code).ok());
        let code = code.and_then(|code| u32::from_str_radix(code, 16).ok());
        if code.is_some_and(|code| (0xd800..0xe000).contains(&code)) {
            return Some(at..end);
        }
        at += 2;
    }
    None
}
