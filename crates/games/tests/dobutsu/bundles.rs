//! Bundles agree with the rules.

use kibitz_game::{Bundled, laws};
use kibitz_games::dobutsu::{Dobutsu, Small, Try};
use kibitz_twins::Random;

#[test]
fn numbers_of_bundles() {
    let game = Dobutsu::new(Try::Safe, &Small::ALL);
    assert_eq!(game.inner(), 21 * 56_236);
    assert_eq!(game.bundles(), 54 * 56_236);
}

/// Every bundle of the small games.
#[test]
fn small_games_in_full() {
    for rule in [Try::Safe, Try::Any] {
        for animals in [&[][..], &[Small::Chick], &[Small::Elephant]] {
            let game = Dobutsu::new(rule, animals);
            for bundle in 0..game.bundles() {
                laws::bundle_agrees(&game, bundle).unwrap();
            }
        }
    }
}

/// Some bundles of the whole game, more of them in the long tests.
#[test]
fn the_whole_game_here_and_there() {
    let is_full = std::env::var("KIBITZ_FULL_TESTS").is_ok_and(|v| v == "1");
    let count = if is_full { 20_000 } else { 60 };
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
