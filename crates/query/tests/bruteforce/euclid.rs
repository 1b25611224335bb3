//! euclid: naive subtraction; for large numbers the definition of the Grundy
//! value and the well-known winning condition.

use kibitz_bruteforce::Random;
use kibitz_game::{CONTINUE, CatalogueGame, Grundy, Impartial, MoveClasses, Wdl};
use kibitz_games::euclid::{Euclid, Pair};
use kibitz_solve::grundy::SumSolver;

use super::{CachedSolver, evaluation, groups_agree, grundy, outcome, rounds};

fn pair(a: u64, b: u64) -> Pair {
    Pair::new(a, b).unwrap()
}

#[test]
fn all_small_pairs_agree() {
    let solved = CachedSolver::new(SumSolver::default());
    for m in 0..=70 {
        for n in 0..=m {
            if m == 0 {
                continue;
            }
            let p = pair(m, n);
            solved.around(&Euclid, &p).unwrap();
            for expected in [
                kibitz_bruteforce::euclid::solve(m, n),
                kibitz_bruteforce::euclid::solve(n, m),
            ] {
                let found = evaluation(&solved, &Euclid, &p);
                assert_eq!(outcome(&found), expected.outcome, "{m} {n}");
                assert_eq!(grundy(&found), expected.grundy, "{m} {n}");
            }
            groups_agree(&Euclid, &p, &Euclid.groups(&p).unwrap());
        }
    }
}

/// The first player with a choice wins: from a ≥ 2b or b | a the mover can
/// force either result of the positions below; otherwise there is only one
/// move.
fn first_player_wins(a: u64, b: u64) -> bool {
    let (mut a, mut b, mut mover) = (a.max(b), a.min(b), true);
    while b > 0 {
        if a / b >= 2 || a % b == 0 {
            return mover;
        }
        (a, b, mover) = (b, a - b, !mover);
    }
    !mover
}

/// The pair with these quotients in Euclid's algorithm, last quotient first.
fn with_quotients(quotients: &[u64]) -> Option<(u64, u64)> {
    let (mut a, mut b) = (1u64, 0u64);
    for q in quotients {
        let next = a.checked_mul(*q)?.checked_add(b)?;
        (a, b) = (next, a);
    }
    (a <= i64::MAX as u64).then_some((a, b))
}

#[test]
fn large_pairs_agree_with_the_definition_and_the_known_rule() {
    let mut dice = Random(1290);
    let (mut wins, mut all) = (0, 0);
    for round in 0..rounds(4000) {
        let quotients: Vec<u64> = (0..1 + dice.roll(40))
            .map(|_| 1 + dice.roll([1, 3, 40][round % 3]))
            .collect();
        let factor = 1 + dice.number() % 1000;
        let Some((a, b)) = with_quotients(&quotients) else {
            continue;
        };
        let (Some(a), Some(b)) = (a.checked_mul(factor), b.checked_mul(factor)) else {
            continue;
        };
        let p = pair(a, b);
        // The values of all options, and their mex.
        let mut options = Vec::new();
        let _ = Euclid.options(&p, |to| {
            options.push(to[0].grundy().get());
            CONTINUE
        });
        let mex = (0..).find(|n| !options.contains(n)).unwrap();
        assert_eq!(p.grundy(), Grundy::new(mex), "{a} {b}");
        assert_eq!(
            p.grundy().wdl() == Wdl::Win,
            first_player_wins(a, b),
            "{a} {b}"
        );
        groups_agree(&Euclid, &p, &Euclid.groups(&p).unwrap());
        all += 1;
        wins += u64::from(!p.grundy().is_lost());
    }
    assert!(
        all > 1000 && wins > 100 && all - wins > 100,
        "{wins} of {all}"
    );
}

#[test]
fn random_pairs_agree_with_the_known_rule() {
    let mut dice = Random(91);
    for _ in 0..rounds(20_000) {
        let (a, b) = (dice.number().max(1), dice.number().max(1));
        let wins = pair(a, b).grundy().wdl() == Wdl::Win;
        assert_eq!(wins, first_player_wins(a, b), "{a} {b}");
    }
}

#[test]
fn pair_with_quotient_10_to_the_18() {
    let large = 1_000_000_000_000_000_000;
    assert_eq!(pair(large, 1).grundy(), Grundy::new(large));
    assert_eq!(pair(large, large - 1).grundy(), Grundy::new(0));
    let groups = Euclid.groups(&pair(large, 1)).unwrap();
    assert_eq!((groups[0].moves, groups[0].winning), (large, 1));
    assert_eq!(
        Euclid.after(&pair(large, 1), &groups[0].example),
        pair(1, 0)
    );
    assert_eq!(Euclid.default_position(), pair(12, 34));
}
