//! Dobutsu shogi in full by the general engine: every position with its
//! distance, as the independent check of the lanes engine.
//!
//! `cargo bench -p kibitz-bench --bench general [-- [--rounds N]]`
//!
//! The program starts itself anew for every run, with `--alone THREADS`.

#![allow(clippy::print_stdout, reason = "printing is a benchmark's job")]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use kibitz_bench::options::Options;
use kibitz_bench::process::{Job, Runs, interleave};
use kibitz_bench::table::{Table, seconds, verdict};
use kibitz_game::{Game, Indexed, Watch};
use kibitz_games::dobutsu::{Dobutsu, Small, Try};
use kibitz_solve::retrograde;

/// What solving may take, however many threads there are.
const CPU: Duration = Duration::from_secs(60);
const GIBIBYTES: f64 = 1.0;
/// What Tanaka published in 2009: the start is lost in 78 plies, and no
/// position takes longer than 173.
const TRUTH: &str = "loss in 78, longest 173";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    if args.next().as_deref() == Some("--alone") {
        let threads = args.next().and_then(|text| text.parse().ok());
        return threads.map_or(ExitCode::from(2), alone);
    }
    kibitz_bench::main(3, run)
}

/// Solves the game and prints what is known about it.
fn alone(threads: usize) -> ExitCode {
    let game = Dobutsu::new(Try::Safe, &Small::ALL);
    let watch = Watch::new().threads(threads);
    let table = match retrograde::solve_undecided(&game, &watch) {
        Ok(table) => table,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let start = game.start().and_then(|start| table.get(game.rank(&start)));
    if let (Some(value), Some(longest)) = (start, table.longest()) {
        println!("{value}, longest {longest}");
    }
    ExitCode::SUCCESS
}

fn run(options: &Options) -> io::Result<()> {
    let own = std::env::current_exe()?;
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let job = |threads: &str| {
        let output = dir.join(format!("general-{threads}.out"));
        Job::new(&own, &["--alone", threads], Path::new("/dev/null"), &output)
    };
    let jobs = [job("1"), job("2")];
    let runs = interleave([&jobs[0], &jobs[1]], options.rounds)?;
    let mut results = Table::new(["work", "what", "median", "minimum", "target", ""]);
    for ((job, runs), threads) in jobs.iter().zip(&runs).zip(["1 thread", "2 threads"]) {
        check(job)?;
        add(runs, threads, &mut results);
    }
    let cores = std::thread::available_parallelism()?;
    println!("{cores} cores, {} rounds\n\n{results}", options.rounds);
    Ok(())
}

fn add(runs: &Runs, threads: &str, results: &mut Table<6>) {
    let gibibytes = |bytes: u64| bytes as f64 / f64::from(1 << 30);
    let cpu = runs.median(|used| used.cpu);
    let peak = gibibytes(runs.median(|used| used.peak));
    let rows = [
        (
            "CPU",
            seconds(cpu),
            seconds(runs.min(|used| used.cpu)),
            format!("≤ {}", seconds(CPU)),
            verdict(cpu <= CPU),
        ),
        (
            "wall",
            seconds(runs.median(|used| used.wall)),
            seconds(runs.min(|used| used.wall)),
            String::new(),
            "",
        ),
        (
            "memory",
            format!("{peak:.2} GiB"),
            format!("{:.2} GiB", gibibytes(runs.min(|used| used.peak))),
            format!("≤ {GIBIBYTES} GiB"),
            verdict(peak <= GIBIBYTES),
        ),
    ];
    for (what, median, least, target, verdict) in rows {
        let work = format!("dobutsu by the general engine, {threads}");
        let what = what.to_owned();
        results.push([work, what, median, least, target, verdict.to_owned()]);
    }
}

/// Compares what was found with what is known.
fn check(job: &Job) -> io::Result<()> {
    let told = fs::read_to_string(job.output())?;
    if told.trim_end() == TRUTH {
        return Ok(());
    }
    let error = format!("dobutsu: {told:?} instead of {TRUTH:?}");
    Err(io::Error::other(error))
}
