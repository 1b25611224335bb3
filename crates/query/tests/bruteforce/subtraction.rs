//! subtraction: naive recursion, and long lists by definition.

use kibitz_bruteforce::Random;
use kibitz_game::{Grundy, Impartial, MoveClasses, Wdl};
use kibitz_games::PlayConvention;
use kibitz_games::subtraction::Subtraction;
use kibitz_solve::grundy::SumSolver;

use super::{CachedSolver, evaluation, groups_agree_with, grundy, outcome, rounds};

/// A random subtraction set.
fn random_takes(dice: &mut Random, max: u64) -> Vec<u64> {
    let mut takes: Vec<u64> = (0..1 + dice.roll(6)).map(|_| 1 + dice.roll(max)).collect();
    takes.sort_unstable();
    takes.dedup();
    takes
}

#[test]
fn small_heaps_agree() {
    let mut dice = Random(21);
    for _ in 0..rounds(150) {
        let takes = random_takes(&mut dice, 12);
        for play in [PlayConvention::Normal, PlayConvention::Misere] {
            let game = Subtraction::new(takes.clone(), play).unwrap();
            let solved = CachedSolver::new(SumSolver::default());
            let heap = dice.roll(80);
            solved.around(&game, &heap).unwrap();
            let reference = kibitz_bruteforce::subtraction::solve_all(
                heap,
                &takes,
                play == PlayConvention::Misere,
            );
            for (p, expected) in reference {
                let found = evaluation(&solved, &game, &p);
                assert_eq!(outcome(&found), expected.outcome, "{p} {takes:?} {play:?}");
                assert_eq!(grundy(&found), expected.grundy, "{p} {takes:?} {play:?}");
                let groups = game.groups(&p).unwrap();
                groups_agree_with(&game, &p, &groups, |q| {
                    evaluation(&solved, &game, q).wdl == Wdl::Loss
                });
            }
        }
    }
}

#[test]
fn periods_agree_with_long_lists() {
    const LONG: usize = 10_000;
    let mut dice = Random(22);
    let mut late = 0;
    for round in 0..rounds(60) {
        let takes = random_takes(&mut dice, [9, 40, 400][round % 3]);
        let normal = Subtraction::new(takes.clone(), PlayConvention::Normal).unwrap();
        let values = kibitz_bruteforce::subtraction::grundy_values(LONG, &takes);
        let misere = Subtraction::new(takes.clone(), PlayConvention::Misere).unwrap();
        let wins = kibitz_bruteforce::subtraction::misere_wins(LONG, &takes);
        // A large heap first, so that small ones are answered by the period.
        let period = normal
            .period(1 << 60)
            .expect("small subtraction sets have short periods");
        late += usize::from(period.start > 0);
        assert!(misere.known_misere(&(1 << 60)).is_some());
        for heap in 0..LONG {
            let value = normal.known_grundy(&(heap as u64));
            assert_eq!(
                value,
                Some(Grundy::new(values[heap].into())),
                "{heap} {takes:?}"
            );
            let wdl = misere.known_misere(&(heap as u64));
            assert_eq!(wdl == Some(Wdl::Win), wins[heap], "{heap} {takes:?}");
            let like = period.like(heap as u64) as usize;
            assert_eq!(
                values[heap], values[like],
                "{heap} is equivalent to {like}: {takes:?}"
            );
        }
    }
    assert!(late > 5, "{late} have a preperiod");
}

/// If no period is found, there is no value rather than a wrong one.
#[test]
fn large_takes_have_no_known_period() {
    let far = 2_000_000;
    let game = Subtraction::new([1, far], PlayConvention::Normal).unwrap();
    assert_eq!(game.known_grundy(&3), Some(Grundy::new(1)));
    assert_eq!(game.known_grundy(&(1 << 60)), None);
    assert!(game.excess(&(1 << 60)).is_some() && game.excess(&1000).is_none());
    let solved = CachedSolver::new(SumSolver::default());
    assert!(solved.around(&game, &(1 << 60)).is_err());
    let game = Subtraction::new([1, far], PlayConvention::Misere).unwrap();
    let solved = CachedSolver::new(SumSolver::default());
    assert!(solved.around(&game, &(1 << 60)).is_err());
}
