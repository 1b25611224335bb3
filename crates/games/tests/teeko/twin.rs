//! teeko: every position, or many, beside its children by the twin's moves.

use kibitz_game::{Indexed, Notation, Value, Watch};
use kibitz_games::teeko::{Pos, Rules, Teeko};
use kibitz_solve::retrograde;
use kibitz_twins::teeko::{self as twin, Board};
use kibitz_twins::{Outcome, Random, is_full};

/// Where every value is what the values of the children make it, all values are
/// right, by induction on the plies.
fn agrees(rules: Rules, start: Outcome) {
    let game = Teeko::new(rules);
    let table = retrograde::solve(&game, &Watch::new()).unwrap();
    let told = |board: &Board| {
        let p = game.parse(&twin::write(board)).unwrap();
        match table.get(game.rank(&p)).expect("a position") {
            Value::Win(plies) => Outcome::Win(plies.get()),
            Value::Loss(plies) => Outcome::Loss(plies.get()),
            Value::Draw => Outcome::Draw,
        }
    };
    let check = |rank| {
        if let Some(p) = game.unrank(rank) {
            let board = twin::read(&game.write(&p));
            let children = twin::moves(&board, rules == Rules::Advanced);
            let children: Vec<Outcome> = children.iter().map(told).collect();
            let due = Outcome::from_children(&children);
            assert_eq!(told(&board), due, "{}", twin::write(&board));
        }
    };
    (0..5_000).for_each(check);
    if is_full() {
        (0..game.size()).for_each(check);
    }
    let mut random = Random(4);
    (0..10_000).for_each(|_| check(random.roll(game.size())));
    let empty = twin::read(&game.write(&Pos::EMPTY));
    assert_eq!(told(&empty), start);
}

/// Published: the standard game is a draw.
#[test]
fn standard_teeko_follows_from_its_children() {
    agrees(Rules::Standard, Outcome::Draw);
}

/// Published: the first player wins the advanced game.
#[test]
fn advanced_teeko_follows_from_its_children() {
    if !is_full() {
        return;
    }
    agrees(Rules::Advanced, Outcome::Win(13));
}
