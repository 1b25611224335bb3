//! ed: every split of small pairs; bits of large ones.

use kibitz_game::{Game, Grouped, Grundy};
use kibitz_games::ed::{Ed, Pair};
use kibitz_solve::heaps::Sums;
use kibitz_twins::Random;

use super::{Asked, groups_agree, grundy, outcome, rounds, verdict};

fn pair((a, b): (u64, u64)) -> Pair {
    Pair::new(a, b).unwrap()
}

fn agrees(pairs: &[(u64, u64)]) {
    let solved = Asked::new(Sums::default());
    let start: Vec<Pair> = pairs.iter().copied().map(pair).collect();
    solved.around(&Ed, &start).unwrap();
    for (p, truth) in kibitz_twins::ed::solve_all(pairs) {
        let p: Vec<Pair> = p.into_iter().map(pair).collect();
        let found = verdict(&solved, &Ed, &p);
        assert_eq!(outcome(&found), truth.outcome, "{p:?}");
        assert_eq!(grundy(&found), truth.grundy, "{p:?}");
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

/// The Grundy values of all pairs up to a size, by the definition.
fn by_definition(most: usize) -> Vec<Vec<u32>> {
    let mut values = vec![vec![0; most + 1]; most + 1];
    // What a pile can be split into is smaller, so larger piles come later.
    for total in 2..=2 * most {
        for a in 1.max(total.saturating_sub(most))..=most.min(total - 1) {
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
fn all_pairs_up_to_140_have_the_values_of_the_definition() {
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
fn groups_count_what_is_there() {
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

/// For large pairs: every smaller value is that of some split, and of many
/// splits none has the pair's own.
#[test]
fn large_pairs_are_consistent() {
    let mut dice = Random(8);
    for round in 0..rounds(3000) {
        // Many ones at the end make large values.
        let ones = (1u64 << dice.roll(60)) - 1;
        let piles = [0, 1].map(|_| ((dice.number() | ones) % (1 << 62)).max(1) + round as u64 % 2);
        let p = pair((piles[0], piles[1]));
        let value = p.grundy().get();
        for smaller in 0..value {
            let found = piles.iter().any(|pile| {
                let part = 1 << smaller;
                part < *pile && pair((part, pile - part)).grundy().get() == smaller
            });
            assert!(found, "{piles:?} has no option worth {smaller}");
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
fn the_largest_piles_are_counted() {
    let most = i64::MAX as u64;
    let p = vec![pair((most, most)), pair((1, most - 1))];
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
