//! Retrograde analysis of numbers: every position, result and distance, against brute force and
//! against the reference.

use kibitz_bruteforce::{Outcome, rounds};
use kibitz_game::{Plies, RunContext, Value, laws};
use kibitz_games::numbers::{Numbers, Pos};
use kibitz_solve::{hand_pairs, reference, retrograde};

fn as_value(outcome: Outcome) -> Value {
    match outcome {
        Outcome::Win(n) => Value::Win(Plies::new(n)),
        Outcome::Draw => Value::Draw,
        Outcome::Loss(n) => Value::Loss(Plies::new(n)),
    }
}

fn agrees_with_brute_force(cards: u32, modulus: u32) {
    use kibitz_game::Indexed;
    let game = Numbers::new(cards, modulus).unwrap();
    let table = retrograde::solve(&game, &RunContext::new()).unwrap();
    let pairs = hand_pairs::solve(&game, &RunContext::new()).unwrap();
    let outcomes = hand_pairs::outcomes(&game, &RunContext::new()).unwrap();
    let brute_force = kibitz_bruteforce::numbers::solve(cards as usize, modulus as u8);
    let mut compared = 0u64;
    for (mine, theirs, outcome) in brute_force.iter() {
        let p = Pos {
            mine: game.hands().find(mine.iter().copied()),
            theirs: game.hands().find(theirs.iter().copied()),
        };
        assert_eq!(
            table.get(game.rank(&p)),
            Some(as_value(outcome)),
            "{mine:?} {theirs:?}"
        );
        assert_eq!(
            pairs.get(p.mine.into(), p.theirs.into()),
            Some(as_value(outcome)),
            "{mine:?} {theirs:?}"
        );
        let wdl = outcomes.get(p.mine.into(), p.theirs.into());
        assert_eq!(wdl, as_value(outcome).wdl(), "{mine:?} {theirs:?}");
        compared += 1;
    }
    assert_eq!(compared, u64::from(game.hands().count()).pow(2) - 1);
}

#[test]
fn every_position_agrees_with_brute_force() {
    for (cards, modulus) in [
        (1, 2),
        (4, 2),
        (5, 3),
        (4, 4),
        (2, 5),
        (8, 5),
        (4, 6),
        (3, 7),
    ] {
        agrees_with_brute_force(cards, modulus);
    }
}

/// Large enough for several shards and threads.
#[test]
fn many_cards_modulo_six_agree_with_brute_force() {
    agrees_with_brute_force(rounds(8, 9) as u32, 6);
}

/// Large enough for several shards, of which every thread has its own.
#[test]
fn table_is_independent_of_the_number_of_threads() {
    use kibitz_game::Indexed;
    let game = Numbers::new(9, 6).unwrap();
    let solved = |threads| retrograde::solve(&game, &RunContext::new().threads(threads)).unwrap();
    let one = solved(1);
    for threads in [2, 3] {
        let several = solved(threads);
        assert_eq!(one.levels(), several.levels());
        assert!((0..game.size()).all(|rank| one.get(rank) == several.get(rank)));
    }
}

#[test]
fn every_position_agrees_with_the_reference() {
    for (cards, modulus) in [(5, 3), (3, 5), (3, 6)] {
        use kibitz_game::Indexed;
        let game = Numbers::new(cards, modulus).unwrap();
        let table = retrograde::solve(&game, &RunContext::new()).unwrap();
        let expected = reference::solve(&game, laws::positions(&game)).unwrap();
        assert!(expected.len() as u64 >= game.hands().count().into());
        for (p, value) in expected {
            assert_eq!(table.get(game.rank(&p)), Some(value), "{p:?}");
        }
    }
}

#[test]
fn largest_games_are_indexed_or_rejected() {
    assert_eq!(Numbers::new(65_535, 2).unwrap_err().hands, 65_536);
    let game = Numbers::new(65_534, 2).unwrap();
    assert_eq!(game.hands().count(), 65_535);
    let little = RunContext::new().memory(1 << 20);
    assert!(retrograde::solve(&game, &little).is_err());
    assert!(hand_pairs::solve(&game, &little).is_err());
    assert!(Numbers::new(u32::MAX, 64).is_err());
}
