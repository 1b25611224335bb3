//! Long play, and games with a topological order: the same values with edges and without, at a cost
//! proportional to the number of moves.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::rows::gorge::Gorge;
use crate::rows::maze::{LOOKS, Maze, Plain};
use kibitz_bruteforce::rounds;
use kibitz_game::{
    Grundy, Plies, Progress, RunContext, StateVectorGame, StopReason, SuccessorBuffer,
    SuccessorGenerator, Turn, Value, Wdl,
};
use kibitz_solve::explore;
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

impl Stages {
    fn had(&self, wanted: &str) -> bool {
        self.0.lock().unwrap().iter().any(|stage| stage == wanted)
    }
}

const IN_ORDER: &str = "backward induction";

type Expected = HashMap<Vec<i64>, Value>;

fn agrees(found: &SolvedVectors, expected: &Expected, at: &str) {
    assert_eq!(found.len(), expected.len() as u64, "{at}");
    for (row, value) in expected {
        assert_eq!(found.get(row), Some(*value), "{at}, {row:?}");
    }
    let solved = expected.values().filter(|value| value.plies().is_some());
    let counted: u64 = found.levels().iter().map(|l| l.win + l.loss).sum();
    assert_eq!(counted, solved.count() as u64, "{at}");
}

/// Solves a game within a budget, and compares the result; returns whether it was solved in
/// topological order, or `None` if the budget was too small.
fn within<G: StateVectorGame>(
    game: &G,
    root: &[i64],
    expected: &Expected,
    (bytes, threads): (u64, usize),
    at: &str,
) -> Option<bool> {
    let stages = Arc::new(Stages::default());
    let context = RunContext::new().memory(bytes).threads(threads);
    let context = context.report_to(Arc::clone(&stages) as Arc<dyn Progress>);
    match explore_vectors::solve(game, &[root.to_vec()], &context) {
        Ok(found) => {
            agrees(&found, expected, &format!("{at}, {bytes} bytes"));
            Some(stages.had(IN_ORDER))
        }
        Err(SolveError::Stop(StopReason::OutOfMemory { .. })) => None,
        Err(other) => panic!("{at}: {other}"),
    }
}

/// How often a game was solved by edges, in order, and not at all, over decreasing budgets.
fn in_all_budgets<G: StateVectorGame>(
    game: &G,
    root: &[i64],
    expected: &Expected,
    at: &str,
) -> [u32; 3] {
    let mut counts = [0; 3];
    let mut bytes = 1 << 26;
    while counts[2] < 2 {
        let way = match within(game, root, expected, (bytes, 1 + bytes as usize % 2), at) {
            Some(false) => 0,
            Some(true) => 1,
            None => 2,
        };
        counts[way] += 1;
        bytes -= bytes / rounds(3, 5) as u64 + 1;
    }
    counts
}

#[test]
fn mazes_agree_with_the_reference_in_any_budget() {
    let mut counts = [0; 3];
    for seed in 0..60 {
        let look = LOOKS[seed as usize % LOOKS.len()];
        let maze = Maze::new(seed, look, [50, 700, 4_000][seed as usize % 3]);
        let root = &maze.rows[0];
        let expected = reference::solve(&Plain(&maze), [root.clone()]).unwrap();
        let at = format!("seed {seed}, {look:?}");
        let more = in_all_budgets(&maze, root, &expected, &at);
        counts.iter_mut().zip(more).for_each(|(sum, n)| *sum += n);
    }
    assert!(counts.iter().all(|count| *count > 30), "{counts:?}");
}

#[test]
fn long_play_agrees_with_the_reference_in_any_budget() {
    let mut counts = [[0; 3]; 2];
    for seed in 0..12 {
        let gorge = Gorge {
            seed,
            depth: 400 + 37 * seed as i64,
            width: [1, 3, 60][seed as usize % 3],
            moves: [0, 3, 40][seed as usize / 4],
            has_way_back: seed % 2 == 1,
        };
        let expected = reference::solve(&Plain(&gorge), [gorge.start()]).unwrap();
        let at = format!("seed {seed}");
        let more = in_all_budgets(&gorge, &gorge.start(), &expected, &at);
        let sums = counts[usize::from(gorge.has_way_back)].iter_mut();
        sums.zip(more).for_each(|(sum, n)| *sum += n);
    }
    let [down, back] = counts;
    assert!(down.iter().all(|count| *count > 5), "{down:?}");
    // The way back is found last, after edges have been dropped in small budgets.
    assert!(back[0] > 20 && back[1] == 0, "{back:?}");
}

