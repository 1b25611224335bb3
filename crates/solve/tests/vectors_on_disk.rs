//! Games on state vectors out of core: values, depths and failures are those of the solve in memory
//! and of the reference, whatever the sizes; a solve that is killed at any time continues; damaged
//! files are errors.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kibitz_bruteforce::Random;
use kibitz_game::{
    Grundy, Progress, RunContext, Scratch, StateVectorGame, StopReason, SuccessorBuffer,
    SuccessorGenerator, Value,
};
use kibitz_solve::explore_vectors::on_disk::{DiskVectors, Extra, VectorSizes, solve_on_disk};
use kibitz_solve::explore_vectors::{self, GrundyError};
use kibitz_solve::{DiskError, remove_working_files};
use kibitz_solve::{SolveError, reference};

use crate::rows::gorge::Gorge;
use crate::rows::maze::{Breach, Broken, LOOKS, Look, Maze, Plain};
use crate::rows::quixo::Quixo;

/// Vectors with values and depths, in order.
type Solved = BTreeMap<Vec<i64>, (Value, u32)>;

fn in_memory<G: StateVectorGame>(game: &G, roots: &[Vec<i64>]) -> Solved {
    let solved = explore_vectors::solve(game, roots, &RunContext::new()).unwrap();
    let rows = solved.iter();
    let rows = rows.map(|(row, value)| {
        let depth = solved.depth(&row).unwrap();
        (row, (value, depth))
    });
    rows.collect()
}

/// Everything that was solved on disk, which must be in order.
fn read(solved: &DiskVectors) -> Solved {
    let mut values = Vec::new();
    solved
        .values(0..solved.len(), |value| values.push(value.unwrap()))
        .unwrap();
    let mut rows = Vec::new();
    let all = solved.rows(0..solved.len(), |row, depth| {
        rows.push((row.to_vec(), depth));
        Ok(())
    });
    all.unwrap();
    assert!(rows.is_sorted() && rows.len() == values.len());
    let ranges = solved.ranges();
    for (slot, range) in ranges.iter().enumerate() {
        let numbers = || rows.iter().map(|(row, _)| row[slot]);
        assert_eq!(
            (numbers().min(), numbers().max()),
            (Some(range.0), Some(range.1))
        );
    }
    for (number, (row, _)) in rows.iter().enumerate().step_by(1 + rows.len() / 7) {
        assert_eq!(solved.number(row).unwrap(), Some(number as u64));
    }
    let rows = rows.into_iter().zip(values);
    rows.map(|((row, depth), value)| (row, (value, depth)))
        .collect()
}

/// Working files with a checkpoint after every step.
fn scratch(directory: &Path) -> Scratch {
    Scratch {
        purpose: "a test".to_owned(),
        interval: Duration::ZERO,
        ..Scratch::new(directory)
    }
}

fn rarely(directory: &Path) -> Scratch {
    Scratch {
        interval: Duration::MAX,
        ..scratch(directory)
    }
}

/// Next to nothing in memory.
fn tiny(workers: usize) -> VectorSizes {
    VectorSizes {
        workers,
        bins: 1 << 12,
        sorted: 1 << 11,
        shard: 1 << 10,
    }
}

fn small(workers: usize) -> VectorSizes {
    VectorSizes {
        workers,
        bins: 1 << 16,
        sorted: 1 << 14,
        shard: 1 << 14,
    }
}

fn on_disk<G: StateVectorGame>(
    game: &G,
    roots: &[Vec<i64>],
    scratch: &Scratch,
    sizes: VectorSizes,
    context: &RunContext,
) -> Result<Solved, SolveError> {
    let solved = solve_on_disk(game, roots, Extra::None, (scratch, Some(sizes)), context)?;
    Ok(read(&solved))
}

#[test]
fn mazes_on_disk_agree_with_the_reference() {
    for seed in 0..kibitz_bruteforce::rounds(14, 300) as u64 {
        let look = LOOKS[seed as usize % LOOKS.len()];
        let size = [40, 300, 3_000][seed as usize % 3];
        let maze = Maze::new(seed, look, size);
        let roots = [
            maze.rows[0].clone(),
            maze.rows[seed as usize % size].clone(),
        ];
        let expected = in_memory(&maze, &roots);
        let plain = reference::solve(&Plain(&maze), roots.clone()).unwrap();
        assert_eq!(plain.len(), expected.len());
        for (row, value) in &plain {
            assert_eq!(expected[row].0, *value);
        }
        // Many files take long to be flushed to the disk.
        let sizes = match size {
            3_000 => [small(1), small(2)],
            _ => [tiny(1), small(2)],
        };
        for sizes in sizes {
            let directory = tempfile::tempdir().unwrap();
            let scratch = match seed % 6 {
                0 => scratch(directory.path()),
                _ => rarely(directory.path()),
            };
            let context = RunContext::new().threads(sizes.workers);
            let found = on_disk(&maze, &roots, &scratch, sizes, &context).unwrap();
            assert!(found == expected, "seed {seed}, {look:?}, {sizes:?}");
        }
    }
}

