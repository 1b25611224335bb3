//! Games of rows, explored: every position against the reference, and real
//! games against the built-in ones.

#[path = "rows/disguised.rs"]
mod disguised;
#[path = "rows/maze.rs"]
mod maze;
mod rows;

use std::collections::HashMap;
use std::convert::Infallible;
use std::time::Duration;

use disguised::Disguised;
use kibitz_game::{Indexed, MORE, Plies, SlotWorker, Slotted, Steps, Stop, Turn, Value, Watch};
use kibitz_games::marbles::{self, Board, Shape};
use kibitz_games::numbers::{self, Pos};
use kibitz_solve::explore::{self, ExploredSlots, NoGrundy};
use kibitz_solve::heaps::Heaps;
use kibitz_solve::{Level, SolveError, acyclic, reference, retrograde};
use maze::{Breach, LOOKS, Look, Maze, Plain};
use rows::marbles::Marbles;
use rows::numbers::Numbers;
use rows::quixo::Quixo;
use rows::tictactoe::TicTacToe;

fn solved<G: Slotted>(game: &G, root: &[i64], threads: usize) -> ExploredSlots {
    let watch = Watch::new().threads(threads);
    explore::solve_slotted(game, &[root.to_vec()], &watch).unwrap()
}

/// Compares all that can be told with the truth.
fn agrees(found: &ExploredSlots, truth: &HashMap<Vec<i64>, Value>, at: &str) {
    assert_eq!(found.len(), truth.len() as u64, "{at}");
    for (row, value) in truth {
        assert_eq!(found.get(row), Some(*value), "{at}, {row:?}");
    }
    let listed: Vec<_> = found.iter().collect();
    assert_eq!(listed.len(), truth.len(), "{at}");
    assert!(listed.iter().all(|(row, value)| truth[row] == *value));
    let mut levels: Vec<Level> = Vec::new();
    for value in truth.values() {
        if let Some(plies) = value.plies() {
            let plies = plies.get() as usize;
            levels.resize(levels.len().max(plies + 1), Level::default());
            match value {
                Value::Win(_) => levels[plies].win += 1,
                _ => levels[plies].loss += 1,
            }
        }
    }
    assert_eq!(found.levels(), levels, "{at}");
    let draws = truth.values().filter(|value| **value == Value::Draw);
    assert_eq!(found.draws(), draws.count() as u64, "{at}");
}

/// The same order, whoever explored.
fn same(a: &ExploredSlots, b: &ExploredSlots, at: &str) {
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
        let truth = reference::solve(&Plain(&maze), [root.clone()]).unwrap();
        let found = solved(&maze, root, 1);
        agrees(&found, &truth, &at);
        counts[0] += found.draws() - found.ties();
        counts[1] += found.ties();
        counts[2] += u64::from(found.levels().len() > 6);
    }
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

#[test]
fn large_mazes_agree_with_the_reference_and_between_threads() {
    for seed in 0..35 {
        let look = LOOKS[seed as usize % LOOKS.len()];
        let size = [3_000, 9_000, 40_000, 40_000][seed as usize % 4];
        let maze = Maze::new(seed, look, size);
        let at = format!("seed {seed}, {look:?}, {size}");
        let root = &maze.rows[0];
        let truth = reference::solve(&Plain(&maze), [root.clone()]).unwrap();
        let alone = solved(&maze, root, 1);
        agrees(&alone, &truth, &at);
        for threads in [2, 3] {
            same(&alone, &solved(&maze, root, threads), &at);
        }
    }
}

