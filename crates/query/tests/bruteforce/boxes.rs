//! boxes: enumeration of the whole game, without theory.

use kibitz_game::MoveClasses;
use kibitz_games::boxes::{Boxes, Transfers};
use kibitz_solve::grundy::SumSolver;

use kibitz_bruteforce::Random;

use super::{CachedSolver, evaluation, groups_agree, grundy, outcome, rounds};

fn agrees(transfers: Transfers, targets: &dyn Fn(usize) -> Vec<usize>, counts: &[u64]) {
    let game = Boxes::new(transfers);
    let solved = CachedSolver::new(SumSolver::default());
    let start = counts.to_vec();
    solved.around(&game, &start).unwrap();
    for (p, expected) in kibitz_bruteforce::boxes::solve_all(counts, targets) {
        let found = evaluation(&solved, &game, &p);
        assert_eq!(outcome(&found), expected.outcome, "{p:?}");
        // There is no Grundy value if a cycle is reachable from the root.
        if found.grundy.is_some() {
            assert_eq!(grundy(&found), expected.grundy, "{p:?}");
        }
    }
}

#[test]
fn contest_rule_agrees_at_random_positions() {
    let mut dice = Random(3389);
    for _ in 0..rounds(60) {
        let n = 1 + dice.roll(9) as usize;
        let mut counts = vec![0; n];
        for _ in 0..dice.roll(9) {
            counts[dice.roll(n as u64) as usize] += 1;
        }
        agrees(
            Transfers::contest(),
            &kibitz_bruteforce::boxes::contest_targets,
            &counts,
        );
    }
}

/// A rule in kibitz's notation, and as a list of edges.
fn rule(edges: &[(usize, usize)]) -> (Transfers, impl Fn(usize) -> Vec<usize>) {
    let items: Vec<String> = edges.iter().map(|(a, b)| format!("{a}>{b}")).collect();
    let list = edges.to_vec();
    let targets = move |from| {
        let own = list.iter().filter(move |(a, _)| *a == from);
        own.map(|(_, b)| *b).collect()
    };
    (Transfers::parse(&items.join(",")).unwrap(), targets)
}

#[test]
fn random_rules_agree_with_and_without_cycles() {
    let mut dice = Random(77);
    let (mut stairs, mut mixed, mut draws) = (0, 0, 0);
    for _ in 0..rounds(300) {
        let n = 2 + dice.roll(4) as usize;
        let mut edges: Vec<(usize, usize)> = (0..1 + dice.roll(5))
            .map(|_| {
                (
                    1 + dice.roll(n as u64) as usize,
                    1 + dice.roll(n as u64) as usize,
                )
            })
            .filter(|(a, b)| a != b)
            .collect();
        edges.sort_unstable();
        edges.dedup();
        if edges.is_empty() {
            continue;
        }
        let counts: Vec<u64> = (0..n).map(|_| dice.roll(3)).collect();
        let (transfers, targets) = rule(&edges);
        match Boxes::new(transfers.clone()).staircase(n) {
            Ok(_) => stairs += 1,
            Err(_) => mixed += 1,
        }
        let expected = kibitz_bruteforce::boxes::outcome(&counts, &targets);
        draws += usize::from(expected == kibitz_bruteforce::Outcome::Draw);
        agrees(transfers, &targets, &counts);
    }
    assert!(
        stairs > 30 && mixed > 30 && draws > 10,
        "{stairs} {mixed} {draws}"
    );
}

#[test]
fn parity_is_the_distance_to_a_sink() {
    let game = Boxes::new(Transfers::contest());
    let staircase = game.staircase(600).unwrap();
    for number in 1..=600 {
        // Number of steps to a sink, always to the largest allowed box.
        let mut steps = 0;
        let mut at = number;
        while let Some(to) = kibitz_bruteforce::boxes::contest_targets(at).last() {
            at = *to;
            steps += 1;
        }
        assert_eq!(staircase.is_odd(number), steps % 2 == 1, "box {number}");
    }
}

#[test]
fn move_classes_count_all_moves() {
    let mut dice = Random(12);
    let game = Boxes::new(Transfers::contest());
    for _ in 0..200 {
        let counts: Vec<u64> = (0..1 + dice.roll(12)).map(|_| dice.roll(6)).collect();
        groups_agree(&game, &counts, &game.groups(&counts).unwrap());
    }
}
