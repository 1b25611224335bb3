//! Chess endings: every position of the small ones; of the large ones every
//! position, or many, beside its children by the twin's moves.

use std::collections::HashMap;
use std::sync::LazyLock;

use kibitz_game::{Indexed, Notation, Value, laws};
use kibitz_games::chess::{Ending, Kbk, Kbnk, Kqk, Kqkr, Krk, Krkn};
use kibitz_twins::chess::{self as twin, Board};
use kibitz_twins::{Outcome, Random, is_full};

use crate::solved::Solved;

fn told<M: Solved>(board: &Board) -> Outcome {
    let game = Ending::<M>::default();
    let p = game.parse(&twin::write(board)).unwrap();
    match M::value(&p) {
        Value::Win(plies) => Outcome::Win(plies.get()),
        Value::Loss(plies) => Outcome::Loss(plies.get()),
        Value::Draw => Outcome::Draw,
    }
}

/// King and rook against king, by the twin.
pub(crate) static KRK: LazyLock<HashMap<Board, Outcome>> = LazyLock::new(|| twin::solve_all("KRk"));

/// All positions, those that captures lead to among them, turned and reflected
/// in every way.
fn every_position_agrees<M: Solved>(pieces: &str, all: &HashMap<Board, Outcome>) {
    for (board, truth) in all {
        assert_eq!(told::<M>(board), *truth, "{}", twin::write(board));
    }
    let game = Ending::<M>::default();
    let indexed = laws::positions(&game).map(|p| game.copies(&p));
    assert_eq!(indexed.sum::<u64>(), all.len() as u64);
    let own = laws::positions(&game).filter(|p| game.is_counted(p));
    let counted: u64 = own.map(|p| game.copies(&p)).sum();
    assert_eq!(counted, twin::all_boards(pieces).len() as u64);
}

/// The three are the same code over other pieces, and the twin takes its time.
#[test]
fn every_position_of_small_endings_agrees() {
    every_position_agrees::<Krk>("KRk", &KRK);
    if is_full() {
        every_position_agrees::<Kqk>("KQk", &twin::solve_all("KQk"));
        every_position_agrees::<Kbk>("KBk", &twin::solve_all("KBk"));
    }
}

/// The value of a position is what the values of its children make it. Where
/// that is so everywhere, all values are right, by induction on the plies:
/// which positions are won or lost in n depends on those in fewer alone.
fn follows_from_its_children<M: Solved>(board: &Board) {
    let children: Vec<Outcome> = twin::moves(board)
        .iter()
        .map(|child| told::<M>(child))
        .collect();
    let is_stalemate = children.is_empty() && !twin::is_in_check(board, board[64] == b'w');
    let due = if is_stalemate {
        Outcome::Draw
    } else {
        Outcome::from_children(&children)
    };
    assert_eq!(told::<M>(board), due, "{}", twin::write(board));
}

fn ending_agrees<M: Solved>(seed: u64) {
    let game = Ending::<M>::default();
    let check = |rank| {
        if let Some(p) = game.unrank(rank) {
            let board = twin::read(&game.write(&p));
            follows_from_its_children::<M>(&board);
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
fn kqk_and_kbk_follow_from_their_children() {
    ending_agrees::<Kqk>(4);
    ending_agrees::<Kbk>(5);
}

#[test]
fn kbnk_and_krkn_follow_from_their_children() {
    if is_full() {
        ending_agrees::<Kbnk>(1);
        ending_agrees::<Krkn>(3);
    }
}

#[test]
fn kqkr_follows_from_its_children() {
    ending_agrees::<Kqkr>(2);
}
