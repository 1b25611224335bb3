//! Reading what is buffered, without waiting for more.

use kibitz_game::contest::Input;
use proptest::prelude::*;

use crate::support::{Trickle, bad, pieces, text};

proptest! {
    #[test]
    fn buffered_bytes_are_read_in_order(text in text("[0-9]{1,9}"), max in pieces()) {
        let mut input = Input::new("t", Trickle { bytes: text.all.as_bytes(), max });
        for word in &text.words {
            let block = input.block().to_vec();
            let value = match input.at_hand(|input| input.number("a count")) {
                Some(value) => value,
                None => {
                    prop_assert_eq!(input.block(), block, "nothing is taken");
                    input.number("a count")
                }
            };
            prop_assert_eq!(value.unwrap(), word.parse::<u64>().unwrap());
        }
        prop_assert!(input.expect_end("the end").is_ok());
    }

    #[test]
    fn places_are_right_after_an_incomplete_buffer(
        text in text("[a-z]{1,9}"),
        max in pieces(),
    ) {
        let mut input = Input::new("t", Trickle { bytes: text.all.as_bytes(), max });
        for place in &text.places {
            input.end_lines();
            if input.at_hand(|input| input.word().is_ok()).is_none() {
                input.word().unwrap();
            }
            let last = bad::<()>(Err(input.rejected_last("another")));
            prop_assert_eq!((last.line, last.column), *place);
            input.word().unwrap();
        }
    }
}

#[test]
fn buffered_error_is_reported_without_waiting() {
    let mut input = Input::new(
        "t",
        Trickle {
            bytes: b"x 1 2",
            max: 2,
        },
    );
    assert!(input.at_hand(|input| input.number("n")).is_none());
    input.refill().unwrap();
    let read = input.at_hand(|input| input.number("n")).unwrap();
    assert_eq!(bad(read).found, "`x`");
}

#[test]
fn end_is_reported_only_after_end_of_file() {
    let mut input = Input::new("t", &b"1"[..]);
    input.refill().unwrap();
    assert!(input.at_hand(|input| input.number("n")).is_none());
    assert!(!input.refill().unwrap());
    assert_eq!(input.at_hand(|input| input.number("n").unwrap()), Some(1));
    assert!(
        input
            .at_hand(|input| input.expect_end("the end"))
            .unwrap()
            .is_ok()
    );
}

#[test]
fn line_ends_are_consumed_and_indentation_kept() {
    for (text, left, place) in [
        ("\n\n   *", "   *", (3, 4)),
        (" \r\n\t\n *", " *", (3, 2)),
        ("   *", "   *", (1, 4)),
        ("*\n", "*\n", (1, 1)),
    ] {
        let mut input = Input::new("t", text.as_bytes());
        input.end_lines();
        input.refill().unwrap();
        input.end_lines();
        assert_eq!(input.block(), left.as_bytes(), "{text:?}");
        let bad = bad(input.number("n"));
        assert_eq!((bad.line, bad.column), place, "{text:?}");
    }
}
