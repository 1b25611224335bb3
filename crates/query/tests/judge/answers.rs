//! Valid input: the judge, brute force and the checker give the same answers.

use kibitz_bruteforce::contest;

use crate::judge::checker::check;
use crate::judge::support::{Game, Random, Trickle, judge};
use crate::judge::writing::write;

fn brute_force(game: Game, text: &str) -> String {
    match game {
        Game::Numbers => contest::numbers_answers(text),
        Game::Boxes => contest::boxes_answers(text),
        Game::Marbles => contest::marbles_answers(text),
        Game::Nine => contest::nine_answers(text),
        Game::Piles => contest::piles_answers(text),
        Game::Nim => contest::nim_answers(text),
        Game::Euclid => contest::euclid_answers(text),
        Game::Calendar => contest::calendar_answers(text),
        Game::Ed => contest::ed_answers(text),
    }
}

/// Judges random inputs, read in pieces of various sizes.
fn agree(game: Game, texts: usize, cases: usize, seed: u64) {
    let mut random = Random(seed);
    for _ in 0..texts {
        let count = 1 + random.below(cases);
        let text = write(game, count, &mut random);
        let expected = brute_force(game, &text);
        let checked = check(game, text.as_bytes());
        assert!(checked.is_valid, "{text}");
        assert_eq!(checked.answers.concat(), expected, "{text}");
        for max in [1, 2, 7, 1000, usize::MAX] {
            let bytes = text.as_bytes();
            let (out, end) = judge(game, Trickle { bytes, max });
            assert_eq!(end.unwrap(), count as u64, "{text}");
            assert_eq!(out, expected, "{text}");
        }
    }
}

#[test]
fn numbers_agrees_with_brute_force() {
    agree(Game::Numbers, 12, 60, 1);
}

#[test]
fn boxes_agrees_with_brute_force() {
    agree(Game::Boxes, 30, 8, 2);
}

#[test]
fn marbles_agrees_with_brute_force() {
    agree(Game::Marbles, 30, 60, 3);
}

#[test]
fn nine_agrees_with_brute_force() {
    agree(Game::Nine, 3, 3, 4);
}

#[test]
fn piles_agrees_with_brute_force() {
    agree(Game::Piles, 40, 8, 5);
}

#[test]
fn nim_agrees_with_brute_force() {
    agree(Game::Nim, 40, 8, 7);
}

#[test]
fn euclid_agrees_with_brute_force() {
    agree(Game::Euclid, 40, 8, 8);
}

#[test]
fn calendar_agrees_with_brute_force() {
    agree(Game::Calendar, 40, 60, 9);
}

#[test]
fn ed_agrees_with_brute_force() {
    agree(Game::Ed, 40, 8, 10);
}

#[test]
fn answers_of_several_batches_keep_their_order() {
    for game in [Game::Numbers, Game::Marbles, Game::Calendar] {
        let mut random = Random(6);
        let text = write(game, 40_000, &mut random);
        let (out, end) = judge(game, text.as_bytes());
        assert_eq!(end.unwrap(), 40_000);
        assert_eq!(out, brute_force(game, &text));
    }
}