#[test]
fn late_loss_of_the_order_keeps_values_correct() {
    let gorge = |has_way_back| Gorge {
        seed: 5,
        depth: 800,
        width: 4,
        moves: 200,
        has_way_back,
    };
    // Without a way back, this budget suffices only without edges.
    let bytes = 5_700_000;
    for (has_way_back, in_order) in [(false, true), (true, false)] {
        let gorge = gorge(has_way_back);
        let expected = reference::solve(&Plain(&gorge), [gorge.start()]).unwrap();
        let way = within(&gorge, &gorge.start(), &expected, (bytes, 2), "late");
        assert_eq!(way, Some(in_order));
    }
}

/// A row of stones of which a few are taken per move.
struct Stones {
    take: i64,
}

impl StateVectorGame for Stones {
    type Fault = Infallible;
    type Worker<'a> = &'a Stones;

    fn slots(&self) -> usize {
        1
    }

    fn worker(&self) -> &Stones {
        self
    }

    fn no_move_result(&self) -> Wdl {
        Wdl::Loss
    }
}

impl SuccessorGenerator for &Stones {
    type Fault = Infallible;

    fn decided(&mut self, _: &[i64]) -> Result<Option<Wdl>, Infallible> {
        Ok(None)
    }

    fn expand(&mut self, row: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Infallible> {
        steps.clear();
        for left in (row[0] - self.take).max(0)..row[0] {
            steps.push(&[left], Turn::Other);
        }
        Ok(())
    }
}

/// Far more than it takes, and far less than a sweep over all positions for every distance would.
const TIMEOUT: Duration = Duration::from_secs(300);

#[test]
fn cost_is_linear_in_moves_for_a_million_plies() {
    let began = Instant::now();
    let stones = 1_200_000;
    for (take, threads) in [(1, 2), (3, 1)] {
        let context = RunContext::new().threads(threads).memory(1 << 30);
        let game = Stones { take };
        let found = explore_vectors::solve(&game, &[vec![stones]], &context).unwrap();
        assert_eq!(found.len(), stones as u64 + 1);
        let grundies = explore_vectors::grundies(&game, &found, &context).unwrap();
        for left in (0..=stones).step_by(997).chain([stones]) {
            let rest = left % (take + 1);
            let grundy = Grundy::new(rest as u64);
            assert_eq!(grundies.get(&[left]), Some(grundy), "{left}");
            // The loser maximises the distance; the winner leaves such a position.
            let rounds = 2 * (left / (take + 1)) as u32;
            let value = match rest {
                0 => Value::Loss(Plies::new(rounds)),
                _ => Value::Win(Plies::new(rounds + 1)),
            };
            assert_eq!(found.get(&[left]), Some(value), "{left}");
        }
        assert_eq!(found.depth(&[0]), Some((stones / take) as u32));
        assert!(began.elapsed() < TIMEOUT);
    }
    let plain = Plain(&Stones { take: 1 });
    let found = explore::solve(&plain, [vec![300_000]], &RunContext::new()).unwrap();
    let end = Value::Loss(Plies::new(300_000));
    assert_eq!(found.get(&vec![300_000]), Some(end));
    assert!(began.elapsed() < TIMEOUT);
}

#[test]
fn descending_moves_need_no_edge_memory() {
    // Edges alone would take forty times as much.
    let game = Stones { take: 1000 };
    let context = RunContext::new().memory(2 << 20);
    let found = explore_vectors::solve(&game, &[vec![20_000]], &context).unwrap();
    let grundies = explore_vectors::grundies(&game, &found, &context).unwrap();
    for left in 0..=20_000 {
        let rest = (left % 1001) as u64;
        assert_eq!(grundies.get(&[left]), Some(Grundy::new(rest)));
        assert_eq!(
            found.get(&[left]).map(Value::wdl) == Some(Wdl::Loss),
            rest == 0
        );
    }
}

/// A square number of stones is taken; counts expansions.
#[derive(Default)]
struct Squares {
    expanded: AtomicU64,
}

impl StateVectorGame for Squares {
    type Fault = Infallible;
    type Worker<'a> = &'a Squares;

