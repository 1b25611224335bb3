//! Errors in contest input, for each contest format.

use crate::bad_input::errors::{END, check_errors};

const ONES: &str = "1 1 1 1 1 1 1 1\n";
const ZEROS: &str = "0 0 0 0 0 0 0 0\n";

const BOARD: &str = "   *\n  * *\n * * *\n* * * *\n . * *\n  . *\n   .\n";

const DEAL: &str = "JD 7S 9S JS 8S 9D 6D 8C 8D TH KS QD QH TD 6C AD KD AC\n\
                    KH QC 9H 6H KC 9C JC TS 6S QS TC JH 7D 7H AS AH 7C 8H\n";

#[test]
fn in_numbers() {
    let good = format!("0\n{ONES}{ONES}");
    let after = |rest: &str| format!("2\n{good}{rest}");
    let card = "card 8 of Bob's 8, a number from 0 to 4";
    let first = "0 (Alice moves first) or 1 (Bob moves first)";
    let short = "1 1 1 1 1 1 1 ";
    check_errors(
        "numbers",
        &[
            ("", "", (1, 1), END, "T, the number of cases, at least 1"),
            (
                "0\n",
                "",
                (1, 1),
                "`0`",
                "T, the number of cases, at least 1",
            ),
            (
                "x\n",
                "",
                (1, 1),
                "`x`",
                "T, the number of cases, at least 1",
            ),
            (
                "-1\n",
                "",
                (1, 1),
                "`-1`",
                "T, the number of cases, at least 1",
            ),
            (&after(""), "Deal\n", (5, 1), END, first),
            (&after("2\n"), "Deal\n", (5, 1), "`2`", first),
            (&after("x\n"), "Deal\n", (5, 1), "`x`", first),
            (
                &after(&format!("1\n{ONES}{short}")),
                "Deal\n",
                (7, 15),
                END,
                card,
            ),
            (
                &after(&format!("1\n{ONES}{short}5\n")),
                "Deal\n",
                (7, 15),
                "`5`",
                card,
            ),
            (
                &after(&format!("1\n{ONES}{short}-1\n")),
                "Deal\n",
                (7, 15),
                "`-1`",
                card,
            ),
            (
                &after(&format!("1\n{ONES}{short}a\n")),
                "Deal\n",
                (7, 15),
                "`a`",
                card,
            ),
            (
                &after(&format!("1\n{ONES}{short}1e0\n")),
                "Deal\n",
                (7, 15),
                "`1e0`",
                card,
            ),
            (
                &after(&format!("1\n{ZEROS}{ZEROS}")),
                "Deal\n",
                (7, 15),
                "`0`",
                "a card that is not 0, because both hands are all zero",
            ),
            (
                &format!("1\n{good}1 2 3\n"),
                "Deal\n",
                (5, 1),
                "`1`",
                "the end of the input after 1 case",
            ),
        ],
    );
}

#[test]
fn in_numbers_with_a_surplus_card() {
    let input = format!("2\n0\n{ONES}3 {ONES}0\n{ONES}{ONES}");
    let first = "0 (Alice moves first) or 1 (Bob moves first)";
    let extra = format!("2\n0\n{ONES}{}4\n0\n{ONES}{ONES}", ONES.replace('\n', " "));
    check_errors("numbers", &[(&extra, "Deal\n", (4, 17), "`4`", first)]);
    // A 0 or 1 is read as the player who moves first; then a card is surplus.
    let end = "the end of the input after 2 cases";
    check_errors("numbers", &[(&input, "Deal\nAlice\n", (7, 15), "`1`", end)]);
}

#[test]
fn in_boxes() {
    let one = "Case 1: Alice\n";
    let cards = "the number of cards in a box";
    check_errors(
        "boxes",
        &[
            ("", "", (1, 1), END, "T, the number of cases, at least 1"),
            ("2\n2\n1 2\n", one, (4, 1), END, "the number of boxes"),
            ("2\n2\n1 2\n3\n1 2\n", one, (6, 1), END, cards),
            ("2\n2\n1 2\n3\n1 x 2\n", one, (5, 3), "`x`", cards),
            ("2\n2\n1 2\n3\n1 -2 2\n", one, (5, 3), "`-2`", cards),
            (
                "2\n2\n1 2\n-3\n1 2 3\n",
                one,
                (4, 1),
                "`-3`",
                "the number of boxes",
            ),
            (
                "1\n2\n1 2\n7\n",
                one,
                (4, 1),
                "`7`",
                "the end of the input after 1 case",
            ),
            (
                "2\n2 1 2 2 1 2 9",
                "Case 1: Alice\nCase 2: Alice\n",
                (2, 13),
                "`9`",
                "the end",
            ),
            (
                "1\n2\n1 9223372036854775808",
                "",
                (3, 3),
                "`9223372036854775808`",
                cards,
            ),
        ],
    );
}

