//! Positions as text: what is written is read back, and damage is pointed at.

use std::fmt::Debug;

use kibitz_game::{Indexed, Notation, TextError};
use kibitz_games::Play;
use kibitz_games::boxes::{Boxes, Transfers};
use kibitz_games::calendar::Calendar;
use kibitz_games::chess::{Ending, Krkn};
use kibitz_games::ed::Ed;
use kibitz_games::euclid::Euclid;
use kibitz_games::marbles::{Board, Marbles, Shape};
use kibitz_games::nim::Nim;
use kibitz_games::nine::{Deck, Nine};
use kibitz_games::numbers::Numbers;
use kibitz_games::octal::Octal;
use kibitz_games::piles::Piles;
use kibitz_games::subtraction::Subtraction;
use kibitz_games::tictactoe::TicTacToe;

use kibitz_twins::rounds;

use crate::cases;
use crate::support::{Random, damage};

/// The place of an error is a part of the text.
pub(crate) fn is_well_placed(text: &str, error: &TextError) {
    assert!(text.get(error.at.clone()).is_some(), "{text:?}: {error:?}");
    assert!(!error.message.is_empty(), "{text:?}");
}

/// What a game reads it writes so that it reads the same again.
fn is_read_or_refused<G: Notation>(game: &G, text: &str) -> bool {
    match game.parse(text) {
        Ok(p) => {
            let written = game.write(&p);
            assert_eq!(game.parse(&written).as_ref(), Ok(&p), "{text:?}");
            true
        }
        Err(error) => {
            is_well_placed(text, &error);
            false
        }
    }
}

/// Writes, reads and damages positions.
fn survives<G: Notation<Pos: Debug>>(
    game: &G,
    seed: u64,
    mut position: impl FnMut(&mut Random) -> G::Pos,
) {
    let mut random = Random(seed);
    let mut refused = 0;
    for _ in 0..rounds(1000, 100_000) {
        let p = position(&mut random);
        let text = game.write(&p);
        assert_eq!(game.parse(&text), Ok(p), "{text}");
        let mut bytes = text.into_bytes();
        for _ in 0..random.below(3) + 1 {
            damage(&mut bytes, &mut random);
        }
        let damaged = String::from_utf8_lossy(&bytes);
        refused += usize::from(!is_read_or_refused(game, &damaged));
    }
    assert!(refused > 0, "some damage is found");
}

#[test]
fn of_numbers() {
    for (cards, modulus) in [(8, 5), (1, 2), (3, 10), (3, 11), (2, 20)] {
        let game = Numbers::new(cards, modulus).unwrap();
        survives(&game, 31, |random| cases::numbers(&game, random).position);
    }
}

#[test]
fn of_boxes() {
    let small = |random: &mut Random| -> Vec<u64> {
        let n = random.below(9);
        (0..n).map(|_| random.number() >> 4).collect()
    };
    survives(&Boxes::new(Transfers::contest()), 32, small);
    let listed = Boxes::new(Transfers::parse("2>1,5>4").unwrap());
    survives(&listed, 33, |random| {
        let mut counts = small(random);
        counts.resize(counts.len().max(5), 1);
        counts
    });
}

#[test]
fn of_marbles() {
    for shape in ["..../..../..../....", ".", "#.#/.../#.#", "......"] {
        let shape = Shape::parse(shape).unwrap();
        let cells = (1 << shape.cells()) - 1;
        let game = Marbles::new(shape, 3);
        survives(&game, 34, |random| Board(random.bits() & cells));
    }
}

#[test]
fn of_piles() {
    let game = Piles { k: 2 };
    survives(&game, 35, |random| cases::piles(random).piles);
}

#[test]
fn of_nine() {
    let deck = Deck::default();
    let alice = deck.dealt_in_turn();
    let nine = Nine::new(deck, alice);
    let ranks = ["6", "7", "8", "9", "T", "J", "Q", "K", "A"];
    survives(&nine, 36, |random| {
        let mut suit = |name: &str| match random.below(3) {
            0 => format!("{name}:-"),
            _ => format!(
                "{name}:{}-{}",
                ranks[random.below(4)],
                ranks[3 + random.below(5)]
            ),
        };
        let suits = [suit("C"), suit("D"), suit("S"), suit("H")].join(" ");
        let mover = random.pick(&["Alice", "Bob"]);
        nine.parse(&format!("{suits} {mover}")).unwrap()
    });
}

#[test]
fn of_heaps() {
    survives(&Nim::default(), 37, cases::boxes);
    let kayles = Octal::new("0.77".parse().unwrap(), Play::Normal);
    survives(&kayles, 38, |random| {
        let mut heaps = cases::boxes(random);
        heaps.retain(|heap| *heap > 0);
        heaps.sort_unstable();
        heaps
    });
    let heap = Subtraction::new([1, 2, 3], Play::Normal).unwrap();
    survives(&heap, 39, Random::number);
}