#[test]
fn cycles_are_cycles_and_found_where_there_are_some() {
    let (mut with, mut without) = (0, 0);
    for seed in 0..1000 {
        let maze = Maze::new(seed, LOOKS[seed as usize % LOOKS.len()], 30);
        let found = solved(&maze, &maze.rows[0], 1);
        let Some(cycle) = explore::cycle(&maze, &found, &Watch::new()).unwrap() else {
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

fn children<G: Slotted>(game: &G, row: &Vec<i64>) -> Vec<Vec<i64>> {
    use kibitz_game::{Game, MORE};
    let mut children = Vec::new();
    let _ = Plain(game).expand(row, |step| {
        children.push(step.to);
        MORE
    });
    children
}

#[test]
fn the_first_fault_is_told_whoever_meets_it() {
    let mut told = 0;
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
            let watch = Watch::new().threads(threads);
            explore::solve_slotted(&maze, &[maze.rows[0].clone()], &watch)
        };
        match solve(1) {
            Ok(_) => assert!(solve(2).is_ok(), "seed {seed}"),
            Err(fault) => {
                assert!(matches!(fault, SolveError::Fault { .. }), "{fault}");
                assert!(fault.to_string().contains("is broken, at ["), "{fault}");
                assert_eq!(solve(2).unwrap_err(), fault, "seed {seed}");
                assert_eq!(solve(3).unwrap_err(), fault, "seed {seed}");
                told += 1;
            }
        }
    }
    assert!(told > 10, "{told}");
}

/// A game that never ends: a counter that goes up beside one that goes round.
struct Endless;

impl Slotted for Endless {
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

impl SlotWorker for Endless {
    type Fault = Infallible;

    fn expand(&mut self, position: &[i64], steps: &mut Steps) -> Result<(), Infallible> {
        steps.clear();
        let [round, up, fixed] = *position else {
            unreachable!("three slots")
        };
        for turned in 1..4 {
            steps.push(&[(round + turned) % 5, up + 1, fixed], Turn::Passes);
        }
        Ok(())
    }
}

#[test]
fn a_game_without_end_stops_at_the_budget_and_says_what_grows() {
    for threads in [1, 2] {
        let watch = Watch::new().memory(3 << 20).threads(threads);
        let error = explore::solve_slotted(&Endless, &[vec![0, 0, 9]], &watch).unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, SolveError::Stop(Stop::OutOfMemory { .. })));
        assert!(text.starts_with("exploring, with "), "{text}");
        assert!(text.contains(" positions met within "), "{text}");
        assert!(
            text.contains("(new ones lately: 5, 5, 5, 5; `up` grows)"),
            "{text}"
        );
        assert!(text.ends_with("the memory budget is 3.0 MiB"), "{text}");
        assert_eq!(watch.memory_taken(), 0, "all is given back");
    }
}

#[test]
fn exploring_stops_when_it_is_told_to() {
    let watch = Watch::new();
    watch.cancel();
    let error = explore::solve_slotted(&Endless, &[vec![0, 0, 0]], &watch).unwrap_err();
    assert_eq!(error, SolveError::Stop(Stop::Cancelled));
    let watch = Watch::new().time(Duration::from_millis(50));
    let error = explore::solve_slotted(&Endless, &[vec![0, 0, 0]], &watch).unwrap_err();
    assert!(matches!(error, SolveError::Stop(Stop::OutOfTime(_))));
}

#[test]
fn small_games_need_little_memory_and_give_it_back() {
    let watch = Watch::new().memory(4 << 20).threads(1);
    let found = explore::solve_slotted(&TicTacToe, &[vec![0, 0, 0]], &watch).unwrap();
    assert_eq!(found.len(), 5478);
    assert!(watch.memory_taken() > 0);
    drop(found);
    assert_eq!(watch.memory_taken(), 0);
}

#[test]
fn nothing_and_anything_may_be_asked_for() {
    let found = explore::solve_slotted(&TicTacToe, &[], &Watch::new()).unwrap();
    assert!(found.is_empty());
    assert_eq!((found.iter().count(), found.draws()), (0, 0));
    assert_eq!(found.get(&[0, 0, 0]), None);
    // Roots may come twice, and lead to one another.
    let roots = [[1, 0, 1], [1, 0, 1], [0, 0, 0]].map(Vec::from);
    let found = explore::solve_slotted(&TicTacToe, &roots, &Watch::new()).unwrap();
    assert_eq!(found.len(), 5478);
    let first: Vec<_> = found.iter().take(2).map(|(row, _)| row).collect();
    assert_eq!(first, [[0, 0, 0], [1, 0, 1]]);
    assert_eq!(found.get(&[0, 0]), None);
    assert_eq!(found.get(&[-1, 0, 0]), None);
    assert_eq!(found.get(&[3, 0, 0]), None);
}

fn numbers_agree(cards: i64, modulus: usize, reached: u64) {
    let built_in = numbers::Numbers::new(cards as u32, modulus as u32).unwrap();
    let table = retrograde::solve(&built_in, &Watch::new()).unwrap();
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
    let truth = reference::solve(&Plain(&game), [game.start()]).unwrap();
    agrees(&solved(&game, &game.start(), 1), &truth, "numbers");
    numbers_agree(5, 3, truth.len() as u64);
    // Of the 245,024 positions there are.
    numbers_agree(8, 5, 244_496);
}

#[test]
fn marbles_agree_with_the_built_in_game() {
    let game = Marbles::new(4, 4, 3);
    let built_in = marbles::Marbles::new(Shape::rectangle(4, 4), 3);
    let table = acyclic::sweep(&built_in, &Watch::new()).unwrap();
    let found = solved(&game, &[0], 2);
    assert_eq!(found.len(), 65_536);
    for (row, value) in found.iter() {
        let board = Board(row[0] as u64);
        assert_eq!(table.get(built_in.rank(&board)), Some(value), "{board:?}");
    }
    let grundies = explore::grundies(&game, &found, &Watch::new()).unwrap();
    let mut heaps = Heaps::new();
    for (row, _) in found.iter() {
        let board = Board(row[0] as u64);
        let expected = heaps.grundy(&built_in, &board, &Watch::new()).unwrap();
        assert_eq!(grundies.get(&row), Some(expected), "{board:?}");
    }
    assert_eq!(grundies.get(&[65_536]), None);
}

