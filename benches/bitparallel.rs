//! Bit-parallel retrograde analysis of Dobutsu shogi: every position with its
//! distance, without and with the reachability pass.
//!
//! `cargo bench -p kibitz-bench --bench bitparallel [-- [--rounds N] [solve] [stats]]`

#![allow(clippy::print_stdout, reason = "benchmarks print their results")]

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use kibitz_bench::answers::check;
use kibitz_bench::options::Options;
use kibitz_bench::process::{Job, interleave};
use kibitz_bench::programs;
use kibitz_bench::table::{Table, seconds, verdict};

/// Targets of solving on two threads, with all values in memory.
const CPU: Duration = Duration::from_secs(15);
const WALL: Duration = Duration::from_secs(8);
const GIBIBYTES: f64 = 0.8;
/// Minimum speed-up of two threads over one.
const SPEEDUP: f64 = 1.7;

/// Fields of the statistics published by Tanaka in 2009.
const PUBLISHED: [(&str, u64); 5] = [
    ("/positions", 246_803_167),
    ("/undecided/win", 56_474_473),
    ("/undecided/draw", 2_682_700),
    ("/undecided/loss", 40_328_395),
    ("/max_plies", 173),
];

fn main() -> ExitCode {
    kibitz_bench::main(3, run)
}

fn run(options: &Options) -> io::Result<()> {
    let kibitz = programs::kibitz()?;
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let job = |command: &str, threads: &str| {
        let args = [command, "dobutsu", "--json", "--threads", threads];
        let output = dir.join(format!("dobutsu-{command}-{threads}.json"));
        Job::new(&kibitz, &args, Path::new("/dev/null"), &output)
    };
    let mut results = Table::new(["work", "what", "median", "minimum", "target", ""]);
    if options.wants("solve") {
        solving(
            &job("solve", "1"),
            &job("solve", "2"),
            options.rounds,
            &mut results,
        )?;
    }
    if options.wants("stats") {
        counting(&job("stats", "2"), options.rounds, &mut results)?;
    }
    let cores = std::thread::available_parallelism()?;
    println!("{cores} cores, {} rounds\n\n{results}", options.rounds);
    Ok(())
}

/// `solve` analyses the start, which requires the values of all positions.
fn solving(one: &Job, two: &Job, rounds: usize, results: &mut Table<6>) -> io::Result<()> {
    eprintln!("solve dobutsu …");
    two.run()?;
    check(two.output(), &[("/plies", 78_u64)])?;
    let [alone, together] = interleave([one, two], rounds)?;
    let (wall, cpu) = (together.median(|u| u.wall), together.median(|u| u.cpu));
    let peak = together.median(|u| u.peak) as f64 / f64::from(1 << 30);
    let least = together.min(|u| u.peak) as f64 / f64::from(1 << 30);
    let rows = [
        (
            "CPU",
            seconds(cpu),
            seconds(together.min(|u| u.cpu)),
            format!("≤ {}", seconds(CPU)),
            cpu <= CPU,
        ),
        (
            "wall",
            seconds(wall),
            seconds(together.min(|u| u.wall)),
            format!("≤ {}", seconds(WALL)),
            wall <= WALL,
        ),
        (
            "memory",
            format!("{peak:.2} GiB"),
            format!("{least:.2} GiB"),
            format!("≤ {GIBIBYTES} GiB"),
            peak <= GIBIBYTES,
        ),
    ];
    for (what, median, min, target, is_met) in rows {
        let work = "solve dobutsu, 2 threads".to_owned();
        let verdict = verdict(is_met).to_owned();
        results.push([work, what.to_owned(), median, min, target, verdict]);
    }
    let slow = alone.median(|u| u.wall);
    let gain = slow.as_secs_f64() / wall.as_secs_f64();
    results.push([
        "solve dobutsu, 1 thread".to_owned(),
        "wall".to_owned(),
        seconds(slow),
        seconds(alone.min(|u| u.wall)),
        format!("{gain:.2} times 2 threads, ≥ {SPEEDUP}"),
        verdict(gain >= SPEEDUP).to_owned(),
    ]);
    Ok(())
}

/// The published counts; their correctness is the only target.
fn counting(stats: &Job, rounds: usize, results: &mut Table<6>) -> io::Result<()> {
    eprintln!("stats dobutsu …");
    stats.run()?;
    check(stats.output(), &PUBLISHED)?;
    let [runs] = interleave([stats], rounds)?;
    for (what, median, min) in [
        ("CPU", runs.median(|u| u.cpu), runs.min(|u| u.cpu)),
        ("wall", runs.median(|u| u.wall), runs.min(|u| u.wall)),
    ] {
        results.push([
            "stats dobutsu, 2 threads".to_owned(),
            what.to_owned(),
            seconds(median),
            seconds(min),
            String::new(),
            String::new(),
        ]);
    }
    Ok(())
}