#[test]
fn in_marbles() {
    let cell = "cell 16 of 16, * (a marble) or . (empty)";
    let short = &BOARD[..BOARD.len() - 5];
    let good = "Possible.\n";
    let two = |second: &str| format!("2\n\n{BOARD}\n{second}");
    check_errors(
        "marbles",
        &[
            ("", "", (1, 1), END, "T, the number of cases, at least 1"),
            (
                "0\n",
                "",
                (1, 1),
                "`0`",
                "T, the number of cases, at least 1",
            ),
            (
                "*\n",
                "",
                (1, 1),
                "`*`",
                "T, the number of cases, at least 1",
            ),
            (&format!("2\n\n{BOARD}"), good, (10, 1), END, "cell 1 of 16"),
            (&two(short), good, (17, 1), END, cell),
            (
                &two(&BOARD.replacen("* *", "* o", 1)),
                good,
                (12, 5),
                "`o`",
                "cell 3 of 16",
            ),
            (
                &two(&BOARD.replacen('*', "5", 1)),
                good,
                (11, 4),
                "`5`",
                "cell 1 of 16",
            ),
            (
                &format!("2\n\n{short}\n{BOARD}"),
                "",
                (10, 4),
                "`*`",
                "16 cells in a board, found 15 before the blank line; then",
            ),
            (
                &format!("1\n\n{BOARD}\n*"),
                good,
                (11, 1),
                "`*`",
                "the end of the input after 1 case",
            ),
        ],
    );
}

#[test]
fn in_nine() {
    let a_card = "a card: a rank of 6789TJQKA, then a suit of CDSH";
    let two = |second: &str| format!("{DEAL}{second}");
    let twice = "a card not yet dealt (`JD` is a duplicate in this deal)";
    check_errors(
        "nine",
        &[
            ("", "", (1, 1), END, "Alice's card 1 of 18"),
            (" \n\n", "", (3, 1), END, "Alice's card 1 of 18"),
            (
                &two(&DEAL[..DEAL.len() - 3]),
                "Alice\n",
                (4, 52),
                END,
                "Bob's card 18 of 18",
            ),
            (
                &two(&DEAL.replacen("7S", "JD", 1)),
                "Alice\n",
                (3, 4),
                "`JD`",
                twice,
            ),
            (
                &two(&DEAL.replacen("KH", "JD", 1)),
                "Alice\n",
                (4, 1),
                "`JD`",
                twice,
            ),
            (
                &two(&DEAL.replacen("7S", "5S", 1)),
                "Alice\n",
                (3, 4),
                "`5S`",
                a_card,
            ),
            (
                &two(&DEAL.replacen("7S", "7", 1)),
                "Alice\n",
                (3, 4),
                "`7`",
                a_card,
            ),
            (
                &two(&DEAL.replacen("7S", "7s", 1)),
                "Alice\n",
                (3, 4),
                "`7s`",
                "a card (did you mean `7S`?)",
            ),
            (
                &two(&DEAL.replacen("7S", "-7", 1)),
                "Alice\n",
                (3, 4),
                "`-7`",
                a_card,
            ),
            (&two("AC"), "Alice\n", (3, 3), END, "Alice's card 2 of 18"),
            // 17 cards for Alice: Bob's first is read as hers, and one is missing.
            (
                &DEAL.replacen("JD ", "", 1),
                "",
                (3, 1),
                END,
                "Bob's card 18 of 18",
            ),
        ],
    );
}

