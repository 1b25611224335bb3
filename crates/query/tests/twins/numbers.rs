//! numbers, by both engines that can serve it.

use kibitz_game::Notation;
use kibitz_games::numbers::Numbers;
use kibitz_query::oracle::{Dense, Oracle, TwoHands};

use super::{outcome, verdict};

fn agrees<O: Oracle<Numbers>>(cards: u32, modulus: u32) {
    let game = Numbers::new(cards, modulus).unwrap();
    let oracle = O::default();
    let twin = kibitz_twins::numbers::solve(cards as usize, modulus as u8);
    let text = |hand: &[u8]| hand.iter().map(u8::to_string).collect::<String>();
    for (mine, theirs, truth) in twin.iter() {
        let position = format!("{}/{}", text(mine), text(theirs));
        let p = game.parse(&position).unwrap();
        assert_eq!(outcome(&verdict(&oracle, &game, &p)), truth, "{position}");
    }
}

#[test]
fn every_position_agrees() {
    agrees::<TwoHands>(5, 3);
    agrees::<Dense>(5, 3);
    agrees::<TwoHands>(8, 5);
    agrees::<Dense>(8, 5);
}
