//! Retrograde analysis on disk: the same table as in memory, whatever the sizes, the number of
//! threads and the interruptions; damaged files are never a wrong table.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::engines::chain::Chain;
use crate::engines::hostile::Tangle;
use kibitz_bruteforce::Random;
use kibitz_game::{
    ByIndex, Engine, Indexed, Plan, Plies, Progress, RunContext, Scratch, StopReason, Value, laws,
};
use kibitz_games::chess::Ending;
use kibitz_games::numbers::Numbers;
use kibitz_games::quixo::Quixo;
use kibitz_solve::retrograde::{
    DiskSizes, PredecessorGraph, RetrogradeSolver, UnmoveGraph, solve_on_disk,
};
use kibitz_solve::{
    DiskError, RequestedFields, Scope, SolveError, reference, remove_working_files, retrograde,
    solve,
};

type Table = Vec<Option<Value>>;

/// A directory in memory if there is such a file system: here a flush to the disk proves nothing
/// and takes long.
pub(crate) fn temporary() -> tempfile::TempDir {
    let in_memory = tempfile::tempdir_in("/dev/shm");
    in_memory.or_else(|_| tempfile::tempdir()).unwrap()
}

/// Everything in memory.
fn in_memory<B: PredecessorGraph>(graph: &B) -> Table {
    let table = retrograde::solve_backward(graph, &RunContext::new()).unwrap();
    (0..graph.size()).map(|rank| table.get(rank)).collect()
}

/// A checkpoint after every shard of every worker.
pub(crate) fn scratch(directory: &Path) -> Scratch {
    Scratch {
        purpose: "a test".to_owned(),
        interval: Duration::ZERO,
        ..Scratch::new(directory)
    }
}

/// No checkpoint but the last.
pub(crate) fn rarely(directory: &Path) -> Scratch {
    Scratch {
        interval: Duration::MAX,
        ..scratch(directory)
    }
}

fn sizes(bits: u32, workers: usize) -> DiskSizes {
    DiskSizes {
        bits,
        batch: 1000,
        workers,
    }
}

fn on_disk<B: PredecessorGraph>(
    graph: &B,
    scratch: &Scratch,
    sizes: DiskSizes,
    context: &RunContext,
) -> Result<Table, SolveError> {
    let table = solve_on_disk(graph, scratch, Some(sizes), context)?;
    let mut values = Vec::new();
    table.values(0..graph.size(), |value| values.push(value))?;
    Ok(values)
}

fn agrees<B: PredecessorGraph>(graph: &B, bits: &[u32], expected: &Table) {
    for &bits in bits {
        for threads in 1..=2 {
            for make in [scratch, rarely] {
                let directory = temporary();
                let scratch = make(&directory.path().join("work"));
                let context = RunContext::new().threads(threads);
                let found = on_disk(graph, &scratch, sizes(bits, threads), &context).unwrap();
                assert!(found == *expected, "{bits} bits, {threads} threads");
                assert_eq!(context.memory_taken(), 0);
                // A complete solve is read, not repeated.
                let again = on_disk(graph, &scratch, sizes(bits, 1), &context).unwrap();
                assert!(again == *expected, "{bits} bits, {threads} threads");
                remove_working_files(&scratch.directory).unwrap();
                assert!(!scratch.directory.exists());
            }
        }
    }
}

#[test]
fn tables_on_disk_equal_those_in_memory() {
    let quixo = Quixo::new(3).unwrap();
    let expected = in_memory(&UnmoveGraph(&quixo));
    agrees(&UnmoveGraph(&quixo), &[11, 31], &expected);
    let ending = Ending::KQK;
    let expected = in_memory(&UnmoveGraph(&ending));
    assert!(expected.contains(&None) && expected.contains(&Some(Value::Draw)));
    agrees(&UnmoveGraph(&ending), &[14], &expected);
    let numbers = Numbers::new(5, 3).unwrap();
    let expected = in_memory(&UnmoveGraph(&numbers));
    agrees(&UnmoveGraph(&numbers), &[6, 9], &expected);
}

