//! Drawn positions, compared without colours.

use kibitz_query::{CATALOGUE, Session, open};

use super::*;

/// Removes colours.
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

/// A human player to move, against the computer.
fn seated() -> Seating {
    Seating {
        mover: "You".to_owned(),
        opponent: "Computer".to_owned(),
        near: Holder::Mover,
    }
}

fn drawn(game: &str, set: &[(&str, &str)], position: &str, charset: Charset) -> String {
    let session = open(game, set.iter().copied()).unwrap();
    let view = session.view(position).unwrap();
    plain(&draw(&view, None, &seated(), charset))
}

/// Lines have no trailing spaces and fit into the width.
fn check_layout(text: &str) {
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
    check_layout(&tall);
    let wide = drawn(
        "marbles",
        &[("rows", "1"), ("cols", "36")],
        &".".repeat(36),
        Charset::Unicode,
    );
    check_layout(&wide);
}

#[test]
fn changed_cells_are_highlighted() {
    let session = open("marbles", []).unwrap();
    let view = |position| session.view(position).unwrap();
    let before = view("*.../..../..../....");
    let after = view("**../..../..../....");
    let text = draw(&after, Some(&before), &seated(), Charset::Unicode);
    assert_eq!(text.matches(&paint(BRIGHT, "●")).count(), 1);
    assert_eq!(text.matches(&paint(BOLD, "●")).count(), 1);
}

#[test]
fn hands_keep_their_sides_when_the_mover_changes() {
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
    // After a move the mover has changed; the picture is the same.
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
    check_layout(&drawn(
        "nine",
        &bridge,
        &session.default_position(),
        Charset::Unicode,
    ));
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
    assert_eq!(boxes(""), "  no box\n");
    check_layout(&boxes(&"100 0 ".repeat(5000)));
    assert!(boxes(&"100 0 ".repeat(5000)).ends_with("  … and 9,976 more with 497,600 in all\n"));
    assert!(boxes(&format!("1 {}", "0 ".repeat(100))).ends_with("\n  … and 100 empty\n"));
}

/// Sums beyond 64 bits are omitted.
#[test]
fn heaps_of_any_size() {
    let nim = |position: &str| drawn("nim", &[], position, Charset::Unicode);
    let huge = i64::MAX.to_string();
    let many = nim(&vec![huge.as_str(); 26].join(" "));
    assert!(
        many.ends_with("  … and 2 more with 18,446,744,073,709,551,614 in all\n"),
        "{many}"
    );
    let more = nim(&vec![huge.as_str(); 27].join(" "));
    assert!(more.ends_with("\n  … and 3 more\n"), "{more}");
    check_layout(&more);
    let one = |charset| drawn("subtraction", &[], "5", charset);
    assert_eq!(one(Charset::Unicode), "  heap │ ●●●●● 5\n");
    assert_eq!(one(Charset::Ascii), "  heap | ooooo 5\n");
}

#[test]
fn piles_that_belong_together() {
    let pairs = drawn("ed", &[], "1 3/2 2", Charset::Unicode);
    assert_eq!(
        pairs,
        "  pair 1 │ ● 1
         │ ●●● 3
  pair 2 │ ●● 2
         │ ●● 2
"
    );
    let numbers = drawn("euclid", &[], "3 0", Charset::Ascii);
    assert_eq!(numbers, "  numbers | ooo 3\n          | 0\n");
}

#[test]
fn marks_on_a_board() {
    let board = drawn("tictactoe", &[], "X.O/.X./...", Charset::Ascii);
    assert_eq!(
        board,
        "      a b c
    +-------+
  1 | X . O |
  2 | . X . |
  3 | . . . |
    +-------+
"
    );
}

/// Heaps whose index has shifted are not highlighted.
#[test]
fn changed_heaps_are_highlighted() {
    let session = open("octal", []).unwrap();
    let view = |position| session.view(position).unwrap();
    let bright = |before, after| {
        let text = draw(&view(after), Some(&view(before)), &seated(), Charset::Ascii);
        let numbers = [3, 4, 5, 13].map(|n| paint(BRIGHT, &n.to_string()));
        numbers.map(|number| text.matches(&number).count())
    };
    assert_eq!(bright("5 8 13", "3 4 5 13"), [1, 1, 0, 0]);
    assert_eq!(bright("5 5 13", "3 3 5 13"), [2, 0, 0, 0]);
    assert_eq!(bright("2 3 4 5", "3 4 5"), [0, 0, 0, 0]);
    assert_eq!(bright("3 5 8", "3 5 5"), [0, 0, 1, 0]);
    let gone = draw(&view("0"), Some(&view("2")), &seated(), Charset::Ascii);
    assert_eq!(gone, "  no heap left\n");
}

#[test]
fn piles_are_columns_or_rows() {
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
    check_layout(&long);
    check_layout(&piles(&["1 2 3"; 300].join("/")));
}

#[test]
fn every_game_can_be_drawn_in_ascii() {
    for entry in CATALOGUE {
        let session = Session::open(entry, []).unwrap();
        let text = drawn(
            entry.info.name,
            &[],
            &session.default_position(),
            Charset::Ascii,
        );
        assert!(text.is_ascii(), "{text}");
        check_layout(&text);
    }
}
