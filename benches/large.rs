//! Large games solved completely: time of the process, and the speed-up of a
//! second thread.
//!
//! `cargo bench -p kibitz-bench --bench large [-- [--rounds N] [GAME…]]`

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

/// A game, its known result, and its target.
struct Large {
    game: &'static str,
    args: &'static [&'static str],
    known: Known,
    target: Target,
}

/// A result known from another source.
enum Known {
    /// The number of positions.
    Positions(u64),
    /// The value of the start.
    Value(&'static str),
}

enum Target {
    Cpu(Duration),
    Wall(Duration),
}

const LARGE: [Large; 4] = [
    Large {
        game: "numbers",
        args: &[
            "stats",
            "numbers",
            "--set",
            "cards=12",
            "--set",
            "modulus=6",
        ],
        // Pairs of hands, C(17, 5) each, except that of two hands of zeros.
        known: Known::Positions(6_188 * 6_188 - 1),
        target: Target::Cpu(Duration::from_secs(6)),
    },
    Large {
        game: "quixo",
        args: &["solve", "quixo", "--set", "n=4"],
        known: Known::Value("win"),
        target: Target::Wall(Duration::from_secs(8)),
    },
    Large {
        game: "teeko",
        args: &["solve", "teeko"],
        known: Known::Value("draw"),
        target: Target::Wall(Duration::from_secs(10)),
    },
    Large {
        game: "marbles",
        args: &[
            "stats", "marbles", "--set", "rows=6", "--set", "cols=6", "--memory", "9GiB",
        ],
        known: Known::Positions(1 << 36),
        target: Target::Wall(Duration::from_secs(40)),
    },
];

fn main() -> ExitCode {
    kibitz_bench::main(3, run)
}

fn run(options: &Options) -> io::Result<()> {
    let kibitz = programs::kibitz()?;
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let mut results = Table::new(["work", "what", "median", "minimum", "target", ""]);
    for large in LARGE.iter().filter(|large| options.wants(large.game)) {
        let job = |threads: &str| {
            let args = [large.args, &["--json", "--threads", threads]].concat();
            let output = dir.join(format!("large-{}-{threads}.json", large.game));
            Job::new(&kibitz, &args, Path::new("/dev/null"), &output)
        };
        measure(large, &job("1"), &job("2"), options.rounds, &mut results)?;
    }
    let cores = std::thread::available_parallelism()?;
    println!("{cores} cores, {} rounds\n\n{results}", options.rounds);
    Ok(())
}

fn measure(
    large: &Large,
    one: &Job,
    two: &Job,
    rounds: usize,
    results: &mut Table<6>,
) -> io::Result<()> {
    let work = large.args.join(" ");
    eprintln!("{work} …");
    for job in [one, two] {
        job.run()?;
        match large.known {
            Known::Positions(count) => check(job.output(), &[("/positions", count)])?,
            Known::Value(value) => check(job.output(), &[("/value", value)])?,
        }
    }
    let [alone, together] = interleave([one, two], rounds)?;
    let (wall, cpu) = (together.median(|u| u.wall), together.median(|u| u.cpu));
    let (wall_target, cpu_target) = match large.target {
        Target::Cpu(max) => (None, Some(max)),
        Target::Wall(max) => (Some(max), None),
    };
    for (what, median, min, target) in [
        ("wall", wall, together.min(|u| u.wall), wall_target),
        ("CPU", cpu, together.min(|u| u.cpu), cpu_target),
    ] {
        results.push([
            work.clone(),
            what.to_owned(),
            seconds(median),
            seconds(min),
            target.map_or(String::new(), |max| format!("≤ {}", seconds(max))),
            target.map_or(String::new(), |max| verdict(median <= max).to_owned()),
        ]);
    }
    let slow = alone.median(|u| u.wall);
    results.push([
        work,
        "wall, 1 thread".to_owned(),
        seconds(slow),
        seconds(alone.min(|u| u.wall)),
        format!(
            "{:.2} times 2 threads",
            slow.as_secs_f64() / wall.as_secs_f64()
        ),
        String::new(),
    ]);
    Ok(())
}
