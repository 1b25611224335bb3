//! Chess endgames: all positions of the small ones against brute force; of the
//! large ones all positions, or a sample, against their successors by the
//! brute-force moves.

use std::collections::HashMap;
use std::sync::LazyLock;

use kibitz_bruteforce::chess::{self as reference, Board};
use kibitz_bruteforce::{Outcome, Random, is_full};
use kibitz_game::{CONTINUE, Game, Indexed, Notation, Value, laws};

use crate::chess::solved::{ALL, KBK, KBNK, KQK, KQKR, KRK, KRKN, Solved};

fn solved_value(ending: &Solved, board: &Board) -> Outcome {
    let p = ending.game.parse(&reference::write(board)).unwrap();
    match ending.value(&p) {
        Value::Win(plies) => Outcome::Win(plies.get()),
        Value::Loss(plies) => Outcome::Loss(plies.get()),
        Value::Draw => Outcome::Draw,
    }
}

/// King and rook against king, by brute force.
pub(crate) static KRK_BY_BRUTE_FORCE: LazyLock<HashMap<Board, Outcome>> =
    LazyLock::new(|| reference::solve_all("KRk"));

/// All positions including those after captures, in all symmetric images.
fn every_position_agrees(ending: &Solved, pieces: &str, all: &HashMap<Board, Outcome>) {
    for (board, expected) in all {
        assert_eq!(
            solved_value(ending, board),
            *expected,
            "{}",
            reference::write(board)
        );
    }
    let game = &ending.game;
    let indexed = laws::positions(game).map(|p| game.orbit_size(&p));
    assert_eq!(indexed.sum::<u64>(), all.len() as u64);
    let own = laws::positions(game).filter(|p| game.in_scope(p));
    let counted: u64 = own.map(|p| game.orbit_size(&p)).sum();
    assert_eq!(counted, reference::all_boards(pieces).len() as u64);
}

/// The three are the same code with different pieces, and brute force is slow.
#[test]
fn all_positions_of_small_endings_agree() {
    every_position_agrees(&KRK, "KRk", &KRK_BY_BRUTE_FORCE);
    if is_full() {
        every_position_agrees(&KQK, "KQk", &reference::solve_all("KQk"));
        every_position_agrees(&KBK, "KBk", &reference::solve_all("KBk"));
    }
}

/// At a sample of the positions, or at all.
#[test]
fn moves_agree_with_brute_force() {
    let mut random = Random(6);
    for game in ALL {
        let step = if is_full() { 1 } else { game.size() / 20_000 };
        let mut rank = random.roll(step);
        while rank < game.size() {
            if let Some(p) = game.unrank(rank) {
                let board = reference::read(&game.write(&p));
                let mut expected = reference::moves(&board);
                assert_eq!(game.degree(&p), Ok(expected.len() as u64));
                assert_eq!(game.static_value(&p) == Ok(None), !expected.is_empty());
                let mut found = Vec::new();
                let Ok(_) = game.expand(&p, |step| {
                    found.push(reference::read(&game.write(&step.to)));
                    CONTINUE
                });
                found.sort_unstable();
                expected.sort_unstable();
                assert!(found == expected, "{}", game.write(&p));
            }
            rank += 1 + random.roll(2 * step - 1);
        }
    }
}

/// Checks a value against those of the successors. If it agrees everywhere, all
/// values are correct, by induction on the distance: whether a position is a
/// win or a loss in n depends only on positions of lower distance.
fn agrees_with_its_successors(ending: &Solved, board: &Board) {
    let children: Vec<Outcome> = reference::moves(board)
        .iter()
        .map(|child| solved_value(ending, child))
        .collect();
    let is_stalemate = children.is_empty() && !reference::is_in_check(board, board[64] == b'w');
    let due = if is_stalemate {
        Outcome::Draw
    } else {
        Outcome::from_children(&children)
    };
    assert_eq!(
        solved_value(ending, board),
        due,
        "{}",
        reference::write(board)
    );
}

fn ending_agrees(ending: &Solved, seed: u64) {
    let game = &ending.game;
    let check = |rank| {
        if let Some(p) = game.unrank(rank) {
            let board = reference::read(&game.write(&p));
            agrees_with_its_successors(ending, &board);
        }
    };
    if is_full() {
        (0..game.size()).for_each(check);
        return;
    }
    let mut random = Random(seed);
    for _ in 0..10_000 {
        check(random.roll(game.size()));
    }
}

#[test]
fn kqk_and_kbk_agree_with_their_successors() {
    ending_agrees(&KQK, 4);
    ending_agrees(&KBK, 5);
}

#[test]
#[ignore = "takes minutes: run by ./test --full"]
fn kbnk_and_krkn_agree_with_their_successors() {
    ending_agrees(&KBNK, 1);
    ending_agrees(&KRKN, 3);
}

#[test]
fn kqkr_agrees_with_its_successors() {
    ending_agrees(&KQKR, 2);
}