/// Random graphs with static values at many levels, compared with the reference engine.
#[test]
fn random_games_on_disk_agree_with_the_reference() {
    let directory = temporary();
    let mut levels = 0;
    for seed in 0..200 {
        let game = Tangle::new(seed, false);
        let expected = reference::solve(&game, laws::positions(&game)).unwrap();
        let value = |rank| game.unrank(rank).map(|p| expected[&p]);
        let expected: Table = (0..game.size()).map(value).collect();
        let scratch = rarely(&directory.path().join(seed.to_string()));
        let few = DiskSizes {
            batch: 1 + seed,
            ..sizes(seed as u32 % 5, 1)
        };
        let found = on_disk(&UnmoveGraph(&game), &scratch, few, &RunContext::new()).unwrap();
        assert_eq!(found, expected, "seed {seed}");
        let plies = expected.iter().flatten().filter_map(|value| value.plies());
        levels += plies.map(Plies::get).max().unwrap_or_default();
    }
    assert!(levels > 600, "{levels} levels");
}

/// Distances that do not fit two bytes.
#[test]
fn distant_values_take_four_bytes() {
    let directory = temporary();
    let graph = Chain(17_000);
    let expected = in_memory(&graph);
    assert_eq!(expected[16_999], Some(Value::Win(Plies::new(16_999))));
    let scratch = rarely(directory.path());
    let context = RunContext::new();
    assert!(on_disk(&graph, &scratch, sizes(12, 1), &context).unwrap() == expected);
    assert!(on_disk(&graph, &scratch, sizes(12, 1), &context).unwrap() == expected);
}

/// Calls a function at every report of progress, i.e. after every shard of every pass.
struct AtReports<F>(F);

impl<F: Fn() + Send + Sync> Progress for AtReports<F> {
    fn begin(&self, _: &str, _: Option<u64>) {}
    fn advance_to(&self, _: u64) {
        (self.0)();
    }
    fn end(&self) {}
}

/// A context that is cancelled at a report.
pub(crate) fn cancelled_at(report: usize, threads: usize) -> RunContext {
    let context = RunContext::new().threads(threads);
    let (stop, reports) = (context.stop_flag(), AtomicUsize::new(0));
    context.report_to(Arc::new(AtReports(move || {
        if reports.fetch_add(1, Ordering::Relaxed) >= report {
            stop.store(true, Ordering::Relaxed);
        }
    })))
}

/// Cancelled at every report, in one directory each, and continued with another number of threads.
#[test]
fn cancelled_solves_are_continued() {
    let game = Tangle::new(5, false);
    let numbers = Numbers::new(3, 5).unwrap();
    assert!(continues(&UnmoveGraph(&game), 3) > 10);
    assert!(continues(&UnmoveGraph(&numbers), 5) > 10);
}

fn continues<B: PredecessorGraph>(graph: &B, bits: u32) -> usize {
    let expected = in_memory(graph);
    for report in 0.. {
        let directory = temporary();
        let scratch = scratch(directory.path());
        let threads = 1 + report % 2;
        let context = cancelled_at(report, threads);
        match on_disk(graph, &scratch, sizes(bits, threads), &context) {
            Err(error) => assert_eq!(error, SolveError::Stop(StopReason::Cancelled)),
            Ok(found) => {
                assert!(found == expected);
                return report;
            }
        }
        let other = DiskSizes {
            batch: 7,
            ..sizes(bits, 3 - threads)
        };
        let context = RunContext::new().threads(3 - threads);
        let found = on_disk(graph, &rarely(directory.path()), other, &context).unwrap();
        assert!(found == expected, "cancelled at report {report}");
    }
    unreachable!("a solve ends")
}

