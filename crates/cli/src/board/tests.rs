//! Boards line by line, without their colours.

use kibitz_query::{CATALOGUE, open};

use super::*;

/// What a terminal shows: colours change nothing.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\x1b') {
        plain += before;
        let (_, after) = after.split_once('m').unwrap();
        rest = after;
    }
    plain + rest
}

fn drawn(game: &str, set: &[(&str, &str)], position: &str, charset: Charset) -> String {
    let session = open(game, set.iter().copied()).unwrap();
    let seating = Seating {
        mover: "You".to_owned(),
        opponent: "Computer".to_owned(),
        near: Holder::Mover,
    };
    let view = session.view(position).unwrap();
    plain(&draw(&view, None, &seating, charset))
}

/// Every line ends where its text does, and none is too long.
fn is_tidy(text: &str) {
    assert!(text.ends_with('\n'));
    for line in text.lines() {
        assert!(width(line) <= WIDTH, "{} columns: {line}", width(line));
        assert_eq!(line.trim_end(), line);
    }
}

#[test]
fn a_board_with_gaps() {
    let shape = [("shape", "##.##/#...#/.....")];
    let board = drawn("marbles", &shape, "##*##/#.*.#/.*.**", Charset::Unicode);
    assert_eq!(
        board,
        "      a b c d e
    ┌───────────┐
  1 │     ●     │
  2 │   · ● ·   │
  3 │ · ● · ● ● │
    └───────────┘
"
    );
    let board = drawn("marbles", &shape, "##*##/#.*.#/.*.**", Charset::Ascii);
    assert_eq!(
        board,
        "      a b c d e
    +-----------+
  1 |     *     |
  2 |   . * .   |
  3 | . * . * * |
    +-----------+
"
    );
}

#[test]
fn a_tall_board_and_a_wide_one() {
    let tall = drawn(
        "marbles",
        &[("rows", "12"), ("cols", "1")],
        &["."; 12].join("/"),
        Charset::Unicode,
    );
    assert!(tall.contains("\n   9 │ · │\n  10 │ · │\n"), "{tall}");
    is_tidy(&tall);
    let wide = drawn(
        "marbles",
        &[("rows", "1"), ("cols", "36")],
        &".".repeat(36),
        Charset::Unicode,
    );
    is_tidy(&wide);
}

#[test]
fn what_has_changed_stands_out() {
    let session = open("marbles", []).unwrap();
    let view = |position| session.view(position).unwrap();
    let seating = Seating {
        mover: "You".to_owned(),
        opponent: "Computer".to_owned(),
        near: Holder::Mover,
    };
    let before = view("*.../..../..../....");
    let after = view("**../..../..../....");
    let text = draw(&after, Some(&before), &seating, Charset::Unicode);
    assert_eq!(text.matches(&paint(BRIGHT, "●")).count(), 1);
    assert_eq!(text.matches(&paint(BOLD, "●")).count(), 1);
}

#[test]
fn hands_stay_on_their_sides_of_the_table() {
    let session = open("numbers", [("cards", "2")]).unwrap();
    let hands = |position: &str, near| {
        let seating = Seating {
            mover: match near {
                Holder::Mover => "You".to_owned(),
                Holder::Opponent => "Computer".to_owned(),
            },
            opponent: match near {
                Holder::Mover => "Computer".to_owned(),
                Holder::Opponent => "You".to_owned(),
            },
            near,
        };
        plain(&draw(
            &session.view(position).unwrap(),
            None,
            &seating,
            Charset::Unicode,
        ))
    };
    let expected = "            ╭───╮╭───╮
  Computer  │ 3 ││ 4 │
            ╰───╯╰───╯
            ╭───╮╭───╮
  You       │ 0 ││ 1 │
            ╰───╯╰───╯
";
    assert_eq!(hands("01/34", Holder::Mover), expected);
    // After a move the mover is the other one; the picture is the same.
    assert_eq!(hands("34/01", Holder::Opponent), expected);
}

#[test]
fn a_card_table() {
    let deal = [
        ("suits", "CH"),
        ("ranks", "89T"),
        ("opening", "9"),
        ("deal", "8C 9C TH/TC 8H 9H"),
    ];
    let table = drawn("nine", &deal, "C:9-9 H:- Bob", Charset::Unicode);
    assert_eq!(
        table,
        "  Computer (Alice)  ♣ [8]  ♥ T  2 left

                    ♣ C  ·  9  ·
                    ♥ H  ·  ·  ·

  You (Bob)         ♣ [T]  ♥ 8 [9]  3 left
"
    );
    let table = drawn("nine", &deal, "C:8-9 H:- Bob", Charset::Ascii);
    assert!(table.is_ascii());
    assert!(
        table.contains("  Computer (Alice)  H T  1 left\n"),
        "{table}"
    );
}

#[test]
fn long_hands_are_wrapped_or_counted() {
    let bridge = [("ranks", "23456789TJQKA"), ("opening", "7")];
    let session = open("nine", bridge).unwrap();
    is_tidy(&drawn("nine", &bridge, &session.shown(), Charset::Unicode));
    let many = [("cards", "2000"), ("modulus", "2")];
    let hands = format!("{}/{}1", "1".repeat(2000), "0".repeat(1999));
    let table = drawn("numbers", &many, &hands, Charset::Unicode);
    assert_eq!(table, "  Computer  [0]×1,999  [1]\n  You       [1]×2,000\n");
}

#[test]
fn bars_of_any_length() {
    let boxes = |position: &str| drawn("boxes", &[], position, Charset::Unicode);
    assert_eq!(boxes("2 0"), "  box 1 │ ●● 2\n  box 2 │ 0\n");
    assert_eq!(
        boxes(&format!("{} 1", i64::MAX - 1)),
        format!(
            "  box 1 │ {} 9,223,372,036,854,775,806\n  box 2 │ █ 1\n",
            "█".repeat(40)
        )
    );
    assert_eq!(boxes(""), "  no box at all\n");
    is_tidy(&boxes(&"100 0 ".repeat(5000)));
    assert!(boxes(&"100 0 ".repeat(5000)).ends_with("  … and 9,976 more with 497,600 in all\n"));
    assert!(boxes(&format!("1 {}", "0 ".repeat(100))).ends_with("\n  … and 100 empty\n"));
}

#[test]
fn piles_stand_or_lie() {
    let piles = |position: &str| drawn("piles", &[], position, Charset::Unicode);
    assert_eq!(
        piles("1 10/-/3"),
        "        10
         1       3
        ──  ──  ──
  pile   1   2   3
"
    );
    let long = piles(&format!("5 {}7/1 2", "3 ".repeat(500)));
    assert!(long.contains("  pile 2 │ 1 2 ◂ top\n"), "{long}");
    assert!(long.contains("│ (482 cards …) 3 3 3"), "{long}");
    is_tidy(&long);
    is_tidy(&piles(&["1 2 3"; 300].join("/")));
}

/// Also games that are not known here, in letters that every terminal has.
#[test]
fn every_game_can_be_drawn_in_plain_letters() {
    for entry in CATALOGUE {
        let session = entry.open([]).unwrap();
        let text = drawn(entry.info.name, &[], &session.shown(), Charset::Ascii);
        assert!(text.is_ascii(), "{text}");
        is_tidy(&text);
    }
}
