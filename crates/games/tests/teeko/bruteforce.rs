//! Teeko: a sample of the positions against their successors by the
//! brute-force moves.

use kibitz_bruteforce::teeko::{self as reference, Board};
use kibitz_bruteforce::{Outcome, Random, rounds};
use kibitz_game::{Indexed, Notation, RunContext, Value};
use kibitz_games::teeko::{Pos, Rules, Teeko};
use kibitz_solve::retrograde;

/// If every value agreed with those of the successors, all values would be correct,
/// by induction on the distance.
fn agrees(rules: Rules, start: Outcome) {
    let game = Teeko::new(rules);
    let table = retrograde::solve(&game, &RunContext::new()).unwrap();
    let solved_value = |board: &Board| {
        let p = game.parse(&reference::write(board)).unwrap();
        match table.get(game.rank(&p)).expect("a position") {
            Value::Win(plies) => Outcome::Win(plies.get()),
            Value::Loss(plies) => Outcome::Loss(plies.get()),
            Value::Draw => Outcome::Draw,
        }
    };
    let check = |rank| {
        if let Some(p) = game.unrank(rank) {
            let board = reference::read(&game.write(&p));
            let children = reference::moves(&board, rules == Rules::Advanced);
            let children: Vec<Outcome> = children.iter().map(solved_value).collect();
            let due = Outcome::from_children(&children);
            assert_eq!(solved_value(&board), due, "{}", reference::write(&board));
        }
    };
    (0..5_000).for_each(check);
    let mut random = Random(4);
    (0..rounds(10_000, 2_000_000)).for_each(|_| check(random.roll(game.size())));
    let empty = reference::read(&game.write(&Pos::EMPTY));
    assert_eq!(solved_value(&empty), start);
}

/// Published: the standard game is a draw.
#[test]
fn standard_teeko_agrees_with_its_successors() {
    agrees(Rules::Standard, Outcome::Draw);
}

/// Published: the first player wins the advanced game.
#[test]
#[ignore = "takes minutes: run by ./test --full"]
fn advanced_teeko_agrees_with_its_successors() {
    agrees(Rules::Advanced, Outcome::Win(13));
}
