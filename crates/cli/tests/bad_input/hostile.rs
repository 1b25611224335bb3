//! Adversarial input.

use crate::bad_input::support::{BAD, BUDGET, run, run_with};

const GAMES: [&str; 9] = [
    "numbers", "boxes", "marbles", "nine", "piles", "nim", "euclid", "calendar", "ed",
];

/// Checks that input is rejected at its first word, shown as `found`.
fn rejected_at_first_word(game: &str, input: &[u8], found: &str) {
    let done = run_with(&["judge", game], input);
    let shown = format!("{game}: {}\n{}", input.escape_ascii(), done.err);
    assert_eq!(done.code, BAD, "{shown}");
    assert_eq!(done.out, "", "{shown}");
    assert!(done.err.contains(&format!(", found {found}\n")), "{shown}");
    assert!(done.err.contains("standard input:1:1\n"), "{shown}");
}

#[test]
fn binary_files_are_rejected_and_escaped() {
    for game in GAMES {
        rejected_at_first_word(
            game,
            b"\x7fELF\x02\x01\x01\0\0\0",
            "`\\u{7f}ELF\\u{2}\\u{1}\\u{1}\\0\\0\\0`",
        );
        rejected_at_first_word(game, b"\xff\xd8\xff\xe0", "`\\xff\\xd8\\xff\\xe0`");
        rejected_at_first_word(game, b"\0", "`\\0`");
        let random: Vec<u8> = (0..100_000u32)
            .map(|i| (i.wrapping_mul(i) >> 7) as u8 | 0x80)
            .collect();
        let done = run_with(&["judge", game], random);
        assert_eq!((done.code, done.out.as_str()), (BAD, ""), "{game}");
    }
}

#[test]
fn a_utf8_byte_order_mark_is_skipped_and_utf16_rejected() {
    for game in GAMES {
        let marked = [b"\xef\xbb\xbf", &sample(game)[..]].concat();
        assert_eq!(
            run_with(&["judge", game], marked),
            run_with(&["judge", game], sample(game)),
            "{game}"
        );
        rejected_at_first_word(game, b"\xff\xfe1\0\n\0", "`\\xff\\xfe1\\0`");
    }
    let marked = run(&["solve", "nim", "--at", "\u{feff}3 5 7"]);
    assert_eq!(marked, run(&["solve", "nim", "--at", "3 5 7"]));
    assert_eq!(marked.code, 0);
}

/// The sample of contest input.
fn sample(game: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples");
    std::fs::read(format!("{folder}/{game}.txt")).unwrap()
}

#[test]
fn other_notations_of_numbers_are_rejected() {
    for game in GAMES.into_iter().filter(|game| *game != "nine") {
        for word in [
            "+5", "-5", "1e3", "0x10", "1.0", "1,000", "٣", "one", "5;", "--help",
        ] {
            rejected_at_first_word(game, format!("{word}\n").as_bytes(), &format!("`{word}`"));
        }
    }
}

#[test]
fn escape_sequences_do_not_reach_the_terminal() {
    for game in GAMES {
        let done = run_with(&["judge", game], "\x1b[2J\x1b]0;title\x07 \u{202e}x");
        assert_eq!(done.code, BAD);
        let is_plain = |c: char| c == '\n' || !c.is_control() && c != '\u{202e}';
        assert!(done.err.chars().all(is_plain), "{:?}", done.err);
    }
}

#[test]
fn long_words_are_truncated_in_messages() {
    for game in GAMES {
        let done = run_with(&["judge", game], "9".repeat(3_000_000));
        assert_eq!((done.code, done.out.as_str()), (BAD, ""), "{game}");
        assert!(done.err.len() < 1000, "{game}: {} bytes", done.err.len());
        assert!(
            done.err.contains("found `99999999999999999999…`"),
            "{}",
            done.err
        );
    }
}

