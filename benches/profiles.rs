//! The plain release build against the profile `dist`, by the same work.
//!
//! `cargo bench -p kibitz-bench --bench profiles [-- [--rounds N] [NAME…]]`

#![allow(clippy::print_stdout, reason = "benchmarks print their results")]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use kibitz_bench::options::Options;
use kibitz_bench::process::{Job, interleave};
use kibitz_bench::programs;
use kibitz_bench::table::{Table, ms_and_min, verdict};

/// The most that the plain build may take, as a multiple of `dist`.
const TARGET: f64 = 1.05;

/// Command lines, run at the top of the repository. `judge` reads the cases that
/// `gen` generates for the same game.
const WORK: [(&str, &str); 16] = [
    ("numbers", "stats numbers --set cards=10 --set modulus=6"),
    ("marbles", "stats marbles --set rows=5 --set cols=6"),
    ("quixo", "solve quixo --set n=4"),
    ("kqkr", "stats kqkr"),
    ("dobutsu", "stats dobutsu --set animals=CE"),
    ("domineering", "stats domineering --set rows=5 --set cols=6"),
    ("rule file", "stats examples/numbers.py --set cards=10"),
    ("rows", "stats examples/connect_four.py"),
    ("compile", "solve examples/hackenbush.py"),
    ("find", "find kqk --where moves>=0 --count"),
    (
        "find rules",
        "find examples/numbers.py --where winning>=0 --count",
    ),
    ("judge numbers", "judge numbers"),
    ("judge boxes", "judge boxes"),
    ("judge marbles", "judge marbles"),
    ("judge nine", "judge nine"),
    ("judge piles", "judge piles"),
];

/// Cases of an input for `judge`.
const CASES: &str = "50000";

fn main() -> ExitCode {
    kibitz_bench::main(5, run)
}

fn run(options: &Options) -> io::Result<()> {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))?;
    let dist = programs::built("dist")?;
    let plain = programs::built("release")?;
    let mut results = Table::new([
        "work",
        "dist CPU ms",
        "release CPU ms",
        "ratio",
        "target",
        "",
    ]);
    for (name, line) in WORK.iter().filter(|(name, _)| options.wants(name)) {
        eprintln!("{line} …");
        let args: Vec<&str> = line.split(' ').collect();
        let input = match args[0] {
            "judge" => cases(&dist, args[1], &dir)?,
            _ => PathBuf::from("/dev/null"),
        };
        let job = |program: &Path, output| Job::new(program, &args, &input, &dir.join(output));
        let jobs = [job(&dist, "dist.out"), job(&plain, "release.out")];
        for job in &jobs {
            job.run()?;
        }
        if fs::read(jobs[0].output())? != fs::read(jobs[1].output())? {
            let error = format!("{line}: the two builds print different results");
            return Err(io::Error::other(error));
        }
        let [dist, plain] = interleave(jobs.each_ref(), options.rounds)?;
        let [dist, plain] = [dist, plain].map(|runs| (runs.median(|u| u.cpu), runs.min(|u| u.cpu)));
        let ratio = plain.1.as_secs_f64() / dist.1.as_secs_f64();
        results.push([
            (*name).to_string(),
            ms_and_min(dist.0, dist.1),
            ms_and_min(plain.0, plain.1),
            format!("{ratio:.2}"),
            format!("≤ {TARGET}"),
            verdict(ratio <= TARGET).to_string(),
        ]);
    }
    println!(
        "{} rounds; the ratio is that of the minima\n\n{results}",
        options.rounds
    );
    Ok(())
}

/// A file with generated cases of a game.
fn cases(kibitz: &Path, game: &str, dir: &Path) -> io::Result<PathBuf> {
    let output = dir.join(format!("{game}.cases"));
    let args = ["gen", game, "--cases", CASES];
    Job::new(kibitz, &args, Path::new("/dev/null"), &output).run()?;
    Ok(output)
}
