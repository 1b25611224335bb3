//! Texts of words and white space, and streams that return them in blocks.

pub(crate) use kibitz_bruteforce::Trickle;

use kibitz_game::contest::{BadInput, InputError};
use proptest::collection::vec;
use proptest::prelude::*;

/// The number of bytes per read.
pub(crate) fn pieces() -> impl Strategy<Value = usize> {
    prop::sample::select(vec![1, 2, 3, 7, 64, 4096, usize::MAX])
}

/// A non-empty run of white space.
pub(crate) fn gap() -> impl Strategy<Value = String> {
    let kinds = vec![" ", " ", "\t", "\n", "\r\n", "\u{b}", "\u{c}", "\r"];
    vec(prop::sample::select(kinds), 1..5).prop_map(|gap| gap.concat())
}

/// Words with gaps before, between and perhaps after them.
pub(crate) fn text(word: impl Strategy<Value = String>) -> impl Strategy<Value = Text> {
    let pairs = vec((gap(), word), 1..40);
    (pairs, any::<bool>(), any::<bool>()).prop_map(|(pairs, first, last)| {
        let mut text = Text::default();
        for (i, (gap, word)) in pairs.into_iter().enumerate() {
            if i > 0 || first {
                text.all += &gap;
            }
            text.places.push(place(&text.all));
            text.all += &word;
            text.words.push(word);
        }
        text.all += if last { "\n" } else { "" };
        text
    })
}

/// A text, its words and where they begin.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text {
    pub(crate) all: String,
    pub(crate) words: Vec<String>,
    pub(crate) places: Vec<(u64, u64)>,
}

/// The line and the column after a text, both from 1.
pub(crate) fn place(before: &str) -> (u64, u64) {
    let lines = before.matches('\n').count() as u64;
    let column = before.len() - before.rfind('\n').map_or(0, |i| i + 1);
    (lines + 1, column as u64 + 1)
}

/// The input error; panics on success or an I/O error.
pub(crate) fn bad<T: std::fmt::Debug>(result: Result<T, InputError>) -> BadInput {
    match result {
        Err(InputError::Bad(bad)) => *bad,
        other => panic!("expected an input error, got {other:?}"),
    }
}