#[test]
fn in_piles() {
    let one = "Alice can win.\n";
    let card = "a card, a number from 1";
    let discard = "K, the maximum number of cards discarded";
    let after = |rest: &str| format!("1 0\n1 1\n{rest}");
    check_errors(
        "piles",
        &[
            ("", "", (1, 1), END, "P, the number of piles"),
            ("\n \n", "", (3, 1), END, "P, the number of piles"),
            (&after("1"), one, (3, 2), END, discard),
            (
                &after("-1 0\n"),
                one,
                (3, 1),
                "`-1`",
                "P, the number of piles",
            ),
            (&after("1 x\n"), one, (3, 3), "`x`", discard),
            (
                &after("2 1\n1 1\n"),
                one,
                (5, 1),
                END,
                "the number of cards in pile 2 of 2",
            ),
            (&after("1 1\n3 1 1\n"), one, (5, 1), END, card),
            (&after("1 1\n3 1 0 1\n"), one, (4, 5), "`0`", card),
            (&after("1 1\n3 1 -1 1\n"), one, (4, 5), "`-1`", card),
            (&after("1 1\n3 1 b 1\n"), one, (4, 5), "`b`", card),
            (
                &after("1 1\n2 1 1 1\n"),
                one.repeat(2).as_str(),
                (5, 1),
                END,
                discard,
            ),
        ],
    );
}

#[test]
fn in_nim() {
    let matches = "the matches of a heap";
    check_errors(
        "nim",
        &[
            ("", "", (1, 1), END, "T, the number of cases, at least 1"),
            ("2\n1 1\n", "Yes\n", (3, 1), END, "n, the number of heaps"),
            (
                "2\n1 1\n-1\n",
                "Yes\n",
                (3, 1),
                "`-1`",
                "n, the number of heaps",
            ),
            ("2\n1 1\n2\n1", "Yes\n", (4, 2), END, matches),
            ("2\n1 1\n2\n1 -2", "Yes\n", (4, 3), "`-2`", matches),
            (
                "1\n1 1\n2\n",
                "Yes\n",
                (3, 1),
                "`2`",
                "the end of the input after 1 case",
            ),
        ],
    );
}

#[test]
fn in_euclid() {
    let one = "Stan wins\n";
    check_errors(
        "euclid",
        &[
            ("2\n25 7\n", one, (3, 1), END, "M, a number from 1"),
            ("2\n25 7\n0 5\n", one, (3, 1), "`0`", "M, a number from 1"),
            ("2\n25 7\n5 0\n", one, (3, 3), "`0`", "N, a number from 1"),
            ("2\n25 7\n5\n", one, (4, 1), END, "N, a number from 1"),
            (
                "2\n25 7\n5 7.5\n",
                one,
                (3, 3),
                "`7.5`",
                "N, a number from 1",
            ),
        ],
    );
}

#[test]
fn in_calendar() {
    let one = "YES\n";
    let after = |date: &str| format!("2\n2001 11 3\n{date}\n");
    let year = "a year from 1900 to 2006";
    let month = "a month from 1 to 12";
    check_errors(
        "calendar",
        &[
            (&after(""), one, (4, 1), END, year),
            (&after("1899 12 31"), one, (3, 1), "`1899`", year),
            (&after("2007 1 1"), one, (3, 1), "`2007`", year),
            (&after("2001-11-3"), one, (3, 1), "`2001-11-3`", year),
            (&after("2001 0 1"), one, (3, 6), "`0`", month),
            (&after("2001 13 1"), one, (3, 6), "`13`", month),
            (
                &after("2006 12 1"),
                one,
                (3, 6),
                "`12`",
                "a month of 2006 from 1 to 11, in which the game ends",
            ),
            (
                &after("2006 11 5"),
                one,
                (3, 9),
                "`5`",
                "a day of 2006-11 from 1 to 4, on which the game ends",
            ),
            (
                &after("2001 2 30"),
                one,
                (3, 8),
                "`30`",
                "a day of 2001-02 from 1 to 28",
            ),
            (
                &after("1900 2 29"),
                one,
                (3, 8),
                "`29`",
                "a day of 1900-02 from 1 to 28",
            ),
            (
                &after("2000 2 30"),
                one,
                (3, 8),
                "`30`",
                "a day of 2000-02 from 1 to 29",
            ),
            (
                &after("2001 4 0"),
                one,
                (3, 8),
                "`0`",
                "a day of 2001-04 from 1 to 30",
            ),
        ],
    );
}

#[test]
fn in_ed() {
    let pile = "a pile, a number from 1";
    let even = "N, the number of piles, an even number";
    check_errors(
        "ed",
        &[
            ("2\n2\n1 2\n", "YES\n", (4, 1), END, even),
            ("2\n2\n1 2\n3\n1 2 3\n", "YES\n", (4, 1), "`3`", even),
            ("2\n2\n1 2\n2\n1 0\n", "YES\n", (5, 3), "`0`", pile),
            ("2\n2\n1 2\n2\n1\n", "YES\n", (6, 1), END, pile),
        ],
    );
}