/// Long play: hundreds of levels, most of them small.
#[test]
fn long_play_on_disk_agrees_with_the_solve_in_memory() {
    for has_way_back in [false, true] {
        let gorge = Gorge {
            seed: 3,
            depth: 300,
            width: 60,
            moves: 40,
            has_way_back,
        };
        let roots = [gorge.start()];
        let directory = tempfile::tempdir().unwrap();
        let context = RunContext::new().threads(2);
        let scratch = rarely(directory.path());
        let found = on_disk(&gorge, &roots, &scratch, small(2), &context).unwrap();
        assert!(found == in_memory(&gorge, &roots));
    }
}

/// Games of one position, and of none.
#[test]
fn small_games_on_disk() {
    let maze = Maze::new(1, Look::Wide, 1);
    let directory = tempfile::tempdir().unwrap();
    let context = RunContext::new();
    for roots in [vec![maze.rows[0].clone()], vec![]] {
        let path = directory.path().join(roots.len().to_string());
        let solved = solve_on_disk(
            &maze,
            &roots,
            Extra::Cycles,
            (&rarely(&path), Some(tiny(1))),
            &context,
        );
        let solved = solved.unwrap();
        assert_eq!(solved.len(), roots.len() as u64);
        assert_eq!(solved.is_empty(), roots.is_empty());
    }
}

/// The first failure of the rules is that of the solve in memory, and no checkpoint hides it.
#[test]
fn failures_on_disk_are_those_in_memory() {
    for seed in 0..12u64 {
        let look = LOOKS[seed as usize % LOOKS.len()];
        let mut maze = Maze::new(seed, look, 300);
        let mut random = Random(seed);
        for _ in 0..random.below(30) {
            let breach = [Breach::Expanding, Breach::Deciding][random.below(2)];
            maze.broken.insert(random.below(300), breach);
        }
        let roots = [maze.rows[0].clone()];
        let expected = explore_vectors::solve(&maze, &roots, &RunContext::new());
        let expected = expected.map(|solved| solved.len());
        let directory = tempfile::tempdir().unwrap();
        for threads in [2, 1] {
            let context = RunContext::new().threads(threads);
            let scratch = match seed % 4 {
                0 => scratch(directory.path()),
                _ => rarely(directory.path()),
            };
            let found = on_disk(&maze, &roots, &scratch, tiny(threads), &context);
            let found = found.map(|solved| solved.len() as u64);
            assert_eq!(found, expected, "seed {seed}");
        }
    }
}

/// The same graph without static results: decided positions have no moves.
struct Undecided(Maze);

impl StateVectorGame for Undecided {
    type Fault = Broken;
    type Worker<'a> = &'a Undecided;

    fn slots(&self) -> usize {
        self.0.slots()
    }

    fn worker(&self) -> &Undecided {
        self
    }
}

impl SuccessorGenerator for &Undecided {
    type Fault = Broken;

