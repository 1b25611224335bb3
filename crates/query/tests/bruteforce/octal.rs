//! octal: whole positions by naive search; periods against long lists of
//! values.

use kibitz_bruteforce::Random;
use kibitz_game::{Grundy, Impartial, MoveClasses, Wdl};
use kibitz_games::PlayConvention;
use kibitz_games::octal::Octal;
use kibitz_solve::grundy::SumSolver;

use super::{CachedSolver, evaluation, groups_agree, grundy, outcome, rounds};

fn octal(code: &str, play: PlayConvention) -> Octal {
    Octal::new(code.parse().unwrap(), play)
}

/// A code of some random digits.
fn random_code(dice: &mut Random) -> String {
    let digits: String = (0..1 + dice.roll(4))
        .map(|_| dice.roll(8).to_string())
        .collect();
    format!("{}.{digits}", dice.pick(&["0", "0", "4"]))
}

#[test]
fn small_positions_agree() {
    let mut dice = Random(77);
    for round in 0..rounds(150) {
        let code = match round {
            0 => "0.77".to_owned(),
            1 => "0.07".to_owned(),
            2 => "4.0".to_owned(),
            3 => "0.0".to_owned(),
            _ => random_code(&mut dice),
        };
        let mut heaps: Vec<u64> = (0..1 + dice.roll(3)).map(|_| 1 + dice.roll(5)).collect();
        heaps.sort_unstable();
        for play in [PlayConvention::Normal, PlayConvention::Misere] {
            let game = octal(&code, play);
            let solved = CachedSolver::new(SumSolver::default());
            solved.around(&game, &heaps).unwrap();
            let reference =
                kibitz_bruteforce::octal::solve_all(&code, &heaps, play == PlayConvention::Misere);
            for (p, expected) in reference {
                let found = evaluation(&solved, &game, &p);
                assert_eq!(outcome(&found), expected.outcome, "{code}: {p:?} {play:?}");
                assert_eq!(grundy(&found), expected.grundy, "{code}: {p:?} {play:?}");
            }
        }
    }
}

/// Codes with their published periods: Winning Ways, chapter 4, and the tables
/// of Guy, Smith, Gangolli and Plambeck.
const PUBLISHED: [(&str, usize); 15] = [
    ("0.77", 12),
    ("0.07", 34),
    ("0.137", 34),
    ("0.15", 10),
    ("0.45", 20),
    ("0.115", 14),
    ("0.055", 148),
    ("0.156", 349),
    ("0.165", 1550),
    ("0.356", 142),
    ("0.644", 442),
    ("0.3", 2),
    // These are proven by hundreds of thousands of values.
    ("0.127", 4),
    ("0.16", 149_459),
    ("0.56", 144),
];

const LONG: usize = 10_000;

/// Compares computed values, and values from the period, with a long list.
fn agrees_with_a_long_list(code: &str, game: &Octal) {
    let values = kibitz_bruteforce::octal::grundy_values(code, LONG);
    for (heap, value) in (0..).zip(&values) {
        let found = game.known_grundy(&heap);
        assert_eq!(found, Some(Grundy::new((*value).into())), "{code}: {heap}");
    }
    if let Some(period) = game.period(0) {
        for heap in period.start..LONG.saturating_sub(period.length) {
            assert_eq!(values[heap], values[heap + period.length], "{code}: {heap}");
        }
        // Some periods begin beyond the list.
        let value = |heap: usize| game.known_grundy(&(heap as u64));
        let before = period.start.checked_sub(1);
        let repeats = before.is_some_and(|n| value(n) == value(n + period.length));
        assert!(!repeats, "{code}: the period begins earlier");
    }
}

