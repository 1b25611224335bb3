//! Games on state vectors: every position against the reference, and real games against the
//! built-in ones.

use std::collections::HashMap;
use std::convert::Infallible;
use std::time::Duration;

use crate::rows::disguised::Disguised;
use crate::rows::marbles::Marbles;
use crate::rows::maze::{Breach, LOOKS, Look, Maze, Plain};
use crate::rows::numbers::Numbers;
use crate::rows::quixo::Quixo;
use crate::rows::tictactoe::TicTacToe;
use kibitz_bruteforce::rounds;
use kibitz_game::{
    CONTINUE, Indexed, Plies, RunContext, StateVectorGame, StopReason, SuccessorBuffer,
    SuccessorGenerator, Turn, Value,
};
use kibitz_games::marbles::{self, Board, Shape};
use kibitz_games::numbers::{self, Pos};
use kibitz_solve::explore_vectors::{self, GrundyError, SolvedVectors};
use kibitz_solve::grundy::GrundyCache;
use kibitz_solve::{DistanceCount, SolveError, acyclic, reference, retrograde};

fn solved<G: StateVectorGame>(game: &G, root: &[i64], threads: usize) -> SolvedVectors {
    let context = RunContext::new().threads(threads);
    explore_vectors::solve(game, &[root.to_vec()], &context).unwrap()
}

/// Compares all results with the expected values.
fn agrees(found: &SolvedVectors, expected: &HashMap<Vec<i64>, Value>, at: &str) {
    assert_eq!(found.len(), expected.len() as u64, "{at}");
    for (row, value) in expected {
        assert_eq!(found.get(row), Some(*value), "{at}, {row:?}");
    }
    let listed: Vec<_> = found.iter().collect();
    assert_eq!(listed.len(), expected.len(), "{at}");
    assert!(listed.iter().all(|(row, value)| expected[row] == *value));
    let mut levels: Vec<DistanceCount> = Vec::new();
    for value in expected.values() {
        if let Some(plies) = value.plies() {
            let plies = plies.get() as usize;
            levels.resize(levels.len().max(plies + 1), DistanceCount::default());
            match value {
                Value::Win(_) => levels[plies].win += 1,
                _ => levels[plies].loss += 1,
            }
        }
    }
    assert_eq!(found.levels(), levels, "{at}");
    let draws = expected.values().filter(|value| **value == Value::Draw);
    assert_eq!(found.draws(), draws.count() as u64, "{at}");
    sorted_agrees(found, expected, at);
}

/// Compares the positions in the order of vectors with the expected values.
fn sorted_agrees(found: &SolvedVectors, expected: &HashMap<Vec<i64>, Value>, at: &str) {
    let mut rows: Vec<&Vec<i64>> = expected.keys().collect();
    rows.sort();
    let sorted = found.sort(&RunContext::new()).unwrap();
    assert_eq!(sorted.len(), rows.len() as u64, "{at}");
    let ranges = sorted.ranges();
    for (slot, (low, high)) in ranges.into_iter().enumerate() {
        let numbers = rows.iter().map(|row| row[slot]);
        assert_eq!(numbers.clone().min().unwrap_or(0), low, "{at}");
        assert_eq!(numbers.max().unwrap_or(0), high, "{at}");
    }
    for (number, row) in (0..).zip(rows) {
        assert_eq!(sorted.vector(number), *row, "{at}");
        assert_eq!(sorted.value(number), Some(expected[row]), "{at}");
        assert_eq!(Some(sorted.depth(number)), found.depth(row), "{at}");
    }
}

/// The same order, for any number of threads.
fn same(a: &SolvedVectors, b: &SolvedVectors, at: &str) {
    assert_eq!((a.len(), a.ties()), (b.len(), b.ties()), "{at}");
    assert!(a.iter().eq(b.iter()), "{at}");
    for wanted in [Value::Draw, Value::Win(Plies::new(1))] {
        let found = a.iter().filter(|(_, value)| *value == wanted);
        let least = found.min_by(|(a, _), (b, _)| a.cmp(b));
        assert_eq!(a.least(|value| value == wanted), least, "{at}");
        assert_eq!(b.least(|value| value == wanted), least, "{at}");
    }
}

