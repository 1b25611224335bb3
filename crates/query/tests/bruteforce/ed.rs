//! ed: every split of small pairs; consistency of large ones.

use kibitz_bruteforce::Random;
use kibitz_game::{Game, Grundy, MoveClasses};
use kibitz_games::ed::{Ed, Pair};
use kibitz_solve::grundy::SumSolver;

use super::{CachedSolver, evaluation, groups_agree, grundy, outcome, rounds};

fn pair((a, b): (u64, u64)) -> Pair {
    Pair::new(a, b).unwrap()
}

fn agrees(pairs: &[(u64, u64)]) {
    let solved = CachedSolver::new(SumSolver::default());
    let start: Vec<Pair> = pairs.iter().copied().map(pair).collect();
    solved.around(&Ed, &start).unwrap();
    for (p, expected) in kibitz_bruteforce::ed::solve_all(pairs) {
        let p: Vec<Pair> = p.into_iter().map(pair).collect();
        let found = evaluation(&solved, &Ed, &p);
        assert_eq!(outcome(&found), expected.outcome, "{p:?}");
        assert_eq!(grundy(&found), expected.grundy, "{p:?}");
    }
}

#[test]
fn small_positions_agree() {
    agrees(&[]);
    for a in 1..=24 {
        agrees(&[(a, 24)]);
        agrees(&[(24, a)]);
    }
    let mut dice = Random(2148);
    for _ in 0..rounds(40) {
        let pairs: Vec<(u64, u64)> = (0..1 + dice.roll(3))
            .map(|_| (1 + dice.roll(6), 1 + dice.roll(6)))
            .collect();
        agrees(&pairs);
    }
}

/// The Grundy values of all pairs up to a size, by definition.
fn by_definition(max: usize) -> Vec<Vec<u32>> {
    let mut values = vec![vec![0; max + 1]; max + 1];
    // Splits of a pile have a smaller total, so totals are processed in order.
    for total in 2..=2 * max {
        for a in 1.max(total.saturating_sub(max))..=max.min(total - 1) {
            let b = total - a;
            let splits = [a, b]
                .into_iter()
                .flat_map(|pile| (1..pile).map(move |x| (x, pile - x)));
            let options: Vec<u32> = splits.map(|(x, y)| values[x][y]).collect();
            values[a][b] = (0..).find(|value| !options.contains(value)).unwrap();
        }
    }
    values
}

#[test]
fn pairs_up_to_140_agree_with_the_definition() {
    let values = by_definition(140);
    for a in 1..=140u64 {
        for b in 1..=140u64 {
            let value = pair((a, b)).grundy();
            assert_eq!(
                value,
                Grundy::new(values[a as usize][b as usize].into()),
                "{a} {b}"
            );
        }
    }
}

#[test]
fn move_classes_count_all_moves() {
    let mut dice = Random(7);
    for size in [5, 40, 300] {
        for _ in 0..rounds(60) {
            let pairs: Vec<Pair> = (0..1 + dice.roll(4))
                .map(|_| pair((1 + dice.roll(size), 1 + dice.roll(size))))
                .collect();
            groups_agree(&Ed, &pairs, &Ed.groups(&pairs).unwrap());
        }
    }
}

/// Checks the mex of large pairs: every smaller value is that of some split,
/// and none of many sampled splits has the pair's own value.
#[test]
fn large_pairs_are_consistent() {
    let mut dice = Random(8);
    for round in 0..rounds(3000) {
        // Trailing one bits make large values.
        let ones = (1u64 << dice.roll(60)) - 1;
        let piles = [0, 1].map(|_| ((dice.number() | ones) % (1 << 62)).max(1) + round as u64 % 2);
        let p = pair((piles[0], piles[1]));
        let value = p.grundy().get();
        for smaller in 0..value {
            let found = piles.iter().any(|pile| {
                let part = 1 << smaller;
                part < *pile && pair((part, pile - part)).grundy().get() == smaller
            });
            assert!(found, "{piles:?} has no option of value {smaller}");
        }
        for pile in piles {
            for _ in 0..50 {
                if pile > 1 {
                    let part = 1 + dice.roll(pile - 1);
                    let option = pair((part, pile - part)).grundy().get();
                    assert_ne!(option, value, "{piles:?}: {part}");
                }
            }
        }
    }
}

#[test]
fn largest_piles_are_counted() {
    let max = i64::MAX as u64;
    let p = vec![pair((max, max)), pair((1, max - 1))];
    let groups = Ed.groups(&p).unwrap();
    let moves: u64 = groups.iter().map(|group| group.moves).sum();
    assert_eq!(Ed.degree(&p), Ok(moves));
    for group in &groups {
        let after = Ed.after(&p, &group.example);
        let sum = after
            .iter()
            .fold(Grundy::ZERO, |sum, pair| sum ^ pair.grundy());
        assert_eq!(sum.is_lost(), group.winning > 0, "{}", group.name);
    }
}
