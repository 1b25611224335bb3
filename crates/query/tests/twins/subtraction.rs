//! subtraction: a plain recursion, and long lists by the definition.

use kibitz_game::{Grouped, Grundy, Impartial, Wdl};
use kibitz_games::Play;
use kibitz_games::subtraction::Subtraction;
use kibitz_solve::heaps::Sums;
use kibitz_twins::Random;

use super::{Asked, groups_agree_with, grundy, outcome, rounds, verdict};

/// Some different numbers.
fn random_takes(dice: &mut Random, most: u64) -> Vec<u64> {
    let mut takes: Vec<u64> = (0..1 + dice.roll(6)).map(|_| 1 + dice.roll(most)).collect();
    takes.sort_unstable();
    takes.dedup();
    takes
}

#[test]
fn small_heaps_agree() {
    let mut dice = Random(21);
    for _ in 0..rounds(150) {
        let takes = random_takes(&mut dice, 12);
        for play in [Play::Normal, Play::Misere] {
            let game = Subtraction::new(takes.clone(), play).unwrap();
            let solved = Asked::new(Sums::default());
            let heap = dice.roll(80);
            solved.around(&game, &heap).unwrap();
            let twin = kibitz_twins::subtraction::solve_all(heap, &takes, play == Play::Misere);
            for (p, truth) in twin {
                let found = verdict(&solved, &game, &p);
                assert_eq!(outcome(&found), truth.outcome, "{p} {takes:?} {play:?}");
                assert_eq!(grundy(&found), truth.grundy, "{p} {takes:?} {play:?}");
                let groups = game.groups(&p).unwrap();
                groups_agree_with(&game, &p, &groups, |q| {
                    verdict(&solved, &game, q).wdl == Wdl::Loss
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
        let normal = Subtraction::new(takes.clone(), Play::Normal).unwrap();
        let values = kibitz_twins::subtraction::grundy_values(LONG, &takes);
        let misere = Subtraction::new(takes.clone(), Play::Misere).unwrap();
        let wins = kibitz_twins::subtraction::misere_wins(LONG, &takes);
        // A large heap first, so that small ones are answered by the period.
        let period = normal.period(1 << 60).expect("small takes repeat soon");
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
                "{heap} is like {like}: {takes:?}"
            );
        }
    }
    assert!(late > 5, "{late} begin late");
}

/// Where no period can be seen there is no answer, not a wrong one.
#[test]
fn far_takes_have_no_period_within_reach() {
    let far = 2_000_000;
    let game = Subtraction::new([1, far], Play::Normal).unwrap();
    assert_eq!(game.known_grundy(&3), Some(Grundy::new(1)));
    assert_eq!(game.known_grundy(&(1 << 60)), None);
    assert!(game.excess(&(1 << 60)).is_some() && game.excess(&1000).is_none());
    let solved = Asked::new(Sums::default());
    assert!(solved.around(&game, &(1 << 60)).is_err());
    let game = Subtraction::new([1, far], Play::Misere).unwrap();
    let solved = Asked::new(Sums::default());
    assert!(solved.around(&game, &(1 << 60)).is_err());
}
