//! Numbers round-trip, and everything else is rejected.

use kibitz_game::contest::Input;
use proptest::prelude::*;

use crate::support::{Trickle, bad, pieces, text};

const LARGEST: u64 = i64::MAX as u64;

/// Numbers of every length, some with leading zeros.
fn number() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        0..10u64,
        0..=LARGEST,
        (0..63u32, any::<u64>()).prop_map(|(shift, n)| (n & LARGEST) >> shift),
        Just(LARGEST),
    ];
    (value, prop_oneof![Just(0), 0..30usize])
        .prop_map(|(value, zeros)| format!("{}{value}", "0".repeat(zeros)))
}

/// Words that are not valid numbers.
fn non_number() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "+5",
            "-1",
            "-0",
            "1e3",
            "0x10",
            "1_000",
            "1,000",
            "1.0",
            "¼",
            "٣",
            "３",
            "7\u{feff}",
            "7\0",
            "\0",
            "NaN",
            "--",
            "+",
            "-",
            "1-",
            "²",
            "\u{a0}1",
            "1\u{a0}",
            "1\u{2028}2",
        ])
        .prop_map(str::to_owned),
        "[0-9]{0,25}[^0-9 \t\r\n\u{b}\u{c}][0-9]{0,25}",
        "[1-9][0-9]{19,40}",
        (LARGEST + 1..).prop_map(|n| n.to_string()),
    ]
}

proptest! {
    #[test]
    fn numbers_are_read_in_order(text in text(number()), max in pieces()) {
        let mut input = Input::new("t", Trickle { bytes: text.all.as_bytes(), max });
        for word in &text.words {
            let value = word.parse::<u64>().unwrap();
            prop_assert_eq!(input.number("a count").unwrap(), value);
        }
        prop_assert!(input.expect_end("the end").is_ok());
    }

    #[test]
    fn numbers_above_the_bound_are_rejected(text in text(number()), bound in 0..=LARGEST, max in pieces()) {
        let mut input = Input::new("t", Trickle { bytes: text.all.as_bytes(), max });
        for (word, place) in text.words.iter().zip(&text.places) {
            let value = word.parse::<u64>().unwrap();
            let read = input.number_at_most(bound, || "a small count".to_owned());
            if value <= bound {
                prop_assert_eq!(read.unwrap(), value);
            } else {
                let bad = bad(read);
                prop_assert_eq!((bad.line, bad.column), *place);
                break;
            }
        }
    }

    #[test]
    fn non_numbers_are_rejected_at_their_place(
        text in text(number()),
        wrong in non_number(),
        max in pieces(),
    ) {
        let all = format!("{} {wrong} 1", text.all);
        let mut input = Input::new("t", Trickle { bytes: all.as_bytes(), max });
        for _ in &text.words {
            input.number("a count").unwrap();
        }
        let bad = bad(input.number("a count"));
        let before = format!("{} ", text.all);
        prop_assert_eq!((bad.line, bad.column), crate::support::place(&before));
        prop_assert!(bad.expected.starts_with("a count"));
        prop_assert!(bad.found.starts_with('`') && bad.found.ends_with('`'));
    }
}

#[test]
fn maximum_number_is_two_to_the_63_minus_one() {
    let read = |text: &str| Input::new("t", text.as_bytes()).number("n");
    assert_eq!(read("9223372036854775807").unwrap(), LARGEST);
    assert_eq!(read("0009223372036854775807 ").unwrap(), LARGEST);
    for above in [
        "9223372036854775808",
        "18446744073709551616",
        "9999999999999999999999 1",
    ] {
        let bad = bad(read(above));
        assert_eq!(bad.expected, "n, at most 9223372036854775807", "{above}");
    }
}

#[test]
fn overlong_number_is_rejected_not_split() {
    for digit in ["0", "1"] {
        for (length, after) in [(4097, ""), (4097, " 1"), (5000, "\n"), (1 << 21, " 1")] {
            let text = digit.repeat(length) + after;
            for max in [1000, usize::MAX] {
                let bytes = text.as_bytes();
                let read = Input::new("t", Trickle { bytes, max }).number("n");
                let bad = bad(read);
                assert_eq!(bad.expected, "a word of at most 4096 characters");
                let at_most =
                    Input::new("t", Trickle { bytes, max }).number_at_most(9, || "n".to_owned());
                assert!(at_most.is_err(), "{length}");
            }
        }
    }
    let longest = "0".repeat(4095) + "7 8";
    let mut input = Input::new("t", longest.as_bytes());
    assert_eq!(input.number("n").unwrap(), 7);
    assert_eq!(input.number("n").unwrap(), 8);
}
