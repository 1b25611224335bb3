//! The trait laws.

use kibitz_game::laws::{
    degree_counts, moves_stay_inside, notation_round_trips, positions, ranks_agree, ranks_descend,
};
use kibitz_game::{Game, Indexed};
use kibitz_games::nine::{Cards, Nine, Position};

use crate::nine::support::{Random, Size, sample};

fn obeys_laws_at(game: &Nine, p: &Position) {
    notation_round_trips(game, p).unwrap();
    if let Ok(None) = game.static_value(p) {
        degree_counts(game, p).unwrap();
    }
}

fn obeys_laws(game: &Nine) {
    ranks_agree(game).unwrap();
    moves_stay_inside(game).unwrap();
    ranks_descend(game).unwrap();
}

#[test]
fn all_positions_of_small_decks_obey_the_laws() {
    let mut random = Random(6);
    for size in Size::all(9) {
        let deck = size.deck();
        let alice = Cards::from_bits(random.bits()) & deck.cards();
        let game = Nine::new(deck, alice);
        obeys_laws(&game);
        for p in positions(&game) {
            obeys_laws_at(&game, &p);
        }
    }
}

#[test]
fn default_deck_obeys_the_laws() {
    let game = Nine::new(Size::USUAL.deck(), sample(1));
    obeys_laws(&game);
    let mut random = Random(7);
    for _ in 0..20_000 {
        let rank = 2 + random.below(game.size() as usize - 2) as u64;
        obeys_laws_at(&game, &game.unrank(rank).unwrap());
    }
}