#[test]
fn of_pairs() {
    survives(&Euclid, 40, cases::euclid);
    survives(&Ed, 41, cases::ed);
}

#[test]
fn of_dates_and_boards() {
    survives(&Calendar, 42, cases::calendar);
    let game = TicTacToe::default();
    survives(&game, 43, |random| {
        let ranks = std::iter::repeat_with(|| random.roll(game.size()));
        ranks
            .into_iter()
            .find_map(|rank| game.unrank(rank))
            .unwrap()
    });
}

#[test]
fn of_chess() {
    let game = Ending::<Krkn>::default();
    survives(&game, 44, |random| {
        let ranks = std::iter::repeat_with(|| random.roll(game.size()));
        ranks
            .into_iter()
            .find_map(|rank| game.unrank(rank))
            .unwrap()
    });
}

/// A whole FEN is a position where what it says beyond the board and the mover
/// is nothing.
#[test]
fn a_whole_fen_is_read() {
    let game = Ending::<Krkn>::default();
    let short = "8/8/8/3k4/8/8/4n3/RK6 w";
    let expected = game.parse(short).unwrap();
    for rest in ["", " -", " - -", " - - 0", " - - 0 1", " - - 99 123 "] {
        assert_eq!(
            game.parse(&format!("{short}{rest}")),
            Ok(expected),
            "{rest}"
        );
    }
    for (rest, wrong) in [
        (" KQ - 0 1", "KQ"),
        (" - e3 0 1", "e3"),
        (" - - x 1", "x"),
        (" - - -1 1", "-1"),
        (" - - 0 1 2", "2"),
    ] {
        let text = format!("{short}{rest}");
        let error = game.parse(&text).unwrap_err();
        assert_eq!(text.get(error.at), Some(wrong), "{rest}");
    }
}

/// Numbers with commas between them are refused, with what to write.
#[test]
fn commas_get_help() {
    let error = Nim::default().parse("3,5,7").unwrap_err();
    assert!(error.help.unwrap().ends_with("`3 5 7`"));
    let error = Boxes::new(Transfers::contest()).parse("1 2,3").unwrap_err();
    assert_eq!((error.at, error.help.is_some()), (2..5, true));
    assert_eq!(Nim::default().parse("3 x").unwrap_err().help, None);
}

#[test]
fn dates_need_no_leading_zeros() {
    for text in [
        "2001-1-3",
        "2001-01-03",
        " 2001-1-3 ",
        "2001 - 1 - 3",
        "2001-001-3",
    ] {
        assert_eq!(Calendar.write(&Calendar.parse(text).unwrap()), "2001-01-03");
    }
}

#[test]
fn impossible_boards_are_refused() {
    let game = TicTacToe::default();
    for (text, message) in [
        ("XX./.../...", "2 X and 0 O"),
        ("O../.../...", "0 X and 1 O"),
        ("XXX/OOO/...", "both X and O have a line"),
        ("XXX/OO./O..", "X has a line, which ends play, so O cannot"),
        ("OOO/XX./XX.", "O has a line, which ends play, so X cannot"),
        ("X../..", "expected 3 rows joined by /, found 2"),
        ("X.../.../...", "expected 3 cells in this row, found 4"),
        ("X../.?./...", "expected X, O or . (empty), found `?`"),
    ] {
        let error = game.parse(text).unwrap_err();
        assert!(error.message.starts_with(message), "{text}: {error}");
    }
}

#[test]
fn only_plain_digits_are_numbers() {
    let numbers = Numbers::new(2, 12).unwrap();
    let boxes = Boxes::new(Transfers::contest());
    let piles = Piles { k: 1 };
    for word in [
        "+5",
        "-1",
        "-0",
        "1e3",
        "0x1",
        "1.0",
        "５",
        "1_0",
        "9223372036854775808",
    ] {
        assert!(numbers.parse(&format!("{word} 1/1 2")).is_err(), "{word}");
        assert!(boxes.parse(&format!("1 {word}")).is_err(), "{word}");
        assert!(piles.parse(&format!("1 {word}/2")).is_err(), "{word}");
        assert!(
            Nim::default().parse(&format!("1 {word}")).is_err(),
            "{word}"
        );
        assert!(Euclid.parse(&format!("1 {word}")).is_err(), "{word}");
        assert!(Ed.parse(&format!("1 {word}")).is_err(), "{word}");
        assert!(Calendar.parse(&format!("2001-1-{word}")).is_err(), "{word}");
    }
}
