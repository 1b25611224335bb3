//! The bit-parallel engine on disk: the same values as in memory, whatever the number of threads and
//! the interruptions; damaged files are never a wrong value.

use std::fs;

use crate::bitparallel::game;
use crate::on_disk::{cancelled_at, rarely, scratch, temporary};
use kibitz_bruteforce::{Random, rounds};
use kibitz_game::{
    BitParallelGame, ByLanes, Engine, LaneMask, Numbering, RunContext, Scratch, StopReason, Value,
};
use kibitz_games::dobutsu::{Dobutsu, Try};
use kibitz_solve::bitparallel::{
    self, BitParallelSolver, SolvedOnDisk, memory_on_disk, solve_on_disk,
};
use kibitz_solve::{
    DiskError, RequestedFields, Scope, SolveError, Solver, remove_working_files, solve,
};

type All = Vec<(u32, Value, LaneMask)>;

/// The lanes of a bundle that have a position.
fn present(game: &Dobutsu, bundle: u32) -> LaneMask {
    game.initial_lanes(bundle).holes.not()
}

/// Everything in memory.
fn in_memory(game: &Dobutsu) -> All {
    let solved = bitparallel::solve(game, &RunContext::new()).unwrap();
    let mut all = Vec::new();
    for bundle in 0..game.inner() {
        let lanes = present(game, bundle);
        solved.each_value(game, bundle, lanes, |value, lanes| {
            all.push((bundle, value, lanes));
        });
    }
    all
}

fn all(game: &Dobutsu, solved: &SolvedOnDisk) -> Result<All, SolveError> {
    let mut all = Vec::new();
    for bundle in 0..game.inner() {
        let lanes = present(game, bundle);
        solved.each_value(game, bundle, lanes, |value, lanes| {
            all.push((bundle, value, lanes));
        })?;
    }
    Ok(all)
}

fn on_disk(game: &Dobutsu, scratch: &Scratch, context: &RunContext) -> Result<All, SolveError> {
    all(game, &solve_on_disk(game, scratch, context)?)
}

#[test]
fn values_on_disk_equal_those_in_memory() {
    for (rule, animals) in [
        (Try::Safe, ""),
        (Try::Any, "E"),
        (Try::Safe, "C"),
        (Try::Safe, "EG"),
    ] {
        let game = game(rule, animals);
        let expected = in_memory(&game);
        for threads in 1..=2 {
            let directory = temporary();
            let scratch = rarely(&directory.path().join("work"));
            let memory = memory_on_disk(game.inner().into(), threads);
            let context = RunContext::new().threads(threads).memory(memory);
            let solved = solve_on_disk(&game, &scratch, &context).unwrap();
            assert!(context.memory_taken() > 0 && context.memory_taken() < memory);
            assert!(all(&game, &solved).unwrap() == expected, "{animals}");
            let in_memory = bitparallel::solve(&game, &RunContext::new()).unwrap();
            assert_eq!(solved.values(), in_memory.values());
            drop(solved);
            assert_eq!(context.memory_taken(), 0);
            // A complete solve is read, not repeated.
            let names = || fs::read_dir(&scratch.directory).unwrap().count();
            let before = names();
            let again = on_disk(&game, &scratch, &context).unwrap();
            assert!(again == expected && names() < before, "{animals}");
            remove_working_files(&scratch.directory).unwrap();
            assert!(!scratch.directory.exists());
        }
    }
}

/// The entries of a table file.
#[test]
fn entries_on_disk_equal_those_in_memory() {
    let game = game(Try::Safe, "E");
    let directory = temporary();
    let scratch = Scratch {
        is_required: true,
        ..rarely(directory.path())
    };
    let on_disk = RunContext::new().threads(2).with_scratch(scratch);
    let (scope, fields) = (Scope::All, RequestedFields::ALL);
    let plan = BitParallelSolver.plan(&game, &scope, fields, &on_disk);
    assert_eq!(plan.engine, Engine::BitParallelOnDisk);
    let [expected, found] = [&RunContext::new(), &on_disk].map(|context| {
        let solution = solve(&BitParallelSolver, &game, &scope, fields, context).unwrap();
        let size = ByLanes.size(&game);
        let (mut entries, mut distinct) = (Vec::new(), Vec::new());
        for from in (0..size).step_by(16_381) {
            let range = from..size.min(from + 16_381);
            let result = solution.entries(&game, &ByLanes, range, context, &mut entries);
            result.unwrap();
        }
        let result = solution.distinct_entries(&game, &ByLanes, 0..size, context, &mut distinct);
        result.unwrap();
        let root = game.position(0, present(&game, 0).iter().next().unwrap());
        let counts = solution.count_values(&game, &root.unwrap(), context);
        let counts = counts.unwrap();
        (entries, distinct, [counts.win, counts.draw, counts.loss])
    });
    assert!(found == expected);
}

