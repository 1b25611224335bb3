//! Games on state vectors out of core: values, depths and failures are those of the solve in memory
//! and of the reference, whatever the sizes; a solve that is killed at any time continues; damaged
//! files are errors.

#[path = "rows/gorge.rs"]
mod gorge;
#[path = "rows/maze.rs"]
mod maze;
#[path = "rows/quixo.rs"]
mod quixo;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use gorge::Gorge;
use kibitz_bruteforce::Random;
use kibitz_game::{Progress, RunContext, Scratch, StateVectorGame, StopReason, Value};
use kibitz_solve::explore_vectors::on_disk::{DiskVectors, VectorSizes, solve_on_disk};
use kibitz_solve::explore_vectors::{self};
use kibitz_solve::retrograde::{DiskError, remove_working_files};
use kibitz_solve::{SolveError, reference};
use maze::{Breach, LOOKS, Look, Maze, Plain};
use quixo::Quixo;

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
    let solved = solve_on_disk(game, roots, scratch, Some(sizes), context)?;
    Ok(read(&solved))
}

#[test]
fn mazes_on_disk_agree_with_the_reference() {
    for seed in 0..kibitz_bruteforce::rounds(21, 300) as u64 {
        let look = LOOKS[seed as usize % LOOKS.len()];
        let maze = Maze::new(seed, look, [50, 700, 4_000][seed as usize % 3]);
        let roots = [maze.rows[0].clone(), maze.rows[seed as usize].clone()];
        let expected = in_memory(&maze, &roots);
        let plain = reference::solve(&Plain(&maze), roots.clone()).unwrap();
        assert_eq!(plain.len(), expected.len());
        for (row, value) in &plain {
            assert_eq!(expected[row].0, *value);
        }
        for sizes in [tiny(1), small(2)] {
            let directory = tempfile::tempdir().unwrap();
            let scratch = match seed % 4 {
                0 => scratch(directory.path()),
                _ => rarely(directory.path()),
            };
            let context = RunContext::new().threads(sizes.workers);
            let found = on_disk(&maze, &roots, &scratch, sizes, &context).unwrap();
            assert!(found == expected, "seed {seed}, {look:?}, {sizes:?}");
        }
    }
}
