//! `--memory` and `--threads` are respected: every engine is run in a process with
//! a limited address space, and measured.

#![cfg(target_os = "linux")]

mod child;
mod hostile;

use std::sync::Mutex;
use std::thread;

use child::run;
use kibitz_bruteforce::is_full;

const MIB: u64 = 1 << 20;

/// Memory allowed besides the limit: the program itself, and unaccounted memory.
const OVERHEAD: u64 = 64 * MIB;

/// Address space that is mapped but not touched: stacks, and the allocator's
/// arenas of each thread.
const UNTOUCHED: u64 = 4 << 30;

/// Commands with the memory limits in MiB that they are run with.
const USUAL: &[(&str, &[u64])] = &[
    // Sums of components.
    ("solve nim --at '100 200 300'", &[1, 64]),
    ("stats nim --at '20 20 20'", &[1, 16]),
    ("solve ed --at '100 200/300 400'", &[8]),
    ("stats piles", &[4]),
    ("stats examples/kayles.py --set n=2000", &[1, 16]),
    ("stats examples/grundy.py --set n=300", &[1, 16]),
    ("find examples/nim.py --where moves>0", &[16]),
    // Placement, sweeps and depth-first search.
    ("stats marbles --set rows=5 --set cols=5", &[1, 8]),
    ("solve marbles --set rows=4 --set cols=5", &[1, 4, 32]),
    ("stats cram --set rows=4 --set cols=4", &[1, 8]),
    ("stats domineering --set rows=4 --set cols=4", &[1, 8]),
    ("stats calendar", &[1, 16]),
    ("solve nine", &[4, 32]),
    // Retrograde analysis.
    ("stats numbers", &[1, 8]),
    ("solve numbers --set cards=11", &[2, 8, 64]),
    ("stats krk", &[1, 16]),
    ("find krk --where value=win --limit 1000000", &[4]),
    ("puzzle numbers --deepest", &[16]),
    ("stats dobutsu", &[64, 512]),
    // Enumeration of reachable positions.
    ("stats tictactoe", &[1, 16]),
    ("stats boxes --at '5 5 5 5 5 5 5'", &[1, 16]),
    ("stats examples/subtraction.py --set n=200000", &[4, 16, 64]),
    ("solve examples/subtraction.py --set n=200000", &[32]),
    (
        "find examples/subtraction.py --set n=100000 --where plies>9 --limit 1000000",
        &[64],
    ),
    ("stats examples/wythoff.py", &[1, 16]),
    ("stats examples/connect_four.py", &[2, 8, 64]),
    ("stats examples/tictactoe.py", &[16]),
    ("stats examples/numbers.py", &[2, 32]),
    ("stats examples/quixo.py", &[2, 32]),
    ("stats examples/sim.py", &[2, 32]),
    ("stats examples/kalah.py", &[2, 32]),
    ("stats examples/l_game.py", &[2, 32]),
    (
        "table examples/wythoff.py --param a=0..20 --param b=0..20",
        &[16],
    ),
];

/// Long runs.
const FULL: &[(&str, &[u64])] = &[
    (
        "stats examples/connect_four.py --set rows=5 --set cols=5",
        &[256, 1024],
    ),
    (
        "stats examples/subtraction.py --set n=10000000",
        &[256, 1024],
    ),
    (
        "stats examples/subtraction.py --set n=3000000 --json",
        &[256],
    ),
    ("find kbnk --where value=win --limit 100000000", &[64]),
    ("find teeko --where value=win --limit 20000000", &[64]),
    ("stats numbers --set cards=10 --set modulus=6", &[16, 64]),
];

/// The words of a command; quotes keep spaces.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('\'').enumerate();
    parts
        .flat_map(|(i, part)| match i % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

/// Runs a command with a memory limit; returns its exit code, or what is wrong.
fn check(command: &str, budget: u64) -> Result<i32, String> {
    let memory = format!("--memory={budget}MiB");
    let mut arguments = words(command);
    arguments.extend([memory, "--progress=none".to_owned()]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let budget = budget * MIB;
    let max = budget + budget / 10 + OVERHEAD;
    let ended = run(&arguments, max + UNTOUCHED);
    let at = format!("{command}, {} MiB: {ended:?}", budget / MIB);
    if ended.memory > max {
        let memory = ended.memory / MIB;
        return Err(format!("{memory} MiB resident, {at}"));
    }
    match ended.code {
        Some(0) => Ok(0),
        Some(3) if ended.stderr.contains("the memory budget is") => Ok(3),
        _ => Err(at),
    }
}

#[test]
fn every_command_respects_its_memory_limit() {
    let full = if is_full() { FULL } else { &[] };
    let all = USUAL.iter().chain(full);
    let mut cases: Vec<(&str, u64)> = all
        .flat_map(|(command, budgets)| budgets.iter().map(|budget| (*command, *budget)))
        .collect();
    assert!(cases.len() >= 60, "{}", cases.len());
    cases.reverse();
    let (cases, outcomes) = (Mutex::new(cases), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let next = || cases.lock().unwrap().pop();
                while let Some((command, budget)) = next() {
                    let outcome = check(command, budget);
                    outcomes.lock().unwrap().push(outcome);
                }
            });
        }
    });
    let outcomes = outcomes.into_inner().unwrap();
    let wrong: Vec<_> = outcomes.iter().filter_map(|o| o.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let count = |code| outcomes.iter().filter(|o| **o == Ok(code)).count();
    assert!(count(0) > 30 && count(3) > 10, "{} {}", count(0), count(3));
}

/// A build on disk needs no more than its limit and what the program itself needs. The limits, in
/// MiB and with one thread, are below what a solve in memory needs: 14 MiB and 96 MiB.
#[test]
fn builds_on_disk_respect_their_memory_limit() {
    /// Code and small structures that listing the games does not touch.
    const MORE: u64 = 6 * MIB;
    let program = run(&["games"], 8 << 30).memory;
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("table.kbz");
    let mut builds = vec![("kbnk", 10)];
    if is_full() {
        builds.push(("quixo --set n=4", 16));
    }
    for (game, budget) in builds {
        let options = format!("--memory {budget}MiB --threads 1 --progress json");
        let arguments = format!("build {game} -o {} {options}", file.display());
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let ended = run(&arguments, UNTOUCHED);
        assert_eq!(ended.code, Some(0), "{game}: {ended:?}");
        let plan = "\"plan\":\"retrograde analysis on disk\"";
        assert!(ended.stderr.contains(plan), "{game}: {ended:?}");
        let max = program + budget * MIB + MORE;
        assert!(ended.memory <= max, "{game}: {program} {ended:?}");
    }
}

/// The main thread, and the one that waits for signals.
const RESIDENT_THREADS: usize = 2;

#[test]
fn the_number_of_threads_is_respected() {
    let games = [
        "stats numbers --set cards=11",
        "stats krk",
        "stats marbles --set rows=5 --set cols=5",
        "stats examples/numbers.py",
        "stats examples/connect_four.py",
    ];
    for game in games {
        let mut arguments = words(game);
        arguments.extend(["--threads", "1"].map(str::to_owned));
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let ended = run(&arguments, 8 << 30);
        assert_eq!(ended.code, Some(0), "{game}: {ended:?}");
        assert!(
            ended.threads > 0,
            "{game}: it exited before it was measured"
        );
        // One more thread reads and compiles a rule file while the main thread waits.
        let allowed = RESIDENT_THREADS + usize::from(game.contains(".py"));
        assert!(ended.threads <= allowed, "{game}: {ended:?}");
    }
}
