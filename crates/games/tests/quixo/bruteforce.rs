//! Quixo: all boards of 2×2 and 3×3 against brute force; of 4×4 a
//! sample against their successors by the brute-force moves.

use kibitz_bruteforce::quixo::{self as reference, Board};
use kibitz_bruteforce::{Outcome, Random, is_full, rounds};
use kibitz_game::{Indexed, Notation, Plies, RunContext, Value};
use kibitz_games::quixo::{Pos, Quixo};
use kibitz_solve::{ValueTable, retrograde};

fn solved(side: u8) -> (Quixo, ValueTable) {
    let game = Quixo::new(side).unwrap();
    let table = retrograde::solve(&game, &RunContext::new()).unwrap();
    (game, table)
}

/// In full runs: one thread computes the same table as two.
fn one_thread_agrees(game: &Quixo, table: &ValueTable) {
    if is_full() {
        let alone = retrograde::solve(game, &RunContext::new().threads(1)).unwrap();
        assert_eq!(alone.levels(), table.levels());
        assert!((0..game.size()).all(|rank| alone.get(rank) == table.get(rank)));
    }
}

fn solved_value(game: &Quixo, table: &ValueTable, board: &Board) -> Outcome {
    let p = game.parse(&reference::write(board)).unwrap();
    match table.get(game.rank(&p)).expect("a position") {
        Value::Win(plies) => Outcome::Win(plies.get()),
        Value::Loss(plies) => Outcome::Loss(plies.get()),
        Value::Draw => Outcome::Draw,
    }
}

#[test]
fn all_small_boards_agree() {
    for side in [2, 3] {
        let (game, table) = solved(side);
        let all = reference::solve_all(side.into());
        assert_eq!(all.len() as u64, 2 * game.size());
        for (board, expected) in &all {
            let found = solved_value(&game, &table, board);
            assert_eq!(found, *expected, "{}", reference::write(board));
        }
    }
}

/// Published: the first player wins in 7 plies.
#[test]
fn first_player_wins_on_3x3_in_7_plies() {
    let (game, table) = solved(3);
    let found = table.get(game.rank(&Pos::BLANK));
    assert_eq!(found, Some(Value::Win(Plies::new(7))));
}

/// If every value agreed with those of the successors, all values would be correct,
/// by induction on the distance. Published: the first player wins.
#[test]
fn values_on_4x4_agree_with_their_successors() {
    let (game, table) = solved(4);
    one_thread_agrees(&game, &table);
    let check = |rank| {
        let Some(p) = game.unrank(rank) else { return };
        let board = reference::read(&game.write(&p));
        let children = reference::moves(&board);
        let due = if children.is_empty() {
            reference::end(&board)
        } else {
            let children = children
                .iter()
                .map(|child| solved_value(&game, &table, child));
            Outcome::from_children(&children.collect::<Vec<_>>())
        };
        assert_eq!(
            solved_value(&game, &table, &board),
            due,
            "{}",
            reference::write(&board)
        );
    };
    let mut random = Random(6);
    (0..rounds(30_000, 3_000_000)).for_each(|_| check(random.roll(game.size())));
    let start = table.get(game.rank(&Pos::BLANK)).map(Value::wdl);
    assert_eq!(start, Some(kibitz_game::Wdl::Win));
}
