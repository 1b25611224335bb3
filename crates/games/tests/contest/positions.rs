//! Notation of positions: round trips, and ranges of errors.

use std::fmt::Debug;

use kibitz_game::{Indexed, Notation, TextError};
use kibitz_games::PlayConvention;
use kibitz_games::boxes::{Boxes, Transfers};
use kibitz_games::calendar::Calendar;
use kibitz_games::chess::Ending;
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

use kibitz_bruteforce::rounds;

use crate::contest::cases;
use crate::contest::support::{Random, damage};

/// Asserts that the range of an error is within the text.
pub(crate) fn is_well_placed(text: &str, error: &TextError) {
    assert!(text.get(error.at.clone()).is_some(), "{text:?}: {error:?}");
    assert!(!error.message.is_empty(), "{text:?}");
}

/// Asserts that an accepted text round-trips; returns whether it was accepted.
fn is_accepted_or_rejected<G: Notation>(game: &G, text: &str) -> bool {
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
fn round_trips_or_rejects<G: Notation<Pos: Debug>>(
    game: &G,
    seed: u64,
    mut position: impl FnMut(&mut Random) -> G::Pos,
) {
    let mut random = Random(seed);
    let mut rejected = 0;
    for _ in 0..rounds(1000, 100_000) {
        let p = position(&mut random);
        let text = game.write(&p);
        assert_eq!(game.parse(&text), Ok(p), "{text}");
        let mut bytes = text.into_bytes();
        for _ in 0..random.below(3) + 1 {
            damage(&mut bytes, &mut random);
        }
        let damaged = String::from_utf8_lossy(&bytes);
        rejected += usize::from(!is_accepted_or_rejected(game, &damaged));
    }
    assert!(rejected > 0, "expected some rejected texts");
}

#[test]
fn numbers_positions_round_trip() {
    for (cards, modulus) in [(8, 5), (1, 2), (3, 10), (3, 11), (2, 20)] {
        let game = Numbers::new(cards, modulus).unwrap();
        round_trips_or_rejects(&game, 31, |random| cases::numbers(&game, random).position);
    }
}

#[test]
fn boxes_positions_round_trip() {
    let small = |random: &mut Random| -> Vec<u64> {
        let n = random.below(9);
        (0..n).map(|_| random.number() >> 4).collect()
    };
    round_trips_or_rejects(&Boxes::new(Transfers::contest()), 32, small);
    let listed = Boxes::new(Transfers::parse("2>1,5>4").unwrap());
    round_trips_or_rejects(&listed, 33, |random| {
        let mut counts = small(random);
        counts.resize(counts.len().max(5), 1);
        counts
    });
}

#[test]
fn marbles_positions_round_trip() {
    for shape in ["..../..../..../....", ".", "#.#/.../#.#", "......"] {
        let shape = Shape::parse(shape).unwrap();
        let cells = (1 << shape.cells()) - 1;
        let game = Marbles::new(shape, 3);
        round_trips_or_rejects(&game, 34, |random| Board(random.bits() & cells));
    }
}

#[test]
fn piles_positions_round_trip() {
    let game = Piles { k: 2 };
    round_trips_or_rejects(&game, 35, |random| cases::piles(random).piles);
}

#[test]
fn nine_positions_round_trip() {
    let deck = Deck::default();
    let alice = deck.dealt_in_turn();
    let nine = Nine::new(deck, alice);
    let ranks = ["6", "7", "8", "9", "T", "J", "Q", "K", "A"];
    round_trips_or_rejects(&nine, 36, |random| {
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
fn heap_positions_round_trip() {
    round_trips_or_rejects(&Nim::default(), 37, cases::boxes);
    let kayles = Octal::new("0.77".parse().unwrap(), PlayConvention::Normal);
    round_trips_or_rejects(&kayles, 38, |random| {
        let mut heaps = cases::boxes(random);
        heaps.retain(|heap| *heap > 0);
        heaps.sort_unstable();
        heaps
    });
    let heap = Subtraction::new([1, 2, 3], PlayConvention::Normal).unwrap();
    round_trips_or_rejects(&heap, 39, Random::number);
}

#[test]
fn pair_positions_round_trip() {
    round_trips_or_rejects(&Euclid, 40, cases::euclid);
    round_trips_or_rejects(&Ed, 41, cases::ed);
}

#[test]
fn date_and_board_positions_round_trip() {
    round_trips_or_rejects(&Calendar, 42, cases::calendar);
    let game = TicTacToe::default();
    round_trips_or_rejects(&game, 43, |random| {
        let ranks = std::iter::repeat_with(|| random.roll(game.size()));
        ranks
            .into_iter()
            .find_map(|rank| game.unrank(rank))
            .unwrap()
    });
}

#[test]
fn chess_positions_round_trip() {
    let game = Ending::KRKN;
    round_trips_or_rejects(&game, 44, |random| {
        let ranks = std::iter::repeat_with(|| random.roll(game.size()));
        ranks
            .into_iter()
            .find_map(|rank| game.unrank(rank))
            .unwrap()
    });
}

/// A whole FEN is accepted if its further fields are empty.
#[test]
fn whole_fen_is_accepted() {
    let game = Ending::KRKN;
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

/// Numbers separated by commas are rejected with a suggestion.
#[test]
fn commas_are_rejected_with_help() {
    let error = Nim::default().parse("3,5,7").unwrap_err();
    assert!(error.help.unwrap().ends_with("`3 5 7`"));
    let error = Boxes::new(Transfers::contest()).parse("1 2,3").unwrap_err();
    assert_eq!((error.at, error.help.is_some()), (2..5, true));
    assert_eq!(Nim::default().parse("3 x").unwrap_err().help, None);
}

#[test]
fn leading_zeros_of_dates_are_optional() {
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
fn unreachable_boards_are_rejected() {
    let game = TicTacToe::default();
    for (text, message) in [
        ("XX./.../...", "2 X and 0 O"),
        ("O../.../...", "0 X and 1 O"),
        ("XXX/OOO/...", "both X and O have a line"),
        (
            "XXX/OO./O..",
            "X has a line, which ends the game, so O cannot",
        ),
        (
            "OOO/XX./XX.",
            "O has a line, which ends the game, so X cannot",
        ),
        ("X../..", "expected 3 rows joined by /, found 2"),
        ("X.../.../...", "expected 3 cells in this row, found 4"),
        ("X../.?./...", "expected X, O or . (empty), found `?`"),
    ] {
        let error = game.parse(text).unwrap_err();
        assert!(error.message.starts_with(message), "{text}: {error}");
    }
}

#[test]
fn only_ascii_digits_are_numbers() {
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
