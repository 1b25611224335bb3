//! Games of swap moves, enumerated without edges: every position against the reference, also if one
//! position violates the structure.

use std::sync::{Arc, Mutex};

use crate::rows::hands::{Hands, Odd};
use crate::rows::maze::Plain;
use kibitz_bruteforce::is_full;
use kibitz_game::{Progress, RunContext, StopReason, Value};
use kibitz_solve::explore_vectors::{self, SolvedVectors};
use kibitz_solve::{SolveError, reference};

/// The stages of a run.
#[derive(Default)]
struct Stages(Mutex<Vec<String>>);

impl Progress for Stages {
    fn begin(&self, stage: &str, _: Option<u64>) {
        self.0.lock().unwrap().push(stage.to_owned());
    }

    fn advance_to(&self, _: u64) {}

    fn end(&self) {}
}

/// Solves a game, and returns whether that was done without edges.
fn solved(game: &Hands, threads: usize) -> (SolvedVectors, bool) {
    let stages = Arc::new(Stages::default());
    let context = RunContext::new()
        .threads(threads)
        .report_to(Arc::clone(&stages) as Arc<dyn Progress>);
    let found = explore_vectors::solve(game, &[Hands::row(0, 1)], &context).unwrap();
    let stages = stages.0.lock().unwrap();
    (found, !stages.iter().any(|stage| stage == "counting moves"))
}

/// Compares all values with the reference, and returns whether the game was solved without edges.
fn agrees(game: &Hands, at: &str) -> bool {
    let expected = reference::solve(&Plain(game), [Hands::row(0, 1)]).unwrap();
    let draws = expected.values().filter(|v| **v == Value::Draw).count() as u64;
    let mut crossed = Vec::new();
    for threads in [1, 2, 3] {
        let (found, is_crossed) = solved(game, threads);
        assert_eq!(found.len(), expected.len() as u64, "{at}");
        for (row, value) in found.iter() {
            assert_eq!(expected[&row], value, "{at}, {row:?}");
        }
        assert_eq!(found.draws(), draws, "{at}");
        let count = |wanted: fn(&Value) -> bool| expected.values().filter(|v| wanted(v)).count();
        let wins: u64 = found.levels().iter().map(|level| level.win).sum();
        assert_eq!(wins, count(|v| *v > Value::Draw) as u64, "{at}");
        let longest = expected.values().filter_map(|v| v.plies()).max().unwrap();
        assert_eq!(found.levels().len(), longest.get() as usize + 1, "{at}");
        crossed.push(is_crossed);
    }
    assert!(crossed.iter().all(|c| *c == crossed[0]), "{at}");
    crossed[0]
}

#[test]
fn swap_moves_agree_with_the_reference_without_edges() {
    for seed in 0..4 {
        let game = Hands::new(seed, 190, 2 + seed as usize % 4, None);
        assert!(agrees(&game, &format!("seed {seed}")), "seed {seed}");
    }
}

#[test]
fn violating_position_falls_back_to_edges() {
    let odds = [Odd::Other, Odd::Others, Odd::Again, Odd::NoMoves];
    // Usually each oddity once, and each place.
    let seeds: &[u64] = match is_full() {
        true => &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
        false => &[0, 5, 10, 3],
    };
    for &seed in seeds {
        let odd = odds[seed as usize % odds.len()];
        // Early, in between and late.
        let (mine, theirs) = [(1, 2), (60, 90), (150, 120)][seed as usize / odds.len()];
        // Neither statically decided nor unreachable.
        assert!((mine * 31 + theirs * 17) % 101 < 98);
        let game = Hands::new(seed, 190, 3, Some((mine, theirs, odd)));
        let at = format!("seed {seed}, {odd:?} at {mine}, {theirs}");
        assert_eq!(agrees(&game, &at), odd == Odd::NoMoves, "{at}");
    }
}

#[test]
fn too_many_lists_fall_back_to_edges() {
    let game = Hands::new(1, 190, 100, None);
    assert!(!agrees(&game, "a hundred kinds"));
}

#[test]
fn swap_moves_respect_the_budget_and_release_memory() {
    let game = Hands::new(3, 190, 3, None);
    let root = [Hands::row(0, 1)];
    let mut stopped = 0;
    for memory in (0..40).map(|n| n << 17) {
        let context = RunContext::new().memory(memory);
        match explore_vectors::solve(&game, &root, &context) {
            Ok(found) => assert_eq!(found.len(), solved(&game, 1).0.len()),
            Err(error) => {
                assert!(matches!(
                    error,
                    SolveError::Stop(StopReason::OutOfMemory { .. })
                ));
                stopped += 1;
            }
        }
        assert_eq!(context.memory_taken(), 0, "{memory}");
    }
    assert!((5..40).contains(&stopped), "{stopped}");
}
