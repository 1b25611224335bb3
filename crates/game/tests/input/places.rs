//! Every error reports its line and column with an excerpt.

use kibitz_game::contest::Input;
use proptest::prelude::*;

use crate::support::{Trickle, bad, pieces, text};

fn any_word() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z*.0-9]{1,12}", "[^ \t\r\n\u{b}\u{c}\u{feff}]{1,60}"]
}

proptest! {
    #[test]
    fn words_are_read_in_order(text in text(any_word()), max in pieces()) {
        let mut input = Input::new("t", Trickle { bytes: text.all.as_bytes(), max });
        for word in &text.words {
            prop_assert_eq!(input.word().unwrap(), Some(word.as_bytes()));
        }
        prop_assert_eq!(input.word().unwrap(), None);
        prop_assert_eq!(input.next_byte().unwrap().0, None);
    }

    #[test]
    fn next_word_has_the_right_place(
        text in text(any_word()),
        at in any::<prop::sample::Index>(),
        max in pieces(),
    ) {
        let at = at.index(text.words.len());
        let mut input = Input::new("t", Trickle { bytes: text.all.as_bytes(), max });
        for _ in 0..at {
            input.word().unwrap();
        }
        let next = bad::<()>(Err(input.unexpected("another")));
        prop_assert_eq!((next.line, next.column), text.places[at]);
        input.word().unwrap();
        let last = bad::<()>(Err(input.rejected_last("another")));
        prop_assert_eq!((last.line, last.column), text.places[at]);
        prop_assert_eq!(&last.found, &next.found);
    }

    #[test]
    fn single_bytes_have_the_right_places(text in text("[*.]{1,9}"), max in pieces()) {
        let mut input = Input::new("t", Trickle { bytes: text.all.as_bytes(), max });
        for (word, (line, column)) in text.words.iter().zip(&text.places) {
            for (i, byte) in word.bytes().enumerate() {
                prop_assert_eq!(input.next_byte().unwrap().0, Some(byte));
                let here = bad::<()>(Err(input.unexpected("another")));
                prop_assert_eq!((here.line, here.column), (*line, column + i as u64));
                input.take_byte();
            }
        }
    }

    #[test]
    fn excerpts_are_short_and_printable(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        words in 0..30usize,
        max in pieces(),
    ) {
        let mut input = Input::new("t", Trickle { bytes: &bytes, max });
        for _ in 0..words {
            input.word().unwrap();
        }
        let bad = bad::<()>(Err(input.unexpected("something")));
        let shown = bad.excerpt.chars().count();
        prop_assert!(shown <= 121, "{} characters", shown);
        prop_assert!(!bad.excerpt.contains(char::is_control));
        prop_assert!(!bad.found.contains(char::is_control));
        prop_assert!(bad.width >= 1 && bad.caret <= shown);
        prop_assert!(bad.caret + bad.width <= shown.max(bad.caret + 1));
    }
}

#[test]
fn end_of_input_has_a_place() {
    for (text, line, column) in [("", 1, 1), ("1", 1, 2), ("1\n", 2, 1), ("1 \n\n ", 3, 2)] {
        let mut input = Input::new("t", text.as_bytes());
        while input.word().unwrap().is_some() {}
        let bad = bad(input.number("a count"));
        assert_eq!((bad.line, bad.column), (line, column), "{text:?}");
        assert_eq!(bad.found, "the end of the input");
    }
}

/// A byte order mark at the start of a file is not part of its first line, however the stream is
/// split; anywhere else it is part of a word.
#[test]
fn leading_byte_order_mark_is_skipped() {
    for max in [1, 2, 3, 4, 100] {
        let read = |bytes| Input::new("t", Trickle { bytes, max });
        let mut input = read("\u{feff}12 x".as_bytes());
        assert_eq!(input.number("n").unwrap(), 12);
        let wrong = bad(input.number("n"));
        assert_eq!((wrong.line, wrong.column), (1, 4), "{max}");
        assert_eq!((wrong.excerpt.as_str(), wrong.caret), ("12 x", 3), "{max}");
        assert_eq!(read("\u{feff}".as_bytes()).word().unwrap(), None);
        let twice = bad(read("\u{feff}\u{feff}1".as_bytes()).number("n"));
        assert_eq!(twice.found, "`\\u{feff}1`", "{max}");
        // A prefix of a mark, and nothing else.
        assert_eq!(bad(read(b"\xef\xbb").number("n")).found, "`\\xef\\xbb`");
        let word = read(b"\xef\xbb1").word().unwrap().map(<[u8]>::to_vec);
        assert_eq!(word.as_deref(), Some(&b"\xef\xbb1"[..]));
    }
}

#[test]
fn quoted_word_escapes_invisible_characters() {
    for (word, found) in [
        ("x", "`x`"),
        ("it's\\\"x\"", "`it's\\\"x\"`"),
        ("5\u{feff}", "`5\\u{feff}`"),
        ("a\0b", "`a\\0b`"),
        ("\u{1b}[31m", "`\\u{1b}[31m`"),
        ("\u{202e}gnp", "`\\u{202e}gnp`"),
        ("弹珠游戏", "`弹珠游戏`"),
        ("弹珠游戏弹珠游戏", "`弹珠游戏弹珠…`"),
        ("aaaaaaaaaabbbbbbbbbbc", "`aaaaaaaaaabbbbbbbbbb…`"),
    ] {
        let mut input = Input::new("t", word.as_bytes());
        assert_eq!(bad(input.number("n")).found, found);
    }
    let mut input = Input::new("t", &b"\xff\xfe1"[..]);
    assert_eq!(bad(input.number("n")).found, "`\\xff\\xfe1`");
}

/// The excerpt does not depend on how the stream is split, except for how much of the following
/// text has been read.
#[test]
fn caret_marks_the_word() {
    let long = format!("{} oops {}", "1 ".repeat(100), "2 ".repeat(100));
    let head = |text: &str| format!("…{}", &text[text.len() - 38..]);
    for (text, before) in [
        ("1 oops 3", "1 ".to_owned()),
        ("1\n2 oops", "2 ".to_owned()),
        ("\t\toops", "  ".to_owned()),
        ("é oops", "é ".to_owned()),
        (&long, head(&" 1".repeat(100)) + "  "),
    ] {
        for max in [1, 2, 7, usize::MAX] {
            let bytes = text.as_bytes();
            let mut input = Input::new("t", Trickle { bytes, max });
            while input.next_byte().unwrap().0 != Some(b'o') {
                input.word().unwrap();
            }
            let bad = bad(input.number("n"));
            let place = bad.excerpt.chars().take(bad.caret).collect::<String>();
            assert_eq!(place, before, "{text}");
            let marked = bad.excerpt.chars().skip(bad.caret).take(bad.width);
            assert_eq!(marked.collect::<String>(), "oops", "{text}");
        }
    }
}
