//! numbers, by both engines that can solve it.

use kibitz_game::Notation;
use kibitz_games::numbers::Numbers;
use kibitz_solve::Solver;
use kibitz_solve::hand_pairs::HandPairSolver;
use kibitz_solve::retrograde::RetrogradeSolver;

use super::{CachedSolver, evaluation, outcome};

fn agrees(solver: impl Solver<Numbers> + 'static, cards: u32, modulus: u32) {
    let game = Numbers::new(cards, modulus).unwrap();
    let solved = CachedSolver::new(solver);
    let reference = kibitz_bruteforce::numbers::solve(cards as usize, modulus as u8);
    let text = |hand: &[u8]| hand.iter().map(u8::to_string).collect::<String>();
    for (mine, theirs, expected) in reference.iter() {
        let position = format!("{}/{}", text(mine), text(theirs));
        let p = game.parse(&position).unwrap();
        assert_eq!(
            outcome(&evaluation(&solved, &game, &p)),
            expected,
            "{position}"
        );
    }
}

#[test]
fn every_position_agrees() {
    agrees(HandPairSolver, 5, 3);
    agrees(RetrogradeSolver, 5, 3);
    agrees(HandPairSolver, 8, 5);
    agrees(RetrogradeSolver, 8, 5);
}