    fn expand(&mut self, position: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Broken> {
        steps.clear();
        match self.0.worker().decided(position)? {
            Some(_) => Ok(()),
            None => self.0.worker().expand(position, steps),
        }
    }
}

/// Whether a move leads from one position to another.
fn leads_to(game: &Undecided, from: &[i64], to: &[i64]) -> bool {
    let mut steps = SuccessorBuffer::new(game.slots());
    game.worker().expand(from, &mut steps).unwrap();
    steps.iter().any(|(row, _)| row == to)
}

/// Grundy values are those of the depth-first search in memory; a cycle is found if there is one.
#[test]
fn grundy_values_and_cycles_on_disk_agree_with_those_in_memory() {
    let (mut cyclic, mut acyclic) = (0, 0);
    // In 93 fields are widened after positions were found to be won.
    for seed in (0..kibitz_bruteforce::rounds(18, 300) as u64).chain([93]) {
        let look = LOOKS[seed as usize % LOOKS.len()];
        let maze = Undecided(Maze::new(seed, look, [30, 90, 600][seed as usize % 3]));
        let roots = [maze.0.rows[0].clone()];
        let context = RunContext::new().threads(1 + seed as usize % 2);
        let memory = explore_vectors::solve(&maze, &roots, &context).unwrap();
        let expected = explore_vectors::grundies(&maze, &memory, &context);
        let directory = tempfile::tempdir().unwrap();
        let working_files = rarely(directory.path());
        let sizes = tiny(context.thread_count());
        let solved = solve_on_disk(
            &maze,
            &roots,
            Extra::Cycles,
            (&working_files, Some(sizes)),
            &context,
        );
        let solved = solved.unwrap();
        let mut found: Vec<Option<Grundy>> = Vec::new();
        solved
            .grundies(0..solved.len(), |value| found.push(value))
            .unwrap();
        let cycle = solved.cycle(&maze, &context).unwrap();
        match expected {
            Ok(expected) => {
                assert!(solved.has_grundies() && cycle.is_none(), "seed {seed}");
                let mut found = found.into_iter();
                solved
                    .rows(0..solved.len(), |row, _| {
                        assert_eq!(found.next(), Some(expected.get(row)), "seed {seed}");
                        Ok(())
                    })
                    .unwrap();
                acyclic += 1;
            }
            Err(GrundyError::Cycle(_)) => {
                let cycle = cycle.unwrap();
                assert!(!solved.has_grundies(), "seed {seed}");
                for (i, row) in cycle.iter().enumerate() {
                    let next = &cycle[(i + 1) % cycle.len()];
                    assert!(leads_to(&maze, row, next), "seed {seed}");
                }
                cyclic += 1;
            }
            Err(GrundyError::Solve(error)) => panic!("{error}"),
        }
    }
    assert!(cyclic > 5 && acyclic > 5, "{cyclic} {acyclic}");
}

/// Calls a function at every report of progress, i.e. after every step.
struct AtReports<F>(F);

impl<F: Fn() + Send + Sync> Progress for AtReports<F> {
    fn begin(&self, _: &str, _: Option<u64>) {}
    fn advance_to(&self, _: u64) {
        (self.0)();
    }
    fn end(&self) {}
}

/// A context that is cancelled at a report.
fn cancelled_at(report: usize, threads: usize) -> RunContext {
    let context = RunContext::new().threads(threads);
    let (stop, reports) = (context.stop_flag(), AtomicUsize::new(0));
    context.report_to(Arc::new(AtReports(move || {
        if reports.fetch_add(1, Ordering::Relaxed) >= report {
            stop.store(true, Ordering::Relaxed);
        }
    })))
}

/// A game whose fields grow, without cycles and with many levels.
fn growing() -> (Maze, [Vec<i64>; 1], Solved) {
    let maze = (0..).map(|seed| Maze::new(seed, Look::Growing, 60));
    let mut mazes = maze.filter_map(|maze| {
        let roots = [maze.rows[0].clone()];
        let solved = explore_vectors::solve(&maze, &roots, &RunContext::new()).ok()?;
        let is_acyclic = explore_vectors::cycle(&maze, &solved, &RunContext::new()).ok()?;
        (is_acyclic.is_none() && solved.len() > 40).then(|| {
            let solved = in_memory(&maze, &roots);
            (maze, roots, solved)
        })
    });
    mazes.next().unwrap()
}

/// Everything, Grundy values included.
fn with_grundies(
    maze: &Maze,
    roots: &[Vec<i64>],
    scratch: &Scratch,
    context: &RunContext,
) -> Result<Solved, SolveError> {
    let sizes = VectorSizes {
        shard: 1 << 9,
        ..tiny(context.thread_count())
    };
    let solved = solve_on_disk(maze, roots, Extra::Cycles, (scratch, Some(sizes)), context)?;
    assert!(solved.has_grundies());
    Ok(read(&solved))
}

/// Cancelled at every report, in one directory each, and continued with another number of threads.
#[test]
fn cancelled_solves_are_continued() {
    let (maze, roots, expected) = growing();
    for report in (0..).step_by(5) {
        let directory = tempfile::tempdir().unwrap();
        let threads = 1 + report % 2;
        let context = cancelled_at(report, threads);
        match with_grundies(&maze, &roots, &scratch(directory.path()), &context) {
            Err(error) => assert_eq!(error, SolveError::Stop(StopReason::Cancelled)),
            Ok(found) => {
                assert!(found == expected);
                assert!(report > 30, "{report}");
                return;
            }
        }
        let context = RunContext::new().threads(3 - threads);
        let found = with_grundies(&maze, &roots, &rarely(directory.path()), &context);
        assert!(found.unwrap() == expected, "cancelled at report {report}");
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for file in fs::read_dir(from).unwrap() {
        let file = file.unwrap();
        match file.file_type().unwrap().is_dir() {
            true => copy(&file.path(), &to.join(file.file_name())),
            false => drop(fs::copy(file.path(), to.join(file.file_name())).unwrap()),
        }
    }
}

/// Copies of the directory at reports: what a killed process leaves.
fn copies(interval: Duration, to: &Path) -> Vec<PathBuf> {
    let (maze, roots, _) = growing();
    let made = Arc::new(Mutex::new(Vec::new()));
    let whole = Scratch {
        interval,
        ..scratch(&to.join("whole"))
    };
    let (all, from, to) = (made.clone(), whole.directory.clone(), to.to_owned());
    let reports = AtomicUsize::new(0);
    let context = RunContext::new().threads(1);
    let context = context.report_to(Arc::new(AtReports(move || {
        let mut all = all.lock().unwrap();
        if reports.fetch_add(1, Ordering::Relaxed).is_multiple_of(6) {
            let path = to.join(all.len().to_string());
            copy(&from, &path);
            all.push(path);
        }
    })));
    with_grundies(&maze, &roots, &whole, &context).unwrap();
    made.lock().unwrap().clone()
}

/// Killed at any time, with checkpoints everywhere, sometimes and nowhere.
#[test]
fn killed_solves_are_continued() {
    let (maze, roots, expected) = growing();
    for interval in [Duration::ZERO, Duration::from_millis(3), Duration::MAX] {
        let directory = tempfile::tempdir().unwrap();
        let copies = copies(interval, directory.path());
        assert!(copies.len() > 6, "{}", copies.len());
        for path in copies {
            let context = RunContext::new().threads(1);
            let found = with_grundies(&maze, &roots, &rarely(&path), &context);
            assert!(found.unwrap() == expected, "{path:?}, {interval:?}");
            remove_working_files(&path).unwrap();
            assert!(!path.exists(), "{path:?}");
        }
    }
}

/// Every file damaged in several ways: never a wrong table, and whatever a checkpoint names is
/// checked.
#[test]
fn damaged_files_are_errors() {
    let (maze, roots, expected) = growing();
    let directory = tempfile::tempdir().unwrap();
    let copies = copies(Duration::ZERO, directory.path());
    let mut random = Random(1);
    let (mut errors, mut files) = (0, 0);
    let chosen = [1, copies.len() / 3, copies.len() / 2, copies.len() * 2 / 3];
    for original in chosen.map(|i| &copies[i]) {
        for name in fs::read_dir(original).unwrap() {
            let name = name.unwrap();
            if name.file_type().unwrap().is_dir() || name.file_name() == "lock" {
                continue;
            }
            let content = fs::read(name.path()).unwrap();
            let mut damages: Vec<Option<Vec<u8>>> = vec![None];
            let half = content.len() / 2;
            damages.push(Some(content[..half].to_vec()));
            for _ in 0..3 {
                let mut flipped = content.clone();
                let at = random.below(content.len());
                flipped[at] ^= 1 << random.below(8);
                damages.push(Some(flipped));
            }
            for damage in damages {
                let path = directory.path().join("damaged");
                copy(original, &path);
                let damaged = path.join(name.file_name());
                match &damage {
                    Some(bytes) => fs::write(damaged, bytes).unwrap(),
                    None => fs::remove_file(damaged).unwrap(),
                }
                let context = RunContext::new().threads(1);
                match with_grundies(&maze, &roots, &rarely(&path), &context) {
                    Ok(found) => assert!(found == expected, "{name:?}"),
                    Err(SolveError::Disk(cause)) => {
                        let is_damage = matches!(cause.get(), Some(DiskError::Damaged { .. }));
                        assert!(is_damage, "{cause}");
                        errors += 1;
                    }
                    Err(other) => panic!("{name:?}: {other}"),
                }
                fs::remove_dir_all(&path).unwrap();
            }
            files += 1;
        }
    }
    assert!(
        files > 10 && errors > 3 * files,
        "{files} files, {errors} errors"
    );
}

/// The rules of a real game, on all threads, with the sizes for a budget.
#[test]
fn quixo_fits_a_budget() {
    let quixo = Quixo::new(3);
    let roots = [vec![0; quixo.slots()]];
    let directory = tempfile::tempdir().unwrap();
    let context = RunContext::new().threads(2).memory(3 << 20);
    let solved = solve_on_disk(
        &quixo,
        &roots,
        Extra::None,
        (&rarely(directory.path()), None),
        &context,
    );
    assert!(read(&solved.unwrap()) == in_memory(&quixo, &roots));
}