/// Continued again and again from the last checkpoint, a few shards each time.
#[test]
fn interrupted_again_and_again_it_ends() {
    let numbers = Numbers::new(5, 3).unwrap();
    let graph = UnmoveGraph(&numbers);
    let directory = temporary();
    for interruptions in 0.. {
        let (scratch, context) = (scratch(directory.path()), cancelled_at(2, 1));
        let error = solve_on_disk(&graph, &scratch, Some(sizes(7, 1)), &context).unwrap_err();
        assert_eq!(error, SolveError::Stop(StopReason::Cancelled));
        // From here on only the verification, which begins anew each time, is interrupted.
        let checkpoint = fs::read_to_string(directory.path().join("checkpoint"));
        if checkpoint.is_ok_and(|text| text.contains("\"is_complete\":true")) {
            assert!(interruptions > 10, "{interruptions}");
            break;
        }
    }
    let context = RunContext::new();
    let found = on_disk(&graph, &scratch(directory.path()), sizes(7, 1), &context).unwrap();
    assert!(found == in_memory(&graph));
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for file in fs::read_dir(from).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), to.join(file.file_name())).unwrap();
    }
}

/// Copies of the directory after every shard of every pass: what a killed process leaves.
fn copies<B: PredecessorGraph>(graph: &B, scratch: &Scratch, bits: u32, to: &Path) -> Vec<PathBuf> {
    let made = Arc::new(Mutex::new(Vec::new()));
    let (all, from, to) = (made.clone(), scratch.directory.clone(), to.to_owned());
    let context = RunContext::new().threads(1);
    let context = context.report_to(Arc::new(AtReports(move || {
        let mut all = all.lock().unwrap();
        let path = to.join(all.len().to_string());
        copy(&from, &path);
        all.push(path);
    })));
    on_disk(graph, scratch, sizes(bits, 1), &context).unwrap();
    made.lock().unwrap().clone()
}

/// Killed at any report, with checkpoints everywhere, sometimes and nowhere.
#[test]
fn killed_solves_are_continued() {
    let numbers = Numbers::new(3, 5).unwrap();
    let graph = UnmoveGraph(&numbers);
    let expected = in_memory(&graph);
    let intervals = [Duration::ZERO, Duration::from_millis(3), Duration::MAX];
    for interval in intervals {
        let directory = temporary();
        let place = |path: PathBuf| Scratch {
            interval,
            ..scratch(&path)
        };
        let whole = place(directory.path().join("whole"));
        let copies = copies(&graph, &whole, 6, directory.path());
        assert!(copies.len() > 20, "{}", copies.len());
        for path in copies {
            let at = format!("{path:?}, {interval:?}");
            let context = RunContext::new().threads(1);
            let found = on_disk(&graph, &rarely(&path), sizes(6, 1), &context).unwrap();
            assert!(found == expected, "{at}");
            let files = fs::read_dir(&path).unwrap();
            let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
            // Only the entries are left, a file for each shard.
            let shards = graph.size().div_ceil(1 << 6) as usize;
            let others = ["checkpoint", "lock"].len();
            assert_eq!(names.count(), shards + others, "{at}");
        }
    }
}

