//! Games given by a start and a successor function: time and memory of a
//! process that enumerates and solves one, compared with the built-in game.
//!
//! `cargo bench -p kibitz-bench --bench explore [-- [--rounds N] [GAME…]]`
//!
//! The program starts itself again for every game, with `--alone GAME`; the
//! child prints the counts, then the duration of each stage.

#![allow(clippy::print_stdout, reason = "benchmarks print their results")]

#[path = "../crates/solve/tests/rows/marbles.rs"]
#[allow(dead_code, reason = "shared with the tests of the engine")]
mod marbles;
#[path = "../crates/solve/tests/rows/numbers.rs"]
#[allow(dead_code, reason = "shared with the tests of the engine")]
mod numbers;
#[path = "../crates/solve/tests/rows/quixo.rs"]
#[allow(dead_code, reason = "shared with the tests of the engine")]
mod quixo;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use kibitz_bench::options::Options;
use kibitz_bench::process::{Job, Runs, interleave};
use kibitz_bench::programs;
use kibitz_bench::table::{Table, seconds, verdict};
use kibitz_game::{Progress, RunContext, StateVectorGame};
use kibitz_rules::fault::Limits;
use kibitz_rules::source::Source;
use kibitz_rules::{Failure, Rules};
use kibitz_solve::explore_vectors;
use marbles::Marbles;
use numbers::Numbers;
use quixo::Quixo;

/// A game to enumerate, its known counts, and its targets.
struct Explored {
    name: &'static str,
    /// Positions, wins, losses, draws, and the greatest distance.
    known: [u64; 5],
    wall: Target,
    /// In MiB.
    memory: Option<u64>,
}

enum Target {
    Seconds(f64),
    /// Multiple of the wall time of retrograde analysis of the built-in game.
    TimesBuiltIn(f64),
}

const MARBLES: Explored = Explored {
    name: "marbles",
    known: [65_536, 58_728, 6_808, 0, 13],
    wall: Target::Seconds(0.1),
    memory: None,
};

const NUMBERS: Explored = Explored {
    name: "numbers",
    known: [9_010_586, 4_633_495, 2_893_006, 1_484_085, 65],
    wall: Target::TimesBuiltIn(3.0),
    memory: None,
};

const QUIXO: Explored = Explored {
    name: "quixo",
    known: [41_252_115, 24_978_330, 14_667_135, 1_606_650, 22],
    wall: Target::Seconds(25.0),
    memory: Some(3 << 10),
};

/// Each in Rust, then as a rule file.
const GAMES: [Explored; 6] = [
    MARBLES,
    Explored {
        name: "marbles.py",
        ..MARBLES
    },
    NUMBERS,
    Explored {
        name: "numbers.py",
        ..NUMBERS
    },
    QUIXO,
    Explored {
        name: "quixo.py",
        ..QUIXO
    },
];

/// With little memory the planner chooses retrograde analysis.
const BUILT_IN: [&str; 9] = [
    "stats",
    "numbers",
    "--set",
    "cards=10",
    "--set",
    "modulus=6",
    "--memory",
    "20MiB",
    "--json",
];

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    if args.next().as_deref() == Some("--alone") {
        return match args.next().as_deref() {
            Some("marbles") => alone(&Marbles::new(4, 4, 3), vec![0]),
            Some("numbers") => {
                let game = Numbers {
                    cards: 10,
                    modulus: 6,
                };
                alone(&game, game.start())
            }
            Some("quixo") => alone(&Quixo::new(4), vec![0, 0]),
            Some("numbers.py") => file("numbers.py", &[("cards", "10"), ("modulus", "6")]),
            Some("marbles.py") => file("marbles.py", &[]),
            Some("quixo.py") => file("quixo.py", &[("n", "4")]),
            _ => ExitCode::from(2),
        };
    }
    kibitz_bench::main(3, run)
}

/// Enumerates a rule file, with parameters.
fn file(name: &str, set: &[(&str, &str)]) -> ExitCode {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let path = path.join(name);
    let set: Vec<(String, String)> = set
        .iter()
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let opened = fs::read_to_string(&path).map(|text| {
        let rules = Rules::open(Source::new(name, text), &set, Limits::default())?;
        let start = rules.start()?;
        Ok::<_, Failure>((rules, start))
    });
    match opened {
        Ok(Ok((rules, start))) => {
            let root = rules.node(&start).unwrap_or_default();
            alone(&rules, root)
        }
        Ok(Err(failure)) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            ExitCode::FAILURE
        }
    }
}

