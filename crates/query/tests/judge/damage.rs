//! Damaged input: still valid and answered, or an error after the answers of
//! all cases before the damage.

use kibitz_game::contest::InputError;
use kibitz_query::{ContestError, QueryError};

use crate::judge::checker::{check, is_space};
use crate::judge::support::{Game, Random, Trickle, judge};
use crate::judge::writing::write;

/// Judges an input and compares with the checker; returns whether it was valid.
fn agrees_with_checker(game: Game, text: &[u8], max: usize) -> bool {
    let checked = check(game, text);
    let (out, end) = judge(game, Trickle { bytes: text, max });
    let shown = text.escape_ascii();
    assert_eq!(out, checked.answers.concat(), "{game:?}: {shown}");
    match end {
        Ok(cases) => {
            assert!(checked.is_valid, "{game:?} accepted: {shown}");
            assert_eq!(cases, checked.answers.len() as u64);
        }
        Err(QueryError::Contest(ContestError::Input(InputError::Bad(bad)))) => {
            assert!(!checked.is_valid, "{game:?} rejected: {shown}: {bad}");
            let lines = text.iter().filter(|b| **b == b'\n').count() as u64;
            assert!((1..=lines + 1).contains(&bad.line), "{shown}: {bad}");
            assert!(
                (1..=text.len() as u64 + 1).contains(&bad.column),
                "{shown}: {bad}"
            );
        }
        Err(other) => panic!("{game:?}: {other}: {shown}"),
    }
    checked.is_valid
}

/// Words similar to numbers, cells or cards.
const ODD_WORDS: [&[u8]; 24] = [
    b"+5",
    b"-1",
    b"-0",
    b"1e3",
    b"0x10",
    b"00",
    b"0000000000000000000000001",
    b"9223372036854775807",
    b"9223372036854775808",
    b"99999999999999999999999",
    b"1.0",
    b"x",
    b"\xef\xbb\xbf1",
    b"\xef\xbc\x93",
    b"\xc2\xa01",
    b"*",
    b".",
    b"#",
    b"\0",
    b"\xff\xfe",
    b"9C",
    b"9c",
    b"10H",
    b"0",
];

/// Changes, inserts or removes a byte.
fn damage_bytes(text: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(text.len() + 1);
    let inside = at.min(text.len().saturating_sub(1));
    match random.below(6) {
        _ if text.is_empty() => text.push(random.bits() as u8),
        0 => text[inside] ^= 1 << random.below(8),
        1 => text[inside] = random.bits() as u8,
        2 => text.truncate(at),
        3 => text.insert(at, random.bits() as u8),
        4 => text.insert(at, *random.pick(b" \n\r\t\n0123*.")),
        _ => drop(text.remove(inside)),
    }
}

/// Removes, duplicates, swaps, replaces or appends a word.
fn damage_words(text: &mut Vec<u8>, random: &mut Random) {
    let mut pieces: Vec<Vec<u8>> = text
        .chunk_by(|a, b| is_space(a) == is_space(b))
        .map(<[u8]>::to_vec)
        .collect();
    if pieces.is_empty() {
        return;
    }
    let (at, other) = (random.below(pieces.len()), random.below(pieces.len()));
    match random.below(5) {
        0 => drop(pieces.remove(at)),
        1 => pieces.insert(at, [b" ", &pieces[at][..], b" "].concat()),
        2 => pieces.swap(at, other),
        3 => pieces[at] = random.pick(&ODD_WORDS).to_vec(),
        _ => pieces.push([b" ", *random.pick(&ODD_WORDS)].concat()),
    }
    *text = pieces.concat();
}

/// Changes the layout.
fn damage_layout(text: &mut Vec<u8>, random: &mut Random) {
    let string = String::from_utf8_lossy(text).into_owned();
    let changed = match random.below(6) {
        0 => string.replace('\n', "\r\n"),
        1 => string.replace('\n', "\n\n"),
        2 => string.replace('\n', " "),
        3 => string.replace(' ', "\t"),
        4 => string.replace(' ', "\n"),
        _ => string.trim_end().to_owned(),
    };
    *text = changed.into_bytes();
}

/// In all games more than 20,000 inputs by default, 10⁶ in `./test --full`.
fn check_damaged(game: Game, usual: usize, seed: u64) {
    let rounds = kibitz_bruteforce::rounds(usual, 45 * usual);
    let mut random = Random(seed);
    let mut valid = 0;
    // A few inputs damaged in many ways, to limit the brute-force work.
    let cases = if game == Game::Nine { 1..=2 } else { 1..=4 };
    let texts: Vec<String> = cases.map(|n| write(game, n, &mut random)).collect();
    for _ in 0..rounds {
        let mut text = random.pick(&texts).clone().into_bytes();
        for _ in 0..1 + random.below(2) {
            match random.below(5) {
                0 | 1 => damage_bytes(&mut text, &mut random),
                2 | 3 => damage_words(&mut text, &mut random),
                _ => damage_layout(&mut text, &mut random),
            }
        }
        let max = *random.pick(&[1, 3, 40, usize::MAX]);
        valid += usize::from(agrees_with_checker(game, &text, max));
    }
    assert!(valid > rounds / 20, "too few valid inputs: {valid}");
    assert!(valid < rounds, "no invalid input");
}

#[test]
fn damaged_numbers() {
    check_damaged(Game::Numbers, 150, 11);
}

#[test]
fn damaged_boxes() {
    check_damaged(Game::Boxes, 4000, 12);
}

#[test]
fn damaged_marbles() {
    check_damaged(Game::Marbles, 1500, 13);
}

#[test]
fn damaged_nine() {
    check_damaged(Game::Nine, 250, 14);
}

#[test]
fn damaged_piles() {
    check_damaged(Game::Piles, 4000, 15);
}

#[test]
fn damaged_nim() {
    check_damaged(Game::Nim, 4000, 17);
}

#[test]
fn damaged_euclid() {
    check_damaged(Game::Euclid, 4000, 18);
}

#[test]
fn damaged_calendar() {
    check_damaged(Game::Calendar, 1500, 19);
}

#[test]
fn damaged_ed() {
    check_damaged(Game::Ed, 4000, 20);
}

#[test]
fn every_truncated_input_gets_the_answers_before_the_cut() {
    let mut random = Random(16);
    for game in Game::QUICK
        .into_iter()
        .filter(|game| *game != Game::Numbers)
    {
        let text = write(game, 3, &mut random);
        for cut in 0..text.len() {
            agrees_with_checker(game, &text.as_bytes()[..cut], usize::MAX);
        }
    }
}