/// Every file damaged in many ways: never a wrong table, and whatever the checkpoint names is
/// checked.
#[test]
fn damaged_files_are_errors() {
    let numbers = Numbers::new(3, 4).unwrap();
    let graph = UnmoveGraph(&numbers);
    let expected = in_memory(&graph);
    let directory = temporary();
    let whole = scratch(&directory.path().join("whole"));
    let copies = copies(&graph, &whole, 5, directory.path());
    let mut random = Random(1);
    let (mut errors, mut files) = (0, 0);
    // Before the first checkpoint all files are ignored.
    let chosen = [3, copies.len() / 3, copies.len() / 2, copies.len() - 1];
    for original in chosen.map(|i| &copies[i]) {
        for name in named_files(original) {
            let content = fs::read(original.join(&name)).unwrap();
            let mut damages: Vec<Option<Vec<u8>>> = vec![None, Some(Vec::new())];
            for cut in [1, content.len() / 2] {
                damages.push(Some(content[..content.len().saturating_sub(cut)].to_vec()));
            }
            for _ in 0..12 {
                let mut flipped = content.clone();
                let at = random.below(content.len());
                flipped[at] ^= 1 << random.below(8);
                damages.push(Some(flipped));
            }
            for damage in damages {
                let path = directory.path().join("damaged");
                copy(original, &path);
                match &damage {
                    Some(bytes) => fs::write(path.join(&name), bytes).unwrap(),
                    None => fs::remove_file(path.join(&name)).unwrap(),
                }
                let context = RunContext::new().threads(1);
                match on_disk(&graph, &rarely(&path), sizes(5, 1), &context) {
                    Ok(found) => assert!(found == expected, "{name}"),
                    Err(SolveError::Disk(cause)) => {
                        let is_damage = matches!(cause.get(), Some(DiskError::Damaged { .. }));
                        assert!(is_damage, "{cause}");
                        let text = cause.to_string();
                        assert!(text.contains("to begin again"), "{text}");
                        errors += 1;
                    }
                    Err(other) => panic!("{name}: {other}"),
                }
                fs::remove_dir_all(&path).unwrap();
            }
            files += 1;
        }
    }
    assert!(
        files > 20 && errors > 8 * files,
        "{files} files, {errors} errors"
    );
}

/// The files that belong to a checkpoint, the checkpoint itself included.
fn named_files(directory: &Path) -> Vec<String> {
    let checkpoint = fs::read_to_string(directory.join("checkpoint")).unwrap();
    let json = checkpoint.lines().nth(1).unwrap();
    let state: serde_json::Value = serde_json::from_str(json).unwrap();
    let shards = state["shards"].as_array().unwrap().iter().enumerate();
    let made = shards.filter(|(_, shard)| !shard["pass"].is_null());
    let mut named: Vec<String> = made
        .map(|(i, shard)| format!("entries-{i}-{}", shard["file"]))
        .collect();
    for runs in ["arriving", "leaving"] {
        let runs = state[runs].as_array().unwrap().iter();
        named.extend(runs.map(|run| format!("updates-{run}")));
    }
    named.push("checkpoint".to_owned());
    named
}

#[test]
fn files_of_others_are_refused() {
    let directory = temporary();
    let path = directory.path().join("work");
    let game = Numbers::new(3, 3).unwrap();
    let graph = UnmoveGraph(&game);
    let context = RunContext::new();
    let refused = |graph: &UnmoveGraph<'_, Numbers>, scratch: &Scratch| {
        let error = on_disk(graph, scratch, sizes(6, 1), &context).unwrap_err();
        assert!(matches!(error, SolveError::Disk(_)), "{error}");
        error.to_string()
    };
    // Two at once.
    let table = solve_on_disk(&graph, &scratch(&path), None, &context).unwrap();
    assert!(refused(&graph, &scratch(&path)).contains("another run uses the directory"));
    drop(table);
    // Another purpose, another size.
    let other = Scratch {
        purpose: "something else".to_owned(),
        ..scratch(&path)
    };
    let message = refused(&graph, &other);
    assert!(
        message.contains("the working files of a test, "),
        "{message}"
    );
    assert!(
        message.contains("expected those of something else, "),
        "{message}"
    );
    let larger = Numbers::new(4, 3).unwrap();
    refused(&UnmoveGraph(&larger), &scratch(&path));
    // Foreign files are left alone.
    fs::write(path.join("notes"), "mine").unwrap();
    remove_working_files(&path).unwrap();
    let left: Vec<_> = fs::read_dir(&path).unwrap().collect();
    assert_eq!(left.len(), 1);
    remove_working_files(&path).unwrap();
    remove_working_files(&directory.path().join("missing")).unwrap();
    // No directory can be made there.
    let message = refused(&graph, &scratch(&directory.path().join("no/work")));
    assert!(message.contains("its directory must exist"), "{message}");
    let message = refused(&graph, &scratch(&path.join("notes")));
    assert!(message.contains("a directory is needed there"), "{message}");
}

