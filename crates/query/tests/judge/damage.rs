//! Damaged input: still right and answered, or refused after the answers of
//! all cases before the damage.

use kibitz_game::contest::InputError;
use kibitz_query::QueryError;

use crate::checker::{check, is_space};
use crate::support::{Game, Random, Trickle, judge};
use crate::writing::write;

/// Judges a text; compares with the checker; says whether it was right.
fn is_judged_rightly(game: Game, text: &[u8], most: usize) -> bool {
    let checked = check(game, text);
    let (out, end) = judge(game, Trickle { bytes: text, most });
    let shown = text.escape_ascii();
    assert_eq!(out, checked.answers.concat(), "{game:?}: {shown}");
    match end {
        Ok(cases) => {
            assert!(checked.is_valid, "{game:?} took this: {shown}");
            assert_eq!(cases, checked.answers.len() as u64);
        }
        Err(QueryError::Input(InputError::Bad(bad))) => {
            assert!(!checked.is_valid, "{game:?} refused this: {shown}: {bad}");
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

/// Words that are easily taken for numbers, cells or cards.
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

/// Changes some bytes.
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

/// Changes some words: drops, doubles, swaps or replaces one, or adds some.
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

/// Lays the text out in another way.
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

/// More than 20,000 texts of all games in a usual run, 10⁶ in a full one.
fn survives(game: Game, usual: usize, seed: u64) {
    let rounds = kibitz_twins::rounds(usual, 45 * usual);
    let mut random = Random(seed);
    let mut right = 0;
    // A few texts damaged in many ways, so that the twins have little to do.
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
        let most = *random.pick(&[1, 3, 40, usize::MAX]);
        right += usize::from(is_judged_rightly(game, &text, most));
    }
    assert!(right > rounds / 20, "some damage is harmless, not {right}");
    assert!(right < rounds, "some is not");
}

#[test]
fn of_numbers() {
    survives(Game::Numbers, 150, 11);
}

#[test]
fn of_boxes() {
    survives(Game::Boxes, 4000, 12);
}

#[test]
fn of_marbles() {
    survives(Game::Marbles, 1500, 13);
}

#[test]
fn of_nine() {
    survives(Game::Nine, 250, 14);
}

#[test]
fn of_piles() {
    survives(Game::Piles, 4000, 15);
}

#[test]
fn of_nim() {
    survives(Game::Nim, 4000, 17);
}

#[test]
fn of_euclid() {
    survives(Game::Euclid, 4000, 18);
}

#[test]
fn of_calendar() {
    survives(Game::Calendar, 1500, 19);
}

#[test]
fn of_ed() {
    survives(Game::Ed, 4000, 20);
}

#[test]
fn every_cut_of_a_text_gives_the_answers_before_it() {
    let mut random = Random(16);
    for game in Game::QUICK
        .into_iter()
        .filter(|game| *game != Game::Numbers)
    {
        let text = write(game, 3, &mut random);
        for cut in 0..text.len() {
            is_judged_rightly(game, &text.as_bytes()[..cut], usize::MAX);
        }
    }
}