    fn slots(&self) -> usize {
        1
    }

    fn worker(&self) -> &Squares {
        self
    }

    fn no_move_result(&self) -> Wdl {
        Wdl::Loss
    }
}

impl SuccessorGenerator for &Squares {
    type Fault = Infallible;

    fn decided(&mut self, _: &[i64]) -> Result<Option<Wdl>, Infallible> {
        Ok(None)
    }

    fn expand(&mut self, row: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Infallible> {
        self.expanded.fetch_add(1, Ordering::Relaxed);
        steps.clear();
        for root in (1..).take_while(|root| root * root <= row[0]) {
            steps.push(&[row[0] - root * root], Turn::Other);
        }
        Ok(())
    }
}

/// Values and Grundy values of up to `max` stones, from the definitions.
fn squares(max: usize) -> Vec<(Value, u64)> {
    let mut all: Vec<(Value, u64)> = Vec::new();
    for left in 0..=max {
        let roots = (1..).take_while(|root| root * root <= left);
        let options: Vec<_> = roots.map(|root| all[left - root * root]).collect();
        let values = options
            .iter()
            .map(|(value, _)| value.backed_up(Turn::Other));
        let value = values.max().unwrap_or(Value::Loss(Plies::ZERO));
        let grundy = (0..).find(|mex| options.iter().all(|(_, grundy)| grundy != mex));
        all.push((value, grundy.unwrap()));
    }
    all
}

#[test]
fn values_and_grundy_values_take_at_most_two_expansions() {
    let max = 12_000;
    let expected = squares(max);
    let all = max as u64 + 1;
    // With memory for the edges, and with less than they take. If the enumeration has to repack,
    // some positions are expanded again.
    for (bytes, threads, expansions) in [
        (1 << 30, 1, 1),
        (1 << 30, 2, 1),
        (3 << 20, 1, 2),
        (3 << 20, 3, 2),
    ] {
        let game = Squares::default();
        let context = RunContext::new().memory(bytes).threads(threads);
        let root = [vec![max as i64]];
        let (found, grundies) = explore_vectors::solve_impartial(&game, &root, &context).unwrap();
        let grundies = grundies.unwrap();
        let expanded = game.expanded.load(Ordering::Relaxed);
        let due = expansions * all;
        assert!(
            (due - 1..due + all / 10).contains(&expanded),
            "{bytes}: {expanded}"
        );
        let again = explore_vectors::grundies(&game, &found, &context).unwrap();
        assert_eq!(found.len(), all);
        for (left, (value, grundy)) in (0..).zip(&expected) {
            assert_eq!(found.get(&[left]), Some(*value), "{left}");
            let grundy = Some(Grundy::new(*grundy));
            assert_eq!(
                (grundies.get(&[left]), again.get(&[left])),
                (grundy, grundy),
                "{left}"
            );
        }
    }
}

#[test]
fn grundy_values_are_omitted_if_memory_is_short() {
    let game = Stones { take: 100 };
    let root = [vec![12_000]];
    let mut counts = [0; 3];
    for bytes in (0..150).map(|n| n << 12) {
        let context = RunContext::new().memory(bytes).threads(1);
        match explore_vectors::solve_impartial(&game, &root, &context) {
            Ok((found, grundies)) => {
                for left in 0..=12_000 {
                    let is_lost = found.get(&[left]).map(Value::wdl) == Some(Wdl::Loss);
                    assert_eq!(is_lost, left % 101 == 0, "{left}");
                }
                counts[usize::from(grundies.is_some())] += 1;
            }
            Err(SolveError::Stop(StopReason::OutOfMemory { .. })) => counts[2] += 1,
            Err(other) => panic!("{other}"),
        }
        assert_eq!(context.memory_taken(), 0);
    }
    assert!(counts.iter().all(|count| *count > 2), "{counts:?}");
}
