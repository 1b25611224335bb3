//! nim: enumeration of the whole game, in normal and in misère play.

use kibitz_bruteforce::Random;
use kibitz_game::{MoveClasses, Wdl};
use kibitz_games::PlayConvention;
use kibitz_games::nim::Nim;
use kibitz_solve::grundy::SumSolver;

use super::{CachedSolver, evaluation, groups_agree_with, grundy, outcome, rounds};

const BOTH: [Nim; 2] = [
    Nim {
        play: PlayConvention::Normal,
    },
    Nim {
        play: PlayConvention::Misere,
    },
];

#[test]
fn small_positions_agree() {
    let mut dice = Random(2197);
    for _ in 0..rounds(60) {
        let heaps: Vec<u64> = (0..dice.roll(5)).map(|_| dice.roll(5)).collect();
        for game in BOTH {
            let solved = CachedSolver::new(SumSolver::default());
            solved.around(&game, &heaps).unwrap();
            let reference =
                kibitz_bruteforce::nim::solve_all(&heaps, game.play == PlayConvention::Misere);
            for (p, expected) in reference {
                let found = evaluation(&solved, &game, &p);
                assert_eq!(outcome(&found), expected.outcome, "{p:?} {game:?}");
                assert_eq!(grundy(&found), expected.grundy, "{p:?} {game:?}");
                let wins = game.wdl(&p) == Wdl::Win;
                assert_eq!(expected.outcome.mover_wins(), Some(wins), "{p:?} {game:?}");
                let groups = game.groups(&p).unwrap();
                groups_agree_with(&game, &p, &groups, |q| {
                    evaluation(&solved, &game, q).wdl == Wdl::Loss
                });
            }
        }
    }
}

/// By definition: from a lost position no move leads to a lost one, and from a
/// won one some move does.
#[test]
fn large_positions_are_consistent() {
    let mut dice = Random(1);
    let (mut lost, mut won) = (0, 0);
    for round in 0..rounds(2000) {
        let mut heaps: Vec<u64> = (0..1 + dice.roll(6)).map(|_| dice.number()).collect();
        if round % 2 == 0 {
            heaps.push(heaps.iter().fold(0, |sum, heap| sum ^ heap));
        }
        for game in BOTH {
            let groups = game.groups(&heaps).unwrap();
            for group in &groups {
                let after = game.after(&heaps, &group.example);
                assert_eq!(
                    game.wdl(&after) == Wdl::Loss,
                    group.winning > 0,
                    "{heaps:?}"
                );
            }
            if game.wdl(&heaps) == Wdl::Win {
                won += 1;
                assert!(
                    heaps.iter().all(|heap| *heap == 0) || groups.iter().any(|g| g.winning > 0)
                );
                continue;
            }
            lost += 1;
            assert!(groups.iter().all(|group| group.winning == 0), "{heaps:?}");
            for _ in 0..if groups.is_empty() { 0 } else { 20 } {
                let mut after = heaps.clone();
                let heap = dice.pick(&groups).example.heap - 1;
                after[heap] = dice.roll(heaps[heap]);
                assert_eq!(game.wdl(&after), Wdl::Win, "{heaps:?} {after:?}");
            }
        }
    }
    assert!(lost > 100 && won > 100, "{lost} {won}");
}