/// Enumerates one game and prints the counts.
fn alone<G: StateVectorGame>(game: &G, root: Vec<i64>) -> ExitCode {
    let start = Instant::now();
    let stages = Arc::new(Stages::default());
    let context = RunContext::new().report_to(Arc::clone(&stages) as Arc<dyn Progress>);
    let found = match explore_vectors::solve(game, &[root], &context) {
        Ok(found) => found,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let wall = start.elapsed();
    let levels = found.levels();
    let wins: u64 = levels.iter().map(|level| level.win).sum();
    let losses: u64 = levels.iter().map(|level| level.loss).sum();
    let plies = levels.len().saturating_sub(1);
    let (positions, draws) = (found.len(), found.draws());
    println!("{positions} {wins} {losses} {draws} {plies}");
    println!("solved in {}: {}", seconds(wall), stages.summary());
    ExitCode::SUCCESS
}

/// The duration of each stage.
#[derive(Default)]
struct Stages {
    present: Mutex<Option<(String, Instant)>>,
    done: Mutex<Vec<String>>,
}

impl Stages {
    fn summary(&self) -> String {
        self.done
            .lock()
            .map(|done| done.join(", "))
            .unwrap_or_default()
    }
}

impl Progress for Stages {
    fn begin(&self, stage: &str, _: Option<u64>) {
        if let Ok(mut present) = self.present.lock() {
            *present = Some((stage.to_owned(), Instant::now()));
        }
    }

    fn advance_to(&self, _: u64) {}

    fn end(&self) {
        if let (Ok(mut present), Ok(mut done)) = (self.present.lock(), self.done.lock())
            && let Some((name, start)) = present.take()
        {
            done.push(format!("{name} {}", seconds(start.elapsed())));
        }
    }
}

/// game, what, median, minimum, target, verdict
type Results = Table<6>;

fn run(options: &Options) -> io::Result<()> {
    let bench = Bench {
        own: std::env::current_exe()?,
        dir: PathBuf::from(env!("CARGO_TARGET_TMPDIR")),
        rounds: options.rounds,
    };
    let mut results = Table::new(["game", "what", "median", "minimum", "target", ""]);
    for game in GAMES.iter().filter(|game| options.wants(game.name)) {
        bench.explore(game, &mut results)?;
    }
    let cores = std::thread::available_parallelism()?;
    println!("{cores} cores, {} rounds\n\n{results}", options.rounds);
    Ok(())
}

struct Bench {
    own: PathBuf,
    dir: PathBuf,
    rounds: usize,
}

impl Bench {
    /// Enumerates a game, checks the counts, adds its rows.
    fn explore(&self, game: &Explored, results: &mut Results) -> io::Result<()> {
        eprintln!("{} …", game.name);
        let null = Path::new("/dev/null");
        let output = self.dir.join(format!("explore-{}.out", game.name));
        let job = Job::new(&self.own, &["--alone", game.name], null, &output);
        job.run()?;
        let printed = fs::read_to_string(&output)?;
        check(game, &printed)?;
        eprint!("{printed}");
        let (runs, limit) = match game.wall {
            Target::Seconds(limit) => {
                let [runs] = interleave([&job], self.rounds)?;
                (runs, Duration::from_secs_f64(limit))
            }
            Target::TimesBuiltIn(times) => {
                let output = self.dir.join("explore-built-in.json");
                let built_in = Job::new(&programs::kibitz()?, &BUILT_IN, null, &output);
                built_in.run()?;
                let [runs, built_in] = interleave([&job, &built_in], self.rounds)?;
                let time = built_in.median(|used| used.wall);
                let least = built_in.min(|used| used.wall);
                let name = format!("{} built in", game.name);
                results.push(row(&name, "wall", [seconds(time), seconds(least)], None));
                (runs, time.mul_f64(times))
            }
        };
        add(game, &runs, limit, results);
        Ok(())
    }
}

fn add(game: &Explored, runs: &Runs, limit: Duration, results: &mut Results) {
    let wall = runs.median(|used| used.wall);
    let walls = [seconds(wall), seconds(runs.min(|used| used.wall))];
    let target = Some((seconds(limit), wall <= limit));
    results.push(row(game.name, "wall", walls, target));
    let cpus = [runs.median(|used| used.cpu), runs.min(|used| used.cpu)];
    results.push(row(game.name, "CPU", cpus.map(seconds), None));
    let peaks = [runs.median(|used| used.peak), runs.min(|used| used.peak)];
    let mib = |bytes: u64| format!("{} MiB", bytes >> 20);
    let target = game
        .memory
        .map(|max| (mib(max << 20), peaks[0] >> 20 <= max));
    results.push(row(game.name, "memory", peaks.map(mib), target));
}

fn row(game: &str, what: &str, times: [String; 2], target: Option<(String, bool)>) -> [String; 6] {
    let [median, least] = times;
    let (target, met) = match target {
        Some((limit, met)) => (format!("≤ {limit}"), verdict(met).to_string()),
        None => (String::new(), String::new()),
    };
    [
        game.to_string(),
        what.to_string(),
        median,
        least,
        target,
        met,
    ]
}

/// Compares the counts with the known ones.
fn check(game: &Explored, printed: &str) -> io::Result<()> {
    let first = printed.lines().next().unwrap_or_default();
    let expected = game.known.map(|number| number.to_string()).join(" ");
    if first == expected {
        return Ok(());
    }
    let error = format!("{}: {first:?} instead of {expected:?}", game.name);
    Err(io::Error::other(error))
}
