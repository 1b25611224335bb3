//! numbers, by both engines that can serve it.

use kibitz_game::Notation;
use kibitz_games::numbers::Numbers;
use kibitz_solve::Solver;
use kibitz_solve::pairs::TwoHands;
use kibitz_solve::retrograde::Retrograde;

use super::{Asked, outcome, verdict};

fn agrees(solver: impl Solver<Numbers> + 'static, cards: u32, modulus: u32) {
    let game = Numbers::new(cards, modulus).unwrap();
    let solved = Asked::new(solver);
    let twin = kibitz_twins::numbers::solve(cards as usize, modulus as u8);
    let text = |hand: &[u8]| hand.iter().map(u8::to_string).collect::<String>();
    for (mine, theirs, truth) in twin.iter() {
        let position = format!("{}/{}", text(mine), text(theirs));
        let p = game.parse(&position).unwrap();
        assert_eq!(outcome(&verdict(&solved, &game, &p)), truth, "{position}");
    }
}

#[test]
fn every_position_agrees() {
    agrees(TwoHands, 5, 3);
    agrees(Retrograde, 5, 3);
    agrees(TwoHands, 8, 5);
    agrees(Retrograde, 8, 5);
}
