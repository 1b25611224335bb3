//! Large games by two engines each: only in `./test --full`.

use kibitz_game::{Game, Indexed, PlacementGame, RunContext, Value, Wdl, laws};
use kibitz_games::marbles::{Marbles, Shape};
use kibitz_games::numbers::Numbers;
use kibitz_solve::placement::Placement;
use kibitz_solve::{acyclic, hand_pairs, retrograde};

#[test]
#[ignore = "takes minutes: run by ./test --full"]
fn numbers_10_cards_modulo_6_engines_agree() {
    let game = Numbers::new(10, 6).unwrap();
    let table = retrograde::solve(&game, &RunContext::new()).unwrap();
    let rows = hand_pairs::solve(&game, &RunContext::new()).unwrap();
    for p in laws::positions(&game) {
        let found = rows.get(p.mine.into(), p.theirs.into());
        assert_eq!(found, table.get(game.rank(&p)), "{p:?}");
    }
}

#[test]
#[ignore = "takes minutes: run by ./test --full"]
fn marbles_5x5_engines_agree() {
    let game = Marbles::new(Shape::rectangle(5, 5), 3);
    let table = acyclic::sweep(&game, &RunContext::new()).unwrap();
    let patterns = game.patterns().iter().copied();
    let placement = Placement::new(25, patterns, game.no_move_result()).unwrap();
    let lost = placement.solve(&RunContext::new()).unwrap();
    for board in laws::positions(&game) {
        let value = table.get(game.rank(&board)).map(Value::wdl);
        assert_eq!(lost.is_lost(board.0), value == Some(Wdl::Loss), "{board:?}");
    }
}
