//! The laws of `kibitz_game::laws`, over the whole catalogue.

use kibitz_game::{Indexed, Retro, laws};
use kibitz_games::numbers::Numbers;

fn indexed<G: Indexed + kibitz_game::Notation>(game: &G) {
    laws::ranks_agree(game).unwrap();
    laws::moves_stay_inside(game).unwrap();
    for p in laws::positions(game) {
        laws::notation_survives(game, &p).unwrap();
        if game.decided(&p).is_ok_and(|d| d.is_none()) {
            laws::degree_counts(game, &p).unwrap();
        }
    }
}

fn retro<G: Retro + kibitz_game::Notation>(game: &G) {
    indexed(game);
    laws::unmoves_are_moves(game).unwrap();
}

#[test]
fn numbers_keeps_its_word() {
    for (cards, modulus) in [
        (1, 2),
        (3, 2),
        (2, 3),
        (5, 3),
        (4, 4),
        (4, 5),
        (3, 6),
        (3, 7),
        (2, 8),
        (2, 12),
    ] {
        let game = Numbers::new(cards, modulus).unwrap();
        retro(&game);
        let unfolded = u64::from(game.hands().count()).pow(2) - 1;
        let copies: u64 = laws::positions(&game).map(|p| game.copies(&p)).sum();
        assert_eq!(copies, unfolded, "({cards}, {modulus})");
    }
}