/// Cancelled at every report, and continued with another number of threads.
#[test]
fn cancelled_solves_are_continued() {
    let game = game(Try::Safe, "C");
    let expected = in_memory(&game);
    for report in 0.. {
        let directory = temporary();
        let threads = 1 + report % 2;
        let cancelled = cancelled_at(report, threads);
        match on_disk(&game, &scratch(directory.path()), &cancelled) {
            Err(error) => assert_eq!(error, SolveError::Stop(StopReason::Cancelled)),
            Ok(found) => {
                assert!(found == expected && report > 20, "{report}");
                break;
            }
        }
        let context = RunContext::new().threads(3 - threads);
        let found = on_disk(&game, &rarely(directory.path()), &context).unwrap();
        assert!(found == expected, "cancelled at report {report}");
    }
}

#[test]
fn damaged_files_are_errors() {
    let game = game(Try::Safe, "C");
    let expected = in_memory(&game);
    let directory = temporary();
    let scratch = scratch(&directory.path().join("work"));
    assert!(on_disk(&game, &scratch, &cancelled_at(20, 1)).is_err());
    let context = RunContext::new().threads(1);
    let saved: Vec<_> = fs::read_dir(&scratch.directory)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| !path.ends_with("lock"))
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect();
    let is_named = |path: &std::path::Path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name == "checkpoint" || name.starts_with("solved-")
    };
    assert!(saved.iter().filter(|(path, _)| is_named(path)).count() > 5);
    let (mut random, mut errors) = (Random(3), 0);
    for (path, content) in saved.iter().filter(|(path, _)| is_named(path)) {
        let mut damages = vec![None, Some(Vec::new())];
        damages.push(Some(content[..content.len() - 1].to_vec()));
        for _ in 0..rounds(3, 100) {
            let mut flipped = content.clone();
            flipped[random.below(content.len())] ^= 1 << random.below(8);
            damages.push(Some(flipped));
        }
        for damage in damages {
            for (path, content) in &saved {
                fs::write(path, content).unwrap();
            }
            match damage {
                Some(bytes) => fs::write(path, bytes).unwrap(),
                None => fs::remove_file(path).unwrap(),
            }
            match on_disk(&game, &scratch, &context) {
                // A file after the last checkpoint is written again, and a solve without
                // checkpoint begins again.
                Ok(found) => assert!(found == expected, "{}", path.display()),
                Err(SolveError::Disk(cause)) => {
                    let is_damage = matches!(cause.get(), Some(DiskError::Damaged { .. }));
                    assert!(is_damage, "{cause}");
                    assert!(cause.to_string().contains("to begin again"), "{cause}");
                    errors += 1;
                }
                Err(other) => panic!("{}: {other}", path.display()),
            }
        }
    }
    assert!(errors > 30, "{errors}");
    let refused = |scratch: &Scratch, expected: &str| {
        let error = solve_on_disk(&game, scratch, &context).map(drop);
        let error = error.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    let other = Scratch {
        purpose: "something else".to_owned(),
        ..scratch.clone()
    };
    for (path, content) in &saved {
        fs::write(path, content).unwrap();
    }
    refused(&other, "expected those of something else, ");
    let _solved = solve_on_disk(&game, &scratch, &context).unwrap();
    refused(&scratch, "another run uses the directory");
}

/// A file that is damaged after the solve is an error when it is read.
#[test]
fn values_are_compared_with_checksums() {
    let game = game(Try::Safe, "");
    let directory = temporary();
    let scratch = rarely(directory.path());
    let solved = solve_on_disk(&game, &scratch, &RunContext::new()).unwrap();
    let path = scratch.directory.join("solved-0");
    let mut content = fs::read(&path).unwrap();
    content[5] ^= 1;
    fs::write(&path, content).unwrap();
    let error = all(&game, &solved).map(drop).unwrap_err().to_string();
    assert!(
        error.contains("solved-0 is damaged: its checksum is wrong"),
        "{error}"
    );
}
