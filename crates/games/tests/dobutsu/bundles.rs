//! Bundles agree with the rules.

use kibitz_game::{Bundled, Game, Notation, laws};
use kibitz_games::dobutsu::{Dobutsu, Small, Try};
use kibitz_twins::{Random, is_full};

#[test]
fn numbers_of_bundles() {
    let game = Dobutsu::new(Try::Safe, &Small::ALL);
    assert_eq!(game.inner(), 21 * 56_236);
    assert_eq!(game.bundles(), 54 * 56_236);
}

/// Every bundle of small games; some of them in the short tests.
#[test]
fn small_games() {
    let pace = if is_full() { 1 } else { 11 };
    for (rule, animals) in [
        (Try::Safe, &[Small::Chick][..]),
        (Try::Any, &[Small::Elephant]),
        (Try::Any, &[]),
    ] {
        let game = Dobutsu::new(rule, animals);
        for bundle in (0..game.bundles()).step_by(pace) {
            laws::bundle_agrees(&game, bundle).unwrap();
        }
    }
}

/// Who has no move at all loses at once.
#[test]
fn a_player_without_a_move() {
    let game = Dobutsu::new(Try::Safe, &Small::ALL);
    let p = game.parse("GE./LGE/CCl/... - - S").unwrap();
    assert_eq!(game.degree(&p).unwrap(), 0);
    let (bundle, lane) = game.address(&p);
    assert!(game.opening(bundle).stuck.has(lane));
    laws::bundle_agrees(&game, bundle).unwrap();
}

/// Some bundles of the whole game, more of them in the long tests.
#[test]
fn the_whole_game_here_and_there() {
    let count = if is_full() { 20_000 } else { 20 };
    let mut random = Random(20);
    for rule in [Try::Safe, Try::Any] {
        let game = Dobutsu::new(rule, &Small::ALL);
        for i in 0..count {
            // Inner bundles are the ones that matter.
            let below = if i % 8 == 0 {
                game.bundles()
            } else {
                game.inner()
            };
            let bundle = random.below(below as usize) as u32;
            laws::bundle_agrees(&game, bundle).unwrap();
        }
    }
}