#[test]
fn leading_zeros_are_ignored() {
    let zeros = "0".repeat(4000);
    let done = run_with(
        &["judge", "boxes"],
        format!("{zeros}1 {zeros}2 {zeros}1 {zeros}2"),
    );
    assert_eq!((done.code, done.out.as_str()), (0, "Case 1: Alice\n"));
    let done = run_with(&["judge", "boxes"], format!("1 2 {zeros}{zeros}1 2"));
    assert_eq!((done.code, done.out.as_str()), (BAD, ""));
}

#[test]
fn expected_input_depends_on_parameters() {
    let three = ["judge", "numbers", "--set", "cards=2", "--set", "modulus=3"];
    let done = run_with(&three, "2\n0\n1 1\n1 2\n0\n1 3\n1 1\n");
    assert_eq!(done.code, BAD);
    assert_eq!(done.out.lines().count(), 1);
    assert!(
        done.err
            .contains("expected card 2 of Alice's 2, a number from 0 to 2, found `3`")
    );
    let listed = ["judge", "boxes", "--set", "moves=3>1"];
    let done = run_with(&listed, "2\n3\n1 1 1\n2\n1 1\n");
    assert_eq!((done.code, done.out.as_str()), (BAD, "Case 1: Alice\n"));
    assert!(
        done.err
            .contains("expected at least 3 boxes, because `moves` names box 3, found `2`")
    );
}

#[test]
fn answers_before_a_case_over_budget_are_printed() {
    let circle = [
        "judge",
        "boxes",
        "--set",
        "moves=1>2,2>1",
        "--memory",
        "20MB",
    ];
    let done = run_with(&circle, "2\n2\n0 1\n2\n9223372036854775807 0\n");
    assert_eq!((done.code, done.out.as_str()), (BUDGET, "Case 1: Draw\n"));
    assert!(done.err.contains("the memory budget is"), "{}", done.err);
}

#[test]
fn too_wide_boards_are_rejected() {
    let wide = format!("shape=.{}.", "#".repeat(40));
    let done = run(&["solve", "marbles", "--set", &wide]);
    assert_eq!((done.code, done.out.as_str()), (BAD, ""));
    assert!(done.err.contains("at most 36 columns"), "{}", done.err);
}

/// Positions with too many moves to enumerate are answered by move classes, or
/// rejected immediately if no closed form gives their value.
#[test]
fn huge_positions_are_solved_by_closed_form_or_rejected() {
    let large = "1000000000000000000";
    for (game, set, at, value) in [
        ("nim", "play=normal", "3 5 1000000000000000000", "win"),
        (
            "nim",
            "play=misere",
            "1000000000000000000 1000000000000000000",
            "loss",
        ),
        ("subtraction", "take=1,2,3", large, "loss"),
        ("subtraction", "play=misere", large, "win"),
        ("octal", "code=0.77", large, "win"),
        (
            "octal",
            "code=0.07",
            "1000000000000000000 1000000000000000000",
            "loss",
        ),
    ] {
        let done = run(&["solve", game, "--set", set, "--at", at]);
        assert_eq!(done.code, 0, "{game} {at}: {}", done.err);
        assert!(
            done.out.contains(&format!("value     {value}\n")),
            "{}",
            done.out
        );
        let json = run(&["solve", game, "--set", set, "--at", at, "--json"]);
        assert_eq!(json.code, 0, "{game} {at}: {}", json.err);
    }
    for (game, at) in [
        ("euclid", "1000000000000000000 1"),
        ("euclid", "1000000000000000001 1000000000000000000"),
        ("ed", "1000000000000000000 999999999999999999"),
    ] {
        let done = run(&["solve", game, "--at", at]);
        assert_eq!(done.code, 0, "{game} {at}: {}", done.err);
    }
    for (set, why) in [
        ("code=0.06", "for which no period has been proven, exceeds"),
        ("play=misere", "with no closed form in misère play, exceeds"),
    ] {
        let done = run(&["solve", "octal", "--set", set, "--at", large]);
        assert_eq!((done.code, done.out.as_str()), (BUDGET, ""), "{}", done.err);
        assert!(done.err.contains(why), "{}", done.err);
    }
}
