//! Bundles agree with the rules.

use kibitz_bruteforce::{Random, is_full};
use kibitz_game::{BitParallelGame, Game, Notation, laws};
use kibitz_games::dobutsu::{Dobutsu, Small, Try};

#[test]
fn bundle_counts_match_the_formula() {
    let game = Dobutsu::new(Try::Safe, &Small::ALL);
    assert_eq!(game.inner(), 21 * 56_236);
    assert_eq!(game.bundles(), 54 * 56_236);
}

/// All bundles of small games; a sample of them in the short tests.
#[test]
fn bundles_of_small_games_agree_with_the_rules() {
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

/// A player without a legal move loses immediately.
#[test]
fn player_without_a_move_loses() {
    let game = Dobutsu::new(Try::Safe, &Small::ALL);
    let p = game.parse("GE./LGE/CCl/... - - S").unwrap();
    assert_eq!(game.degree(&p).unwrap(), 0);
    let (bundle, lane) = game.address(&p);
    assert!(game.initial_lanes(bundle).no_move.has(lane));
    laws::bundle_agrees(&game, bundle).unwrap();
}

/// A sample of bundles of the whole game, larger in the long tests.
#[test]
fn sampled_bundles_of_the_whole_game_agree_with_the_rules() {
    let count = if is_full() { 20_000 } else { 20 };
    let mut random = Random(20);
    for rule in [Try::Safe, Try::Any] {
        let game = Dobutsu::new(rule, &Small::ALL);
        for i in 0..count {
            // Mostly inner bundles, since the outer ones are statically
            // decided.
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
