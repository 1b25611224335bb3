//! Pairs of hands on disk: the same values as in memory, whatever the number of threads and the
//! interruptions; damaged files are never a wrong value.

use std::fs;
use std::path::{Path, PathBuf};

use crate::engines::hostile::Quarrel;
use crate::on_disk::{cancelled_at, rarely, scratch, temporary};
use kibitz_bruteforce::{Random, rounds};
use kibitz_game::{ByHands, Engine, HandPairGame, Indexed, RunContext, Scratch, StopReason, Value};
use kibitz_games::numbers::Numbers;
use kibitz_solve::hand_pairs::{self, HandPairSolver, memory_on_disk, solve_on_disk};
use kibitz_solve::{
    DiskError, Evaluation, RequestedFields, Scope, SolveError, Solver, Values, reference,
    remove_working_files, retrograde, solve,
};

type All = Vec<Option<Evaluation>>;

fn in_memory<G: HandPairGame>(game: &G) -> All {
    let table = hand_pairs::solve(game, &RunContext::new()).unwrap();
    let hands = 0..game.hands();
    let pairs = hands
        .clone()
        .flat_map(|a| hands.clone().map(move |b| (a, b)));
    let values = pairs.map(|(mine, theirs)| table.get(mine, theirs));
    values.map(|value| value.map(Evaluation::from)).collect()
}

fn on_disk<G: HandPairGame>(
    game: &G,
    scratch: &Scratch,
    context: &RunContext,
) -> Result<All, SolveError> {
    let table = solve_on_disk(game, scratch, context)?;
    let all = u64::from(game.hands()).pow(2);
    let mut values = Vec::new();
    // In parts that divide blocks and rows.
    for start in (0..all).step_by(1000) {
        table.extend(start..all.min(start + 1000), &mut values)?;
    }
    let distinct = table.distinct().unwrap();
    for value in &values {
        assert!(
            distinct.contains(value),
            "{value:?} is not among {distinct:?}"
        );
    }
    for value in distinct {
        assert!(values.contains(value), "{value:?} does not occur");
    }
    Ok(values)
}

/// In memory and on disk, with and without checkpoints between rounds, and read again.
fn agrees<G: HandPairGame>(game: &G, expected: &All) {
    for threads in 1..=2 {
        for make in [scratch, rarely] {
            let directory = temporary();
            let scratch = make(&directory.path().join("work"));
            let context = RunContext::new().threads(threads);
            assert!(on_disk(game, &scratch, &context).unwrap() == *expected);
            assert!(on_disk(game, &scratch, &context).unwrap() == *expected);
            assert_eq!(context.memory_taken(), 0);
            remove_working_files(&scratch.directory).unwrap();
            assert!(!scratch.directory.exists());
        }
    }
}

#[test]
fn values_on_disk_equal_those_in_memory() {
    for (cards, modulus) in [(1, 2), (5, 3), (8, 5)] {
        let game = Numbers::new(cards, modulus).unwrap();
        agrees(&game, &in_memory(&game));
    }
}

/// random games with static values and draws, compared with the reference engine.
#[test]
fn random_games_on_disk_agree_with_the_reference() {
    let mut draws = 0;
    for seed in 0..40 {
        let game = Quarrel::new(seed);
        let hands = 0..game.hands();
        let pairs = || {
            hands
                .clone()
                .flat_map(|a| hands.clone().map(move |b| (a, b)))
        };
        let values = reference::solve(&game, pairs()).unwrap();
        let expected: All = pairs().map(|pair| Some(values[&pair].into())).collect();
        agrees(&game, &expected);
        draws += values
            .values()
            .filter(|value| **value == Value::Draw)
            .count();
    }
    assert!(draws > 100, "{draws} draws");
}

/// Cancelled at every report, and continued with another number of threads.
#[test]
fn cancelled_solves_are_continued() {
    let game = Numbers::new(4, 5).unwrap();
    let expected = in_memory(&game);
    for report in 0.. {
        let directory = temporary();
        let threads = 1 + report % 2;
        match on_disk(
            &game,
            &scratch(directory.path()),
            &cancelled_at(report, threads),
        ) {
            Err(error) => assert_eq!(error, SolveError::Stop(StopReason::Cancelled)),
            Ok(found) => {
                assert!(found == expected && report > 5, "{report}");
                break;
            }
        }
        let context = RunContext::new().threads(3 - threads);
        let found = on_disk(&game, &rarely(directory.path()), &context).unwrap();
        assert!(found == expected, "cancelled at report {report}");
    }
}

fn working_files(directory: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let files = fs::read_dir(directory).unwrap();
    let files = files.map(|file| file.unwrap().path());
    let files = files.filter(|path| !path.ends_with("lock"));
    files
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect()
}

#[test]
fn damaged_files_are_errors() {
    let game = Numbers::new(4, 5).unwrap();
    let expected = in_memory(&game);
    let directory = temporary();
    let scratch = scratch(&directory.path().join("work"));
    assert!(on_disk(&game, &scratch, &cancelled_at(5, 1)).is_err());
    let context = RunContext::new().threads(1);
    let saved = working_files(&scratch.directory);
    let (mut random, mut errors) = (Random(3), 0);
    for (path, content) in &saved {
        let mut damages = vec![None, Some(Vec::new())];
        damages.push(Some(content[..content.len() - 1].to_vec()));
        for _ in 0..rounds(20, 300) {
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
                    errors += 1;
                }
                Err(other) => panic!("{}: {other}", path.display()),
            }
        }
    }
    assert!(errors > 50, "{errors}");
}

/// The solver takes the sets of positions with values on disk if the table does not fit the memory,
/// and retrograde analysis if these do not fit either; all tables have the same order.
#[test]
fn solver_chooses_by_memory() {
    let game = Numbers::new(8, 6).unwrap();
    let hands = u64::from(game.hands().count());
    let all = 0..hands * hands;
    let evaluations = |context: &RunContext| {
        let wanted = RequestedFields::ALL;
        let solver = HandPairSolver;
        let plan = Solver::<Numbers>::plan(&solver, &game, &Scope::All, wanted, context);
        let solution = solve(&solver, &game, &Scope::All, wanted, context).unwrap();
        let mut found = Vec::new();
        // In parts that divide rows.
        for start in all.clone().step_by(10_000) {
            let part = start..all.end.min(start + 10_000);
            let read = solution.evaluations(&game, &ByHands, part, context, &mut found);
            read.unwrap();
        }
        (plan.engine, found)
    };
    let (engine, expected) = evaluations(&RunContext::new());
    assert_eq!(engine, Engine::HandPairs);
    let needs = hand_pairs::memory(hands);
    let (engine, found) = evaluations(&RunContext::new().threads(1).memory(needs - 1));
    assert_eq!(engine, Engine::Retrograde);
    assert!(found == expected);
    let sets = memory_on_disk(hands).max(3 * 64 * 4 * hands);
    assert!(sets < needs && sets < retrograde::memory(game.size(), 1));
    for (memory, is_required, chosen) in [
        (needs - 1, false, Engine::HandPairsOnDisk),
        (sets, false, Engine::HandPairsOnDisk),
        (sets - 1, false, Engine::RetrogradeOnDisk),
        (1 << 30, true, Engine::HandPairsOnDisk),
    ] {
        let directory = temporary();
        let context = RunContext::new().threads(1).memory(memory);
        let context = context.with_scratch(Scratch {
            is_required,
            ..rarely(directory.path())
        });
        let (engine, found) = evaluations(&context);
        assert_eq!(engine, chosen, "{memory}");
        assert!(found == expected, "{memory}");
    }
}
