//! The general engine solves Dobutsu shogi too, with a numbering, un-moves and
//! counters of its own: so it is the check of the lanes engine, and the other
//! way round.

use kibitz_game::{Bundled, Game, Indexed, Pruned, Value, Watch, laws};
use kibitz_games::dobutsu::{Dobutsu, Small, Try};
use kibitz_solve::{lanes, retrograde};

/// Compares the engines at every undecided position; says how many are won,
/// drawn and lost.
fn compare(game: &Dobutsu, threads: usize) -> [u64; 3] {
    let watch = Watch::new().threads(threads);
    let general = retrograde::solve_undecided(game, &watch).unwrap();
    let bundles = lanes::solve(game, &watch).unwrap();
    assert_eq!(general.size(), game.undecided());
    let mut counts = [0; 3];
    for rank in 0..general.size() {
        let p = game.unrank(rank);
        let p = p.filter(|p| game.decided(p).unwrap().is_none());
        let value = p.map(|p| {
            let (bundle, lane) = game.address(&p);
            bundles.get(game, bundle, lane)
        });
        assert_eq!(general.get(rank), value, "{p:?}");
        if let Some(value) = value {
            counts[value.wdl() as usize] += 1;
        }
    }
    counts
}

#[test]
fn small_games_agree_with_lanes() {
    for rule in [Try::Safe, Try::Any] {
        for animals in [
            &[][..],
            &[Small::Elephant],
            &[Small::Giraffe],
            &[Small::Chick],
            &[Small::Elephant, Small::Giraffe],
        ] {
            let [losses, draws, wins] = compare(&Dobutsu::new(rule, animals), 2);
            assert!(draws > 0 && (animals.is_empty() || losses > 0 && wins > 0));
        }
    }
}

/// Every position with its distance, some 100 million of them.
#[test]
fn the_whole_game_agrees_with_lanes() {
    if !kibitz_twins::is_full() {
        return;
    }
    for rule in [Try::Safe, Try::Any] {
        compare(&Dobutsu::new(rule, &Small::ALL), 2);
    }
}

/// Leaving out what is decided changes nothing.
#[test]
fn what_is_left_out_is_not_missed() {
    for rule in [Try::Safe, Try::Any] {
        let game = Dobutsu::new(rule, &[Small::Chick]);
        let watch = Watch::new();
        let all = retrograde::solve(&game, &watch).unwrap();
        let undecided = retrograde::solve_undecided(&game, &watch).unwrap();
        for p in laws::positions(&game) {
            let rank = game.rank(&p);
            let decided: Option<Value> = game.decided(&p).unwrap();
            let value = decided.or_else(|| undecided.get(rank));
            assert_eq!(all.get(rank), value, "{p:?}");
        }
    }
}
