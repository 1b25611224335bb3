//! The placement sweep on disk: the same table as in memory, whatever the memory, the number of
//! threads and the interruptions; damaged files are never a wrong table.

use std::fs;
use std::path::Path;

use crate::on_disk::{cancelled_at, rarely, scratch, temporary};
use kibitz_bruteforce::Random;
use kibitz_game::{RunContext, Scratch, StopReason, Wdl};
use kibitz_solve::placement::{LosingSet, PartizanPlacement, Placement};
use kibitz_solve::{DiskError, SolveError, remove_working_files};

const ROWS: u32 = 2;
const COLS: u32 = 13;
const CELLS: u32 = ROWS * COLS;

/// Dominoes along the rows and along the columns of a board, as few cells as the engine takes.
fn dominoes() -> [Vec<u64>; 2] {
    let cell = |row: u32, col: u32| 1u64 << (row * COLS + col);
    let rows = (0..ROWS).flat_map(|y| (1..COLS).map(move |x| cell(y, x - 1) | cell(y, x)));
    let cols = (0..COLS).flat_map(|x| (1..ROWS).map(move |y| cell(y - 1, x) | cell(y, x)));
    [rows.collect(), cols.collect()]
}

/// Cram in which single cells of the first row may be filled too.
fn cram(no_move_result: Wdl) -> Placement {
    let singles = (0..COLS).map(|x| 1 << x);
    let patterns = dominoes().concat().into_iter().chain(singles);
    Placement::new(CELLS, patterns, no_move_result).unwrap()
}

fn assert_equal(found: &LosingSet, expected: &LosingSet, at: &str) {
    assert_eq!(found.count_lost(), expected.count_lost(), "{at}");
    // All of some boards that are nearly full and nearly empty, and of random ones.
    let mut random = Random(7);
    let all = 1u64 << CELLS;
    let (low, high) = (0..1u64 << 16, all - (1 << 16)..all);
    let some = (0..1 << 18).map(|_| random.roll(all));
    for set in low.chain(high).chain(some) {
        assert_eq!(found.is_lost(set), expected.is_lost(set), "{at}: {set:b}");
    }
}

/// Memory for the smallest units, for larger ones, and for everything.
const MEMORY: [u64; 3] = [4 << 20, 9 << 20, 1 << 30];

#[test]
fn tables_on_disk_equal_those_in_memory() {
    for no_move_result in [Wdl::Loss, Wdl::Win] {
        let game = cram(no_move_result);
        let expected = game.solve(&RunContext::new()).unwrap();
        for memory in MEMORY {
            for threads in 1..=2 {
                let directory = temporary();
                // The table has 8 MiB.
                let scratch = Scratch {
                    spare: 1 << 20,
                    ..rarely(&directory.path().join("work"))
                };
                let context = RunContext::new().threads(threads).memory(memory);
                let at = format!("{no_move_result}, {memory} bytes, {threads} threads");
                let found = game.solve_on_disk(&scratch, &context).unwrap();
                assert!(context.memory_taken() > 0 && context.memory_taken() <= memory);
                assert_equal(&found, &expected, &at);
                drop(found);
                assert_eq!(context.memory_taken(), 0);
                // A complete solve is read, not repeated.
                let again = game
                    .solve_on_disk(&scratch, &cancelled_at(257, threads))
                    .unwrap();
                assert_equal(&again, &expected, &at);
                drop(again);
                remove_working_files(&scratch.directory).unwrap();
                assert!(!scratch.directory.exists());
            }
        }
    }
}

#[test]
fn two_tables_on_disk_equal_those_in_memory() {
    let [left, right] = dominoes();
    let game = PartizanPlacement::new(CELLS, left, right, Wdl::Loss).unwrap();
    let expected = game.solve(&RunContext::new()).unwrap();
    for memory in [5 << 20, 9 << 20] {
        let directory = temporary();
        let context = RunContext::new().threads(2).memory(memory);
        let found = game.solve_on_disk(&scratch(directory.path()), &context);
        for (found, expected) in found.unwrap().iter().zip(&expected) {
            assert_equal(found, expected, &format!("{memory} bytes"));
        }
    }
}

/// Cancelled at some reports, and continued with other memory and another number of threads.
#[test]
fn cancelled_sweeps_are_continued() {
    let game = cram(Wdl::Loss);
    let expected = game.solve(&RunContext::new()).unwrap();
    for (i, report) in [0, 1, 40, 255, 256, 300, 511].into_iter().enumerate() {
        let directory = temporary();
        let threads = 1 + i % 2;
        let cancelled = cancelled_at(report, threads).memory(MEMORY[i % 3]);
        let error = game.solve_on_disk(&scratch(directory.path()), &cancelled);
        let error = error.map(drop).unwrap_err();
        assert_eq!(error, SolveError::Stop(StopReason::Cancelled));
        let context = RunContext::new()
            .threads(3 - threads)
            .memory(MEMORY[(i + 1) % 3]);
        let found = game.solve_on_disk(&rarely(directory.path()), &context);
        assert_equal(&found.unwrap(), &expected, &format!("report {report}"));
    }
}

/// The files after a sweep that was cancelled half-way.
fn half(game: &Placement, directory: &Path) -> Scratch {
    let scratch = scratch(directory);
    assert!(game.solve_on_disk(&scratch, &cancelled_at(128, 1)).is_err());
    scratch
}

#[test]
fn damaged_files_are_errors() {
    let game = cram(Wdl::Loss);
    let expected = game.solve(&RunContext::new()).unwrap();
    let directory = temporary();
    let scratch = half(&game, &directory.path().join("work"));
    let solve = || game.solve_on_disk(&scratch, &RunContext::new().threads(1));
    let mut errors = 0;
    let mut random = Random(3);
    for name in ["bits-0", "checkpoint"] {
        let path = scratch.directory.join(name);
        let content = fs::read(&path).unwrap();
        let mut damages = vec![None, Some(Vec::new())];
        damages.push(Some(content[..content.len() - 1].to_vec()));
        for _ in 0..6 {
            let mut flipped = content.clone();
            let at = random.below(content.len());
            flipped[at] ^= 1 << random.below(8);
            damages.push(Some(flipped));
        }
        for damage in damages {
            let copy = fs::read(scratch.directory.join("bits-0")).unwrap();
            let checkpoint = fs::read(scratch.directory.join("checkpoint")).unwrap();
            match damage {
                Some(bytes) => fs::write(&path, bytes).unwrap(),
                None => fs::remove_file(&path).unwrap(),
            }
            match solve() {
                // What is not finished yet is solved again.
                Ok(found) => assert_equal(&found, &expected, name),
                Err(SolveError::Disk(cause)) => {
                    let is_damage = matches!(cause.get(), Some(DiskError::Damaged { .. }));
                    assert!(is_damage, "{cause}");
                    assert!(cause.to_string().contains("to begin again"), "{cause}");
                    errors += 1;
                }
                Err(other) => panic!("{name}: {other}"),
            }
            fs::write(scratch.directory.join("bits-0"), copy).unwrap();
            fs::write(scratch.directory.join("checkpoint"), checkpoint).unwrap();
        }
    }
    assert!(errors > 12, "{errors}");
    // Files of another game, and two runs at once.
    let refused = |game: &Placement, scratch: &Scratch, expected: &str| {
        let error = game.solve_on_disk(scratch, &RunContext::new()).map(drop);
        let error = error.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    let other = Scratch {
        purpose: "something else".to_owned(),
        ..scratch.clone()
    };
    refused(&game, &other, "expected those of something else, ");
    let _solved = solve().unwrap();
    refused(&game, &scratch, "another run uses the directory");
}
