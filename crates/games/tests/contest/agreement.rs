//! With and without the fast path, with reads of any size: the same cases, then
//! the same error or none, for every text.

use kibitz_games::boxes::{self, Boxes, Transfers};
use kibitz_games::marbles::{self, Marbles, Shape};
use kibitz_games::nim::{self, Nim};
use kibitz_games::numbers::{self, Numbers};
use kibitz_games::piles;
use kibitz_games::{calendar, ed, euclid};

use crate::contest::cases;
use crate::contest::layout::{self, Layout};
use crate::contest::support::{Format, Random, With, damage, read_all};

const ROUNDS: usize = 1500;

/// Reads a text in all ways; returns whether it was accepted.
fn agreed<F: Format>(format: &F, text: &[u8]) -> bool {
    let first = read_all(format, text, usize::MAX, With::FastPath);
    for (max, with) in [
        (usize::MAX, With::ReaderAlone),
        (1, With::FastPath),
        (7, With::FastPath),
        (64, With::ReaderAlone),
    ] {
        let other = read_all(format, text, max, with);
        assert_eq!(other, first, "{max}, {with:?}: {}", text.escape_ascii());
    }
    first.1.is_none()
}

/// Damages many texts, some in unusual layouts, and reads each in all ways.
fn agreed_on_damage<F: Format>(
    format: &F,
    seed: u64,
    mut write: impl FnMut(&mut Random) -> String,
) {
    let mut random = Random(seed);
    let mut accepted = 0;
    for round in 0..ROUNDS {
        let usual = write(&mut random);
        let layout = match round % 2 {
            0 => Layout::Usual,
            _ => *random.pick(&Layout::ALL),
        };
        let mut text = layout.apply(&usual, &mut random).into_bytes();
        for _ in 0..random.below(3) {
            damage(&mut text, &mut random);
        }
        accepted += usize::from(agreed(format, &text));
    }
    assert!(
        accepted > ROUNDS / 4,
        "expected more accepted texts than {accepted}"
    );
    assert!(accepted < ROUNDS, "expected some rejected texts");
}

#[test]
fn readers_agree_on_damaged_numbers() {
    let game = Numbers::new(8, 5).unwrap();
    agreed_on_damage(&numbers::Format::new(&game), 21, |random| {
        let count = random.below(4) + 1;
        let cases: Vec<_> = (0..count).map(|_| cases::numbers(&game, random)).collect();
        layout::numbers(&game, &cases, random)
    });
}

#[test]
fn readers_agree_on_damaged_boxes() {
    let game = Boxes::new(Transfers::contest());
    agreed_on_damage(&boxes::Format::new(&game), 22, |random| {
        let count = random.below(4) + 1;
        let cases: Vec<_> = (0..count).map(|_| cases::boxes(random)).collect();
        layout::boxes(&cases)
    });
}

#[test]
fn readers_agree_on_damaged_marbles() {
    let game = Marbles::new(Shape::rectangle(4, 4), 3);
    agreed_on_damage(&marbles::Format::new(&game), 23, |random| {
        let count = random.below(4) + 1;
        let boards: Vec<_> = (0..count).map(|_| cases::marbles(random)).collect();
        layout::marbles(&boards)
    });
}

#[test]
fn readers_agree_on_damaged_piles() {
    agreed_on_damage(&piles::Format, 24, |random| {
        let count = random.below(4) + 1;
        let cases: Vec<_> = (0..count).map(|_| cases::piles(random)).collect();
        layout::piles(&cases)
    });
}

#[test]
fn readers_agree_on_damaged_nim() {
    let format = nim::Format::new(Nim::default());
    agreed_on_damage(&format, 25, |random| {
        let count = random.below(4) + 1;
        let cases: Vec<_> = (0..count).map(|_| cases::boxes(random)).collect();
        layout::boxes(&cases)
    });
}

#[test]
fn readers_agree_on_damaged_euclid() {
    agreed_on_damage(&euclid::Format, 26, |random| {
        let count = random.below(4) + 1;
        let cases: Vec<_> = (0..count).map(|_| cases::euclid(random)).collect();
        layout::euclid(&cases)
    });
}

#[test]
fn readers_agree_on_damaged_dates() {
    agreed_on_damage(&calendar::Format, 27, |random| {
        let count = random.below(4) + 1;
        let cases: Vec<_> = (0..count).map(|_| cases::calendar(random)).collect();
        layout::calendar(&cases, random)
    });
}

#[test]
fn readers_agree_on_damaged_ed() {
    agreed_on_damage(&ed::Format, 28, |random| {
        let count = random.below(4) + 1;
        let cases: Vec<_> = (0..count).map(|_| cases::ed(random)).collect();
        layout::ed(&cases)
    });
}
