//! Large games, one engine against another: only in `./test --full`.

use kibitz_game::{Filling, Game, Indexed, Value, Watch, Wdl, laws};
use kibitz_games::marbles::{Marbles, Shape};
use kibitz_games::numbers::Numbers;
use kibitz_solve::placement::Placement;
use kibitz_solve::{acyclic, pairs, retrograde};
use kibitz_twins::is_full;

#[test]
fn ten_cards_modulo_six_by_both_engines() {
    if !is_full() {
        return;
    }
    let game = Numbers::new(10, 6).unwrap();
    let table = retrograde::solve(&game, &Watch::new()).unwrap();
    let rows = pairs::solve(&game, &Watch::new()).unwrap();
    for p in laws::positions(&game) {
        let found = rows.get(p.mine.into(), p.theirs.into());
        assert_eq!(found, table.get(game.rank(&p)), "{p:?}");
    }
}

#[test]
fn five_by_five_marbles_by_both_engines() {
    if !is_full() {
        return;
    }
    let game = Marbles::new(Shape::rectangle(5, 5), 3);
    let table = acyclic::sweep(&game, &Watch::new()).unwrap();
    let patterns = game.patterns().iter().copied();
    let placement = Placement::new(25, patterns, game.stuck()).unwrap();
    let lost = placement.solve(&Watch::new()).unwrap();
    for board in laws::positions(&game) {
        let value = table.get(game.rank(&board)).map(Value::wdl);
        assert_eq!(lost.is_lost(board.0), value == Some(Wdl::Loss), "{board:?}");
    }
}
