//! piles: enumeration of the whole game, without theory.

use kibitz_game::MoveClasses;
use kibitz_games::piles::{Piles, Solver};
use kibitz_solve::grundy::SumSolver;

use kibitz_bruteforce::Random;

use super::{CachedSolver, evaluation, grundy, outcome, rounds};

fn random_piles(dice: &mut Random) -> Vec<Vec<u64>> {
    let piles = dice.roll(4);
    (0..piles)
        .map(|_| (0..dice.roll(7)).map(|_| 1 + dice.roll(4)).collect())
        .collect()
}

#[test]
fn random_positions_agree() {
    let mut dice = Random(10);
    for _ in 0..rounds(200) {
        let piles = random_piles(&mut dice);
        let k = dice.roll(5);
        let game = Piles { k };
        let solved = CachedSolver::new(SumSolver::default());
        solved.around(&game, &piles).unwrap();
        for (p, expected) in kibitz_bruteforce::piles::solve_all(&piles, k) {
            let found = evaluation(&solved, &game, &p);
            assert_eq!(outcome(&found), expected.outcome, "{p:?}, k = {k}");
            assert_eq!(grundy(&found), expected.grundy, "{p:?}, k = {k}");
        }
    }
}

/// The Grundy values of all heights by definition: the mex of all options.
fn by_definition(pile: &[u64], k: u64) -> Vec<u32> {
    let mut values = vec![0];
    for height in 1..=pile.len() {
        let mut options = Vec::new();
        for discard in 0..height.min(k as usize + 1) {
            let top = height - discard;
            if let Some(left) = top.checked_sub(pile[top - 1] as usize) {
                options.push(values[left]);
            }
        }
        values.push((0..).find(|v| !options.contains(v)).unwrap());
    }
    values
}

#[test]
fn long_piles_and_long_windows_agree() {
    let mut dice = Random(4);
    let mut solver = Solver::default();
    for round in 0..300 {
        let length = dice.roll(400) as usize;
        let k = [0, 1, 5, 10, 60, 61, 62, 63, 64, 100, 399][dice.roll(11) as usize];
        let largest = 1 + dice.roll(12);
        let pile: Vec<u64> = (0..length).map(|_| 1 + dice.roll(largest)).collect();
        assert_eq!(
            solver.heights(&pile, k),
            by_definition(&pile, k),
            "round {round}, k = {k}"
        );
    }
    // All cards are ones: values grow with the height, so the window must be
    // wide.
    let ones = vec![1; 300];
    assert_eq!(solver.heights(&ones, 1000), by_definition(&ones, 1000));
}

#[test]
fn largest_cards_and_discards_are_handled() {
    let mut solver = Solver::default();
    assert_eq!(
        solver.grundy(&[1, i64::MAX as u64], i64::MAX as u64).get(),
        1
    );
    assert_eq!(solver.grundy(&[i64::MAX as u64; 3], 0).get(), 0);
}

#[test]
fn move_classes_count_all_moves() {
    let mut dice = Random(55);
    for _ in 0..100 {
        let piles = random_piles(&mut dice);
        let game = Piles { k: dice.roll(4) };
        super::groups_agree(&game, &piles, &game.groups(&piles).unwrap());
    }
}