/// The solver takes the disk if the memory does not suffice and there is a directory; its solution
/// equals that in memory, and it stays within the budget.
#[test]
fn the_solver_chooses_the_disk() {
    struct Plans(Mutex<Vec<Plan>>);
    impl Progress for Plans {
        fn plan(&self, plan: &Plan) {
            self.0.lock().unwrap().push(*plan);
        }
        fn begin(&self, _: &str, _: Option<u64>) {}
        fn advance_to(&self, _: u64) {}
        fn end(&self) {}
    }
    let game = Ending::KQK;
    let directory = temporary();
    let needs = retrograde::memory(game.size(), 2);
    let spare = AtomicUsize::new(0);
    let run = |memory: u64, has_scratch: bool| {
        let plans = Arc::new(Plans(Mutex::default()));
        let mut context = RunContext::new().memory(memory).threads(2);
        context = context.report_to(Arc::clone(&plans) as Arc<dyn Progress>);
        if has_scratch {
            context = context.with_scratch(Scratch {
                spare: spare.load(Ordering::Relaxed) as u64,
                ..scratch(directory.path())
            });
        }
        let wanted = RequestedFields::ALL;
        let solution = solve(&RetrogradeSolver, &game, &Scope::All, wanted, &context);
        let plan = plans.0.lock().unwrap()[0];
        (plan, solution, context)
    };
    let (plan, in_memory, context) = run(needs, true);
    assert_eq!((plan.engine, plan.disk), (Engine::Retrograde, None));
    let mut expected = Vec::new();
    let all = 0..game.size();
    let in_memory = in_memory.unwrap();
    in_memory
        .evaluations(&game, &ByIndex, all.clone(), &context, &mut expected)
        .unwrap();
    let (plan, refused, _) = run(needs - 1, false);
    assert_eq!(plan.engine, Engine::Retrograde);
    assert!(matches!(refused, Err(SolveError::Stop(stop)) if stop.is_for_memory()));
    let (plan, on_disk, context) = run(needs / 2, true);
    assert_eq!(plan.engine, Engine::RetrogradeOnDisk);
    assert!(plan.bytes.unwrap() <= needs / 2 && plan.disk.unwrap() > 4 * game.size());
    let text = plan.to_string();
    assert!(text.starts_with("retrograde analysis on disk, "), "{text}");
    assert!(text.contains(" KiB and up to 4.2 MiB on disk, "), "{text}");
    let on_disk = on_disk.unwrap();
    let mut found = Vec::new();
    on_disk
        .evaluations(&game, &ByIndex, all.clone(), &context, &mut found)
        .unwrap();
    assert!(found == expected);
    let mut random = Random(3);
    for _ in 0..1000 {
        let Some(p) = game.unrank(random.roll(game.size())) else {
            continue;
        };
        let probes = [&in_memory, &on_disk].map(|s| s.probe(&game, &p, &context).unwrap());
        assert_eq!(probes[0], probes[1]);
    }
    drop(on_disk);
    // What was begun on disk is continued there, even if the memory suffices by now.
    let (plan, _, _) = run(needs, true);
    assert_eq!(plan.engine, Engine::RetrogradeOnDisk);
    remove_working_files(directory.path()).unwrap();
    // The use of the solution needs memory beside it.
    spare.store(needs as usize, Ordering::Relaxed);
    let (plan, solution, _) = run(needs, true);
    assert_eq!(plan.engine, Engine::RetrogradeOnDisk);
    assert!(solution.is_ok());
    let (plan, refused, _) = run(needs - 1, true);
    assert_eq!(plan.bytes, Some(needs));
    assert!(matches!(refused, Err(SolveError::Stop(stop)) if stop.is_for_memory()));
}