/// The same game in other numbers has the same values, whatever table finds
/// them.
fn agrees_in_disguise<G: Slotted>(game: G, root: &[i64], times: i64, plus: i64) {
    let plain = solved(&game, root, 1);
    let game = Disguised { game, times, plus };
    for threads in [1, 2, 3] {
        let found = solved(&game, &game.write(root), threads);
        assert_eq!((found.len(), found.ties()), (plain.len(), plain.ties()));
        assert_eq!(found.levels(), plain.levels());
        let _ = plain.visit(|row, value| {
            assert_eq!(found.get(&game.write(row)), Some(value), "{row:?}");
            MORE
        });
    }
}

#[test]
fn values_do_not_depend_on_how_rows_are_written() {
    let numbers = Numbers {
        cards: 8,
        modulus: 5,
    };
    // Few halves of large and negative numbers.
    agrees_in_disguise(numbers, &numbers.start(), -7, 3);
    agrees_in_disguise(numbers, &numbers.start(), 1 << 30, -1);
    // Sets of cells that are disjoint, and others that are not.
    agrees_in_disguise(Quixo::new(3), &[0, 0], 4, 0);
    agrees_in_disguise(Quixo::new(3), &[0, 0], 4, 1);
    agrees_in_disguise(TicTacToe, &[0, 0, 0], 1 << 40, 0);
    agrees_in_disguise(Marbles::new(4, 4, 3), &[0], -(1 << 40), i64::MAX);
}

#[test]
fn tic_tac_toe_is_a_draw_in_5478_positions() {
    let found = solved(&TicTacToe, &[0, 0, 0], 2);
    assert_eq!(found.len(), 5478);
    assert_eq!(found.get(&[0, 0, 0]), Some(Value::Draw));
    let twin = kibitz_twins::tictactoe::solve_all(false);
    assert_eq!(twin.len(), 5478);
    for (row, value) in found.iter() {
        let cell = |cell: i64| match (row[0] >> cell & 1, row[1] >> cell & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        };
        let board: String = (0..9).map(cell).collect();
        let outcome = twin[&board];
        assert_eq!(value.plies().map(Plies::get), outcome.plies(), "{board}");
        assert_eq!(value > Value::Draw, outcome.mover_wins() == Some(true));
    }
    assert!(
        explore::cycle(&TicTacToe, &found, &Watch::new())
            .unwrap()
            .is_none()
    );
}

#[test]
fn quixo_3_is_won_in_seven() {
    let game = Quixo::new(3);
    let truth = reference::solve(&Plain(&game), [vec![0, 0]]).unwrap();
    let found = solved(&game, &[0, 0], 2);
    agrees(&found, &truth, "quixo");
    assert_eq!(found.get(&[0, 0]), Some(Value::Win(Plies::new(7))));
    assert!(
        explore::cycle(&game, &found, &Watch::new())
            .unwrap()
            .is_some()
    );
    let error = explore::grundies(&game, &found, &Watch::new()).unwrap_err();
    assert!(matches!(error, NoGrundy::Cycle(_)));
}

/// Rows of many slots, all of which change in each of a few moves.
struct Wide {
    slots: usize,
}

impl Slotted for Wide {
    type Fault = Infallible;
    type Worker<'a> = &'a Wide;

    fn slots(&self) -> usize {
        self.slots
    }

    fn worker(&self) -> &Wide {
        self
    }
}

impl SlotWorker for &Wide {
    type Fault = Infallible;

    fn expand(&mut self, row: &[i64], steps: &mut Steps) -> Result<(), Infallible> {
        steps.clear();
        if row[0] < 5 {
            let next: Vec<i64> = row.iter().map(|n| 2 * n + 1).collect();
            steps.push(&next, Turn::Passes);
        }
        Ok(())
    }
}

/// With work for every pair of slots, let alone more, this would take hours.
#[test]
fn long_rows_take_no_more_than_their_length() {
    let began = std::time::Instant::now();
    for slots in [13, 361, 5_000] {
        let found = solved(&Wide { slots }, &vec![0; slots], 2);
        assert_eq!(found.len(), 4);
        assert_eq!(found.get(&vec![0; slots]), Some(Value::Win(Plies::new(3))));
    }
    assert!(began.elapsed() < Duration::from_secs(60));
}