#[test]
fn small_mazes_agree_with_the_reference() {
    let mut counts = [0u64; 3];
    for seed in 0..3000 {
        let look = LOOKS[seed as usize % LOOKS.len()];
        let maze = Maze::new(seed, look, 1 + seed as usize % 60);
        let at = format!("seed {seed}, {look:?}");
        let root = &maze.rows[0];
        let expected = reference::solve(&Plain(&maze), [root.clone()]).unwrap();
        let found = solved(&maze, root, 1);
        agrees(&found, &expected, &at);
        counts[0] += found.draws() - found.ties();
        counts[1] += found.ties();
        counts[2] += u64::from(found.levels().len() > 6);
    }
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

#[test]
fn large_mazes_agree_with_the_reference_and_between_threads() {
    for seed in 0..rounds(14, 35) as u64 {
        let look = LOOKS[seed as usize % LOOKS.len()];
        let size = [3_000, 9_000, 40_000, 40_000][seed as usize % 4];
        let maze = Maze::new(seed, look, size);
        let at = format!("seed {seed}, {look:?}, {size}");
        let root = &maze.rows[0];
        let expected = reference::solve(&Plain(&maze), [root.clone()]).unwrap();
        let alone = solved(&maze, root, 1);
        agrees(&alone, &expected, &at);
        for threads in [2, 3] {
            same(&alone, &solved(&maze, root, threads), &at);
        }
    }
}

#[test]
fn found_cycles_are_valid_and_complete() {
    let (mut with, mut without) = (0, 0);
    for seed in 0..1000 {
        let maze = Maze::new(seed, LOOKS[seed as usize % LOOKS.len()], 30);
        let found = solved(&maze, &maze.rows[0], 1);
        let Some(cycle) = explore_vectors::cycle(&maze, &found, &RunContext::new()).unwrap() else {
            let draws = found.draws() - found.ties();
            let tied = found.ties() > 0;
            assert!(draws == 0 || tied, "seed {seed}: endless play is a cycle");
            without += 1;
            continue;
        };
        for (i, row) in cycle.iter().enumerate() {
            let next = cycle[(i + 1) % cycle.len()].clone();
            let children = children(&maze, row);
            assert!(children.contains(&next), "seed {seed}: {cycle:?}");
        }
        with += 1;
    }
    assert!(
        with > 100 && without > 100,
        "{with} with, {without} without"
    );
}

fn children<G: StateVectorGame>(game: &G, row: &Vec<i64>) -> Vec<Vec<i64>> {
    use kibitz_game::{CONTINUE, Game};
    let mut children = Vec::new();
    let _ = Plain(game).expand(row, |step| {
        children.push(step.to);
        CONTINUE
    });
    children
}

#[test]
fn first_fault_is_reported_for_any_number_of_threads() {
    let mut faults = 0;
    for seed in 0..60 {
        let mut maze = Maze::new(seed, Look::Counter, 20_000);
        for i in 0..40 {
            let breach = match i % 2 {
                0 => Breach::Expanding,
                _ => Breach::Deciding,
            };
            maze.broken
                .insert((i * 499 + seed as usize) % 20_000, breach);
        }
        let solve = |threads| {
            let context = RunContext::new().threads(threads);
            explore_vectors::solve(&maze, &[maze.rows[0].clone()], &context)
        };
        match solve(1) {
            Ok(_) => assert!(solve(2).is_ok(), "seed {seed}"),
            Err(fault) => {
                assert!(matches!(fault, SolveError::Fault { .. }), "{fault}");
                assert!(fault.to_string().contains("is broken, at ["), "{fault}");
                assert_eq!(solve(2).unwrap_err(), fault, "seed {seed}");
                assert_eq!(solve(3).unwrap_err(), fault, "seed {seed}");
                faults += 1;
            }
        }
    }
    assert!(faults > 10, "{faults}");
}

/// A game that never ends: a counter that goes up and a periodic one.
struct Endless;

impl StateVectorGame for Endless {
    type Fault = Infallible;
    type Worker<'a> = Endless;

    fn slots(&self) -> usize {
        3
    }

    fn worker(&self) -> Endless {
        Endless
    }

    fn name_of(&self, slot: usize) -> String {
        ["`round`", "`up`", "`fixed`"][slot].to_owned()
    }
}

impl SuccessorGenerator for Endless {
    type Fault = Infallible;

    fn expand(&mut self, position: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Infallible> {
        steps.clear();
        let [round, up, fixed] = *position else {
            unreachable!("three slots")
        };
        for turned in 1..4 {
            steps.push(&[(round + turned) % 5, up + 1, fixed], Turn::Other);
        }
        Ok(())
    }
}

#[test]
fn endless_game_reports_the_growing_slot() {
    for threads in [1, 2] {
        let context = RunContext::new().memory(3 << 20).threads(threads);
        let error = explore_vectors::solve(&Endless, &[vec![0, 0, 9]], &context).unwrap_err();
        let text = error.to_string();
        assert!(matches!(
            error,
            SolveError::Stop(StopReason::OutOfMemory { .. })
        ));
        assert!(text.starts_with("enumeration reached "), "{text}");
        assert!(text.contains(" positions at depth "), "{text}");
        assert!(
            text.contains("(last levels: 5, 5, 5, 5; `up` keeps growing) and needs "),
            "{text}"
        );
        assert!(text.ends_with("the memory budget is 3.0 MiB"), "{text}");
        assert_eq!(context.memory_taken(), 0, "all memory is released");
    }
}

#[test]
fn cancelled_enumeration_stops() {
    let context = RunContext::new();
    context.cancel();
    let error = explore_vectors::solve(&Endless, &[vec![0, 0, 0]], &context).unwrap_err();
    assert_eq!(error, SolveError::Stop(StopReason::Cancelled));
    let context = RunContext::new().time(Duration::from_millis(50));
    let error = explore_vectors::solve(&Endless, &[vec![0, 0, 0]], &context).unwrap_err();
    assert!(matches!(error, SolveError::Stop(StopReason::OutOfTime(_))));
}

#[test]
fn small_games_need_little_memory_and_release_it() {
    let context = RunContext::new().memory(4 << 20).threads(1);
    let found = explore_vectors::solve(&TicTacToe, &[vec![0, 0, 0]], &context).unwrap();
    assert_eq!(found.len(), 5478);
    assert!(context.memory_taken() > 0);
    drop(found);
    assert_eq!(context.memory_taken(), 0);
}

#[test]
fn empty_and_arbitrary_roots_are_accepted() {
    let found = explore_vectors::solve(&TicTacToe, &[], &RunContext::new()).unwrap();
    assert!(found.is_empty());
    assert_eq!((found.iter().count(), found.draws()), (0, 0));
    assert_eq!(found.get(&[0, 0, 0]), None);
    // Roots may be given twice, and reach one another.
    let roots = [[1, 0, 1], [1, 0, 1], [0, 0, 0]].map(Vec::from);
    let found = explore_vectors::solve(&TicTacToe, &roots, &RunContext::new()).unwrap();
    assert_eq!(found.len(), 5478);
    let first: Vec<_> = found.iter().take(2).map(|(row, _)| row).collect();
    assert_eq!(first, [[0, 0, 0], [1, 0, 1]]);
    assert_eq!(found.get(&[0, 0]), None);
    assert_eq!(found.get(&[-1, 0, 0]), None);
    assert_eq!(found.get(&[3, 0, 0]), None);
}

fn numbers_agree(cards: i64, modulus: usize, reached: u64) {
    let built_in = numbers::Numbers::new(cards as u32, modulus as u32).unwrap();
    let table = retrograde::solve(&built_in, &RunContext::new()).unwrap();
    let game = Numbers { cards, modulus };
    let hand = |counts: &[i64]| {
        let cards = counts.iter().zip(0u8..);
        let cards = cards.flat_map(|(count, value)| std::iter::repeat_n(value, *count as usize));
        built_in.hands().find(cards)
    };
    let found = solved(&game, &game.start(), 2);
    assert_eq!(found.len(), reached);
    for (row, value) in found.iter() {
        let (mine, theirs) = row.split_at(modulus);
        let p = Pos {
            mine: hand(mine),
            theirs: hand(theirs),
        };
        assert_eq!(table.get(built_in.rank(&p)), Some(value), "{row:?}");
    }
    same(&found, &solved(&game, &game.start(), 1), "numbers");
}

#[test]
fn numbers_agree_with_the_built_in_game() {
    let game = Numbers {
        cards: 5,
        modulus: 3,
    };
    let expected = reference::solve(&Plain(&game), [game.start()]).unwrap();
    agrees(&solved(&game, &game.start(), 1), &expected, "numbers");
    numbers_agree(5, 3, expected.len() as u64);
    // Of the 245,024 positions.
    numbers_agree(8, 5, 244_496);
}

#[test]
fn marbles_agree_with_the_built_in_game() {
    let game = Marbles::new(4, 4, 3);
    let built_in = marbles::Marbles::new(Shape::rectangle(4, 4), 3);
    let table = acyclic::sweep(&built_in, &RunContext::new()).unwrap();
    let found = solved(&game, &[0], 2);
    assert_eq!(found.len(), 65_536);
    for (row, value) in found.iter() {
        let board = Board(row[0] as u64);
        assert_eq!(table.get(built_in.rank(&board)), Some(value), "{board:?}");
    }
    let grundies = explore_vectors::grundies(&game, &found, &RunContext::new()).unwrap();
    let mut cache = GrundyCache::new();
    for (row, _) in found.iter() {
        let board = Board(row[0] as u64);
        let expected = cache.grundy(&built_in, &board, &RunContext::new()).unwrap();
        assert_eq!(grundies.get(&row), Some(expected), "{board:?}");
    }
    assert_eq!(grundies.get(&[65_536]), None);
}

/// The same game in another encoding has the same values, with any kind of table.
fn agrees_in_other_encoding<G: StateVectorGame>(game: G, root: &[i64], times: i64, plus: i64) {
    let plain = solved(&game, root, 1);
    let game = Disguised { game, times, plus };
    for threads in [1, 2, 3] {
        let found = solved(&game, &game.write(root), threads);
        assert_eq!((found.len(), found.ties()), (plain.len(), plain.ties()));
        assert_eq!(found.levels(), plain.levels());
        let _ = plain.visit(|row, value| {
            assert_eq!(found.get(&game.write(row)), Some(value), "{row:?}");
            CONTINUE
        });
    }
}

#[test]
fn values_are_independent_of_the_encoding() {
    let numbers = Numbers {
        cards: 8,
        modulus: 5,
    };
    // Few halves of large and negative numbers.
    agrees_in_other_encoding(numbers, &numbers.start(), -7, 3);
    agrees_in_other_encoding(numbers, &numbers.start(), 1 << 30, -1);
    // Sets of cells that are disjoint, and others that are not.
    agrees_in_other_encoding(Quixo::new(3), &[0, 0], 4, 0);
    agrees_in_other_encoding(Quixo::new(3), &[0, 0], 4, 1);
    agrees_in_other_encoding(TicTacToe, &[0, 0, 0], 1 << 40, 0);
    agrees_in_other_encoding(Marbles::new(4, 4, 3), &[0], -(1 << 40), i64::MAX);
}

#[test]
fn tic_tac_toe_is_a_draw_in_5478_positions() {
    let found = solved(&TicTacToe, &[0, 0, 0], 2);
    assert_eq!(found.len(), 5478);
    assert_eq!(found.get(&[0, 0, 0]), Some(Value::Draw));
    let brute_force = kibitz_bruteforce::tictactoe::solve_all(false);
    assert_eq!(brute_force.len(), 5478);
    for (row, value) in found.iter() {
        let cell = |cell: i64| match (row[0] >> cell & 1, row[1] >> cell & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        };
        let board: String = (0..9).map(cell).collect();
        let outcome = brute_force[&board];
        assert_eq!(value.plies().map(Plies::get), outcome.plies(), "{board}");
        assert_eq!(value > Value::Draw, outcome.mover_wins() == Some(true));
    }
    assert!(
        explore_vectors::cycle(&TicTacToe, &found, &RunContext::new())
            .unwrap()
            .is_none()
    );
}

#[test]
fn quixo_3_is_won_in_seven() {
    let game = Quixo::new(3);
    let expected = reference::solve(&Plain(&game), [vec![0, 0]]).unwrap();
    let found = solved(&game, &[0, 0], 2);
    agrees(&found, &expected, "quixo");
    assert_eq!(found.get(&[0, 0]), Some(Value::Win(Plies::new(7))));
    assert!(
        explore_vectors::cycle(&game, &found, &RunContext::new())
            .unwrap()
            .is_some()
    );
    let error = explore_vectors::grundies(&game, &found, &RunContext::new()).unwrap_err();
    assert!(matches!(error, GrundyError::Cycle(_)));
}

/// Vectors of many slots, all of which change in each of a few moves.
struct Wide {
    slots: usize,
}

impl StateVectorGame for Wide {
    type Fault = Infallible;
    type Worker<'a> = &'a Wide;

    fn slots(&self) -> usize {
        self.slots
    }

    fn worker(&self) -> &Wide {
        self
    }
}

impl SuccessorGenerator for &Wide {
    type Fault = Infallible;

    fn expand(&mut self, row: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Infallible> {
        steps.clear();
        if row[0] < 5 {
            let next: Vec<i64> = row.iter().map(|n| 2 * n + 1).collect();
            steps.push(&next, Turn::Other);
        }
        Ok(())
    }
}

/// With work for every pair of slots, this would take hours.
#[test]
fn long_vectors_take_linear_time() {
    let began = std::time::Instant::now();
    for slots in [13, 361, 5_000] {
        let found = solved(&Wide { slots }, &vec![0; slots], 2);
        assert_eq!(found.len(), 4);
        assert_eq!(found.get(&vec![0; slots]), Some(Value::Win(Plies::new(3))));
    }
    assert!(began.elapsed() < Duration::from_secs(60));
}
