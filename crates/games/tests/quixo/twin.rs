//! quixo: every board of 2×2 and 3×3 beside the twin; of 4×4 every board, or
//! many, beside its children by the twin's moves.

use kibitz_game::{Indexed, Notation, Plies, Value, Watch};
use kibitz_games::quixo::{Pos, Quixo};
use kibitz_solve::{Table, retrograde};
use kibitz_twins::quixo::{self as twin, Board};
use kibitz_twins::{Outcome, Random, is_full};

fn solved(side: u8) -> (Quixo, Table) {
    let game = Quixo::new(side).unwrap();
    let table = retrograde::solve(&game, &Watch::new()).unwrap();
    (game, table)
}

/// In full runs: one thread makes the same table as two.
fn one_thread_agrees(game: &Quixo, table: &Table) {
    if is_full() {
        let alone = retrograde::solve(game, &Watch::new().threads(1)).unwrap();
        assert_eq!(alone.levels(), table.levels());
        assert!((0..game.size()).all(|rank| alone.get(rank) == table.get(rank)));
    }
}

fn told(game: &Quixo, table: &Table, board: &Board) -> Outcome {
    let p = game.parse(&twin::write(board)).unwrap();
    match table.get(game.rank(&p)).expect("a position") {
        Value::Win(plies) => Outcome::Win(plies.get()),
        Value::Loss(plies) => Outcome::Loss(plies.get()),
        Value::Draw => Outcome::Draw,
    }
}

#[test]
fn every_small_board_agrees() {
    for side in [2, 3] {
        let (game, table) = solved(side);
        let all = twin::solve_all(side.into());
        assert_eq!(all.len() as u64, 2 * game.size());
        for (board, truth) in &all {
            let found = told(&game, &table, board);
            assert_eq!(found, *truth, "{}", twin::write(board));
        }
    }
}

/// Published: the first player wins in 7 plies.
#[test]
fn three_cubes_on_a_side() {
    let (game, table) = solved(3);
    let found = table.get(game.rank(&Pos::BLANK));
    assert_eq!(found, Some(Value::Win(Plies::new(7))));
}

/// Where every value is what the values of the children make it, all values are
/// right, by induction on the plies. Published: the first player wins.
#[test]
fn four_cubes_follow_from_their_children() {
    let (game, table) = solved(4);
    one_thread_agrees(&game, &table);
    let check = |rank| {
        let Some(p) = game.unrank(rank) else { return };
        let board = twin::read(&game.write(&p));
        let children = twin::moves(&board);
        let due = if children.is_empty() {
            twin::end(&board)
        } else {
            let children = children.iter().map(|child| told(&game, &table, child));
            Outcome::from_children(&children.collect::<Vec<_>>())
        };
        assert_eq!(told(&game, &table, &board), due, "{}", twin::write(&board));
    };
    if is_full() {
        (0..game.size()).for_each(check);
    }
    let mut random = Random(6);
    (0..100_000).for_each(|_| check(random.roll(game.size())));
    let start = table.get(game.rank(&Pos::BLANK)).map(Value::wdl);
    assert_eq!(start, Some(kibitz_game::Wdl::Win));
}
