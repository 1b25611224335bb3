//! Games of two hands, explored without edges: every position against the
//! reference, also where one position is not like the others.

#[path = "rows/hands.rs"]
mod hands;
#[path = "rows/maze.rs"]
#[allow(dead_code, reason = "shared with the tests of other games of rows")]
mod maze;

use std::sync::{Arc, Mutex};

use hands::{Hands, Odd};
use kibitz_game::{Progress, Stop, Value, Watch};
use kibitz_solve::explore::{self, ExploredSlots};
use kibitz_solve::{SolveError, reference};
use maze::Plain;

/// The stages of the work.
#[derive(Default)]
struct Stages(Mutex<Vec<String>>);

impl Progress for Stages {
    fn begin(&self, stage: &str, _: Option<u64>) {
        self.0.lock().unwrap().push(stage.to_owned());
    }

    fn reach(&self, _: u64) {}

    fn end(&self) {}
}

/// Solves a game, and tells whether that was done without edges.
fn solved(game: &Hands, threads: usize) -> (ExploredSlots, bool) {
    let stages = Arc::new(Stages::default());
    let watch = Watch::new()
        .threads(threads)
        .report_to(Arc::clone(&stages) as Arc<dyn Progress>);
    let found = explore::solve_slotted(game, &[Hands::row(0, 1)], &watch).unwrap();
    let stages = stages.0.lock().unwrap();
    (found, !stages.iter().any(|stage| stage == "counting moves"))
}

/// Compares all values with the reference, and tells how many were solved
/// without edges.
fn agrees(game: &Hands, at: &str) -> bool {
    let truth = reference::solve(&Plain(game), [Hands::row(0, 1)]).unwrap();
    let draws = truth.values().filter(|v| **v == Value::Draw).count() as u64;
    let mut crossed = Vec::new();
    for threads in [1, 2, 3] {
        let (found, is_crossed) = solved(game, threads);
        assert_eq!(found.len(), truth.len() as u64, "{at}");
        for (row, value) in found.iter() {
            assert_eq!(truth[&row], value, "{at}, {row:?}");
        }
        assert_eq!(found.draws(), draws, "{at}");
        let count = |wanted: fn(&Value) -> bool| truth.values().filter(|v| wanted(v)).count();
        let wins: u64 = found.levels().iter().map(|level| level.win).sum();
        assert_eq!(wins, count(|v| *v > Value::Draw) as u64, "{at}");
        let longest = truth.values().filter_map(|v| v.plies()).max().unwrap();
        assert_eq!(found.levels().len(), longest.get() as usize + 1, "{at}");
        crossed.push(is_crossed);
    }
    assert!(crossed.iter().all(|c| *c == crossed[0]), "{at}");
    crossed[0]
}

#[test]
fn hands_agree_with_the_reference_and_need_no_edges() {
    for seed in 0..4 {
        let game = Hands::new(seed, 190, 2 + seed as usize % 4, None);
        assert!(agrees(&game, &format!("seed {seed}")), "seed {seed}");
    }
}

#[test]
fn a_position_that_is_different_makes_edges_of_all_moves() {
    let odds = [Odd::Other, Odd::Others, Odd::Again, Odd::Stuck];
    for seed in 0..12 {
        let odd = odds[seed as usize % odds.len()];
        // Early, in between and late.
        let (mine, theirs) = [(1, 2), (60, 90), (150, 120)][seed as usize / odds.len()];
        // Neither decided nor out of reach.
        assert!((mine * 31 + theirs * 17) % 101 < 98);
        let game = Hands::new(seed, 190, 3, Some((mine, theirs, odd)));
        let at = format!("seed {seed}, {odd:?} at {mine}, {theirs}");
        assert_eq!(agrees(&game, &at), odd == Odd::Stuck, "{at}");
    }
}

#[test]
fn hands_with_too_many_lists_need_edges() {
    let game = Hands::new(1, 190, 100, None);
    assert!(!agrees(&game, "a hundred kinds"));
}

#[test]
fn hands_stop_at_the_budget_and_give_memory_back() {
    let game = Hands::new(3, 190, 3, None);
    let root = [Hands::row(0, 1)];
    let mut stopped = 0;
    for memory in (0..40).map(|n| n << 17) {
        let watch = Watch::new().memory(memory);
        match explore::solve_slotted(&game, &root, &watch) {
            Ok(found) => assert_eq!(found.len(), solved(&game, 1).0.len()),
            Err(error) => {
                assert!(matches!(error, SolveError::Stop(Stop::OutOfMemory { .. })));
                stopped += 1;
            }
        }
        assert_eq!(watch.memory_taken(), 0, "{memory}");
    }
    assert!((5..40).contains(&stopped), "{stopped}");
}
