//! Characters that CPython and Ruff read differently: what CPython means by them
//! has no place in a rule file, so they are refused.

use std::ops::Range;

use ruff_python_ast::token::{Token, Tokens};

use super::parse::span_of;
use crate::source::Span;

/// Where a character is that CPython does not read and Ruff does: NUL anywhere,
/// a second byte order mark.
pub(super) fn unreadable(text: &str) -> Option<usize> {
    match text.starts_with('\u{feff}') {
        true => Some(0),
        false => text.find('\0'),
    }
}

/// The encoding that a comment in the first two lines names, by which CPython
/// reads the file, where that could be another text.
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

/// The first escape of a surrogate in a string. CPython has a character for it;
/// Ruff reads all of them as U+FFFD, so that different strings would be equal.
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

/// The first `\ud800` to `\udfff`, in eight digits too.
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