#[test]
fn published_periods_agree_with_long_lists() {
    for (code, length) in PUBLISHED {
        let game = octal(code, PlayConvention::Normal);
        let period = game.period(1 << 60);
        assert_eq!(period.map(|p| p.length), Some(length), "{code}");
        agrees_with_a_long_list(code, &game);
    }
    let starts = ["0.77", "0.07", "0.45", "0.127", "0.16", "0.56"]
        .map(|code| octal(code, PlayConvention::Normal).period(1 << 60));
    assert_eq!(
        starts.map(|p| p.unwrap().start),
        [71, 53, 498, 46_578, 105_351, 326_640]
    );
}

#[test]
fn other_codes_agree_with_long_lists() {
    let mut dice = Random(4);
    for code in ["0.52", "0.53", "0.007", "0.71", "4.3", "0.06"] {
        let game = octal(code, PlayConvention::Normal);
        // A large heap first, so that small ones are answered by the period.
        let is_known = game.known_grundy(&(1 << 60)).is_some();
        assert_eq!(is_known, !["0.007", "0.06"].contains(&code), "{code}");
        agrees_with_a_long_list(code, &game);
    }
    for _ in 0..rounds(4) {
        let code = random_code(&mut dice);
        let game = octal(&code, PlayConvention::Normal);
        let _ = game.known_grundy(&(1 << 60));
        agrees_with_a_long_list(&code, &game);
    }
}

/// Every code of two digits, and random longer ones.
#[test]
fn values_of_many_codes_agree() {
    let mut dice = Random(12);
    let short = (0..128).map(|n| format!("{}.{}{}", n / 64 * 4, n / 8 % 8, n % 8));
    let long = (0..rounds(40)).map(|_| {
        let digits: String = (0..3 + dice.roll(10))
            .map(|_| {
                dice.pick(&["0", "0", "1", "2", "3", "4", "5", "6", "7"])
                    .to_owned()
            })
            .collect();
        format!("{}.{digits}", dice.pick(&["0", "0", "4"]))
    });
    let codes: Vec<String> = short.chain(long).collect();
    for code in &codes {
        let game = octal(code, PlayConvention::Normal);
        let values = kibitz_bruteforce::octal::grundy_values(code, 1500);
        for (heap, value) in (0..).zip(values) {
            let found = game.known_grundy(&heap);
            assert_eq!(found, Some(Grundy::new(value.into())), "{code}: {heap}");
        }
    }
}

#[test]
fn move_classes_count_all_moves() {
    let mut dice = Random(6);
    for code in ["0.77", "0.07", "0.137", "4.0", "0.33", "0.6", "0.16", "4.7"] {
        let game = octal(code, PlayConvention::Normal);
        // With the period computed first, and without.
        for is_large_first in [false, true] {
            if is_large_first {
                let _ = game.period(1 << 60);
            }
            for size in [6, 40, 700, 3000] {
                let mut heaps: Vec<u64> =
                    (0..1 + dice.roll(3)).map(|_| 1 + dice.roll(size)).collect();
                heaps.sort_unstable();
                groups_agree(&game, &heaps, &game.groups(&heaps).unwrap());
            }
        }
    }
}

#[test]
fn large_heap_without_a_period_is_an_error() {
    let game = octal("0.06", PlayConvention::Normal);
    let large = 1_000_000_000_000_000_000;
    assert_eq!(game.known_grundy(&large), None);
    assert!(game.excess(&large).is_some() && game.excess(&9999).is_none());
    // A heap that can be computed is.
    assert!(game.known_grundy(&60_000).is_some() && game.known_grundy(&large).is_none());
    assert!(game.groups(&vec![5, large]).is_none());
    let solved = CachedSolver::new(SumSolver::default());
    assert!(solved.around(&game, &vec![5, large]).is_err());
    // Misère play of a large heap has no closed form, with or without a period.
    let kayles = octal("0.77", PlayConvention::Misere);
    let solved = CachedSolver::new(SumSolver::default());
    assert!(solved.around(&kayles, &vec![large]).is_err());
    let kayles = octal("0.77", PlayConvention::Normal);
    let found = evaluation(
        &CachedSolver::new(SumSolver::default()),
        &kayles,
        &vec![large],
    );
    assert_eq!(found.wdl, Wdl::Win);
}
