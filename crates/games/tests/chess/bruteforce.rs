//! Chess endgames: all positions of the small ones against brute force; of the
//! large ones all positions, or a sample, against their successors by the
//! brute-force moves.

use std::collections::HashMap;
use std::sync::LazyLock;

use kibitz_bruteforce::chess::{self as reference, Board};
use kibitz_bruteforce::{Outcome, Random, is_full};
use kibitz_game::{Indexed, Notation, Value, laws};
use kibitz_games::chess::{Ending, Kbk, Kbnk, Kqk, Kqkr, Krk, Krkn};

use crate::chess::solved::Solved;

fn solved_value<M: Solved>(board: &Board) -> Outcome {
    let game = Ending::<M>::default();
    let p = game.parse(&reference::write(board)).unwrap();
    match M::value(&p) {
        Value::Win(plies) => Outcome::Win(plies.get()),
        Value::Loss(plies) => Outcome::Loss(plies.get()),
        Value::Draw => Outcome::Draw,
    }
}

/// King and rook against king, by brute force.
pub(crate) static KRK: LazyLock<HashMap<Board, Outcome>> =
    LazyLock::new(|| reference::solve_all("KRk"));

/// All positions including those after captures, in all symmetric images.
fn every_position_agrees<M: Solved>(pieces: &str, all: &HashMap<Board, Outcome>) {
    for (board, expected) in all {
        assert_eq!(
            solved_value::<M>(board),
            *expected,
            "{}",
            reference::write(board)
        );
    }
    let game = Ending::<M>::default();
    let indexed = laws::positions(&game).map(|p| game.orbit_size(&p));
    assert_eq!(indexed.sum::<u64>(), all.len() as u64);
    let own = laws::positions(&game).filter(|p| game.in_scope(p));
    let counted: u64 = own.map(|p| game.orbit_size(&p)).sum();
    assert_eq!(counted, reference::all_boards(pieces).len() as u64);
}

/// The three are the same code with different pieces, and brute force is slow.
#[test]
fn all_positions_of_small_endings_agree() {
    every_position_agrees::<Krk>("KRk", &KRK);
    if is_full() {
        every_position_agrees::<Kqk>("KQk", &reference::solve_all("KQk"));
        every_position_agrees::<Kbk>("KBk", &reference::solve_all("KBk"));
    }
}

/// Checks a value against those of the successors. If it agrees everywhere, all
/// values are correct, by induction on the distance: whether a position is a
/// win or a loss in n depends only on positions of lower distance.
fn agrees_with_its_successors<M: Solved>(board: &Board) {
    let children: Vec<Outcome> = reference::moves(board)
        .iter()
        .map(|child| solved_value::<M>(child))
        .collect();
    let is_stalemate = children.is_empty() && !reference::is_in_check(board, board[64] == b'w');
    let due = if is_stalemate {
        Outcome::Draw
    } else {
        Outcome::from_children(&children)
    };
    assert_eq!(solved_value::<M>(board), due, "{}", reference::write(board));
}

fn ending_agrees<M: Solved>(seed: u64) {
    let game = Ending::<M>::default();
    let check = |rank| {
        if let Some(p) = game.unrank(rank) {
            let board = reference::read(&game.write(&p));
            agrees_with_its_successors::<M>(&board);
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
    ending_agrees::<Kqk>(4);
    ending_agrees::<Kbk>(5);
}

#[test]
#[ignore = "takes minutes: run by ./test --full"]
fn kbnk_and_krkn_agree_with_their_successors() {
    ending_agrees::<Kbnk>(1);
    ending_agrees::<Krkn>(3);
}

#[test]
fn kqkr_agrees_with_its_successors() {
    ending_agrees::<Kqkr>(2);
}
