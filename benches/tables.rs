//! Table files: the time to build and to check one, compared with the solve in
//! memory, also with a quarter of the memory; its size; the time of a probe.
//!
//! `cargo bench -p kibitz-bench --bench tables [-- [--rounds N] [GAME…]]`

#![allow(clippy::print_stdout, reason = "benchmarks print their results")]

use std::fs;
use std::hint::black_box;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use kibitz_bench::options::Options;
use kibitz_bench::process::{Job, interleave};
use kibitz_bench::programs;
use kibitz_bench::random::SplitMix64;
use kibitz_bench::table::{Table, seconds, verdict};
use kibitz_tablebase::Table as TableFile;

/// A game, its parameters, the largest file in bytes, and a quarter of the memory of its solve, if it
/// can be solved on disk.
struct Stored {
    game: &'static str,
    set: &'static [&'static str],
    max_bytes: Option<u64>,
    quarter: Option<&'static str>,
}

const STORED: [Stored; 4] = [
    Stored {
        game: "dobutsu",
        set: &[],
        max_bytes: Some(160_000_000),
        quarter: None,
    },
    Stored {
        game: "kqkr",
        set: &[],
        max_bytes: None,
        quarter: None,
    },
    Stored {
        game: "numbers",
        set: &["--set", "cards=12", "--set", "modulus=6"],
        max_bytes: None,
        quarter: Some("26MiB"),
    },
    Stored {
        game: "quixo",
        set: &["--set", "n=4"],
        max_bytes: None,
        quarter: Some("24MiB"),
    },
];

/// Probes of each kind.
const PROBES: u64 = 100_000;
/// A cold probe decodes a block, a warm one finds it in the cache.
const COLD: Duration = Duration::from_micros(50);
const WARM: Duration = Duration::from_micros(1);
/// Times the solve: wall time of a build, of a build on disk, CPU time of a check.
const BUILD: f64 = 1.3;
const ON_DISK: f64 = 4.0;
const CHECK: f64 = 5.0;

fn main() -> ExitCode {
    kibitz_bench::main(1, run)
}

fn run(options: &Options) -> io::Result<()> {
    let kibitz = programs::kibitz()?;
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let mut results = Table::new(["game", "what", "figure", "target", ""]);
    for stored in STORED.iter().filter(|stored| options.wants(stored.game)) {
        eprintln!("{} …", stored.game);
        measure(stored, &kibitz, &dir, options.rounds, &mut results)?;
    }
    let cores = std::thread::available_parallelism()?;
    println!("{cores} cores, {} rounds\n\n{results}", options.rounds);
    Ok(())
}

fn measure(
    stored: &Stored,
    kibitz: &Path,
    dir: &Path,
    rounds: usize,
    results: &mut Table<5>,
) -> io::Result<()> {
    let path = dir.join(format!("{}.kbz", stored.game));
    let file = path.to_str().ok_or(io::ErrorKind::InvalidFilename)?;
    let output = dir.join(format!("table-{}.txt", stored.game));
    let job = |args: &[&str]| Job::new(kibitz, args, Path::new("/dev/null"), &output);
    let solve = job(&[&["solve", stored.game], stored.set].concat());
    let build = job(&[&["build", stored.game, "-o", file], stored.set].concat());
    let check = job(&["check", file]);
    build.run()?;
    let [solved, built, checked] = interleave([&solve, &build, &check], rounds)?;
    let (solve_wall, solve_cpu) = (solved.median(|u| u.wall), solved.median(|u| u.cpu));
    let mut push = |what: &str, figure: String, target: String, is_reached: Option<bool>| {
        let verdict = is_reached.map_or("", verdict).to_owned();
        results.push([
            stored.game.to_owned(),
            what.to_owned(),
            figure,
            target,
            verdict,
        ]);
    };
    push("solve, wall", seconds(solve_wall), String::new(), None);
    let mut times = |what: &str, time: Duration, base: Duration, max: f64| {
        let ratio = time.as_secs_f64() / base.as_secs_f64();
        let figure = format!("{}, {ratio:.2} times the solve", seconds(time));
        push(what, figure, format!("≤ {max} times"), Some(ratio <= max));
    };
    times("build, wall", built.median(|u| u.wall), solve_wall, BUILD);
    if let Some(memory) = stored.quarter {
        let on_disk = ["build", stored.game, "-o", file, "--memory", memory];
        let [on_disk] = interleave([&job(&[&on_disk, stored.set].concat())], rounds)?;
        let what = format!("build on disk with {memory}, wall");
        times(&what, on_disk.median(|u| u.wall), solve_wall, ON_DISK);
    }
    times("check, CPU", checked.median(|u| u.cpu), solve_cpu, CHECK);
    let bytes = fs::metadata(&path)?.len();
    let target = stored.max_bytes;
    push(
        "size of the file",
        format!("{:.1} MB", bytes as f64 / 1e6),
        target.map_or(String::new(), |max| format!("≤ {:.0} MB", max as f64 / 1e6)),
        target.map(|max| bytes <= max),
    );
    let (cold, warm) = probes(&path)?;
    let mut probe = |what: &str, time: Duration, max: Duration| {
        push(
            what,
            format!("{time:.2?}"),
            format!("≤ {max:?}"),
            Some(time <= max),
        );
    };
    probe("probe, cold", cold, COLD);
    probe("probe, warm", warm, WARM);
    Ok(())
}

/// The time of a probe at a random place without a cache, and in a small range that is in the
/// cache; the file is in the page cache.
fn probes(path: &Path) -> io::Result<(Duration, Duration)> {
    let cold = TableFile::open_with_cache(path, 1).map_err(io::Error::other)?;
    let warm = TableFile::open(path).map_err(io::Error::other)?;
    let small = (1 << 16).min(warm.positions());
    for place in 0..small {
        black_box(warm.get(place).map_err(io::Error::other)?);
    }
    let time = |table: &TableFile, places: u64| -> io::Result<Duration> {
        let mut random = SplitMix64::new(1);
        let began = Instant::now();
        for _ in 0..PROBES {
            let place = random.below(places);
            black_box(table.get(place).map_err(io::Error::other)?);
        }
        Ok(began.elapsed() / PROBES as u32)
    };
    // Once over, so that the file is in the page cache.
    time(&cold, cold.positions())?;
    Ok((time(&cold, cold.positions())?, time(&warm, small)?))
}
