//! The laws that every game obeys.

use kibitz_game::laws::{
    degree_counts, moves_stay_inside, notation_survives, positions, ranks_agree, ranks_descend,
};
use kibitz_game::{Game, Indexed};
use kibitz_games::nine::{Cards, Nine, Position};

use crate::support::{Random, Size, sample};

fn keeps_laws_at(game: &Nine, p: &Position) {
    notation_survives(game, p).unwrap();
    if let Ok(None) = game.decided(p) {
        degree_counts(game, p).unwrap();
    }
}

fn keeps_laws(game: &Nine) {
    ranks_agree(game).unwrap();
    moves_stay_inside(game).unwrap();
    ranks_descend(game).unwrap();
}

#[test]
fn small_decks_everywhere() {
    let mut random = Random(6);
    for size in Size::all(9) {
        let deck = size.deck();
        let alice = Cards::from_bits(random.bits()) & deck.cards();
        let game = Nine::new(deck, alice);
        keeps_laws(&game);
        for p in positions(&game) {
            keeps_laws_at(&game, &p);
        }
    }
}

#[test]
fn the_usual_deck() {
    let game = Nine::new(Size::USUAL.deck(), sample(1));
    keeps_laws(&game);
    let mut random = Random(7);
    for _ in 0..20_000 {
        let rank = 2 + random.below(game.size() as usize - 2) as u64;
        keeps_laws_at(&game, &game.unrank(rank).unwrap());
    }
}
