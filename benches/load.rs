//! Throughput of `kibitz serve` for cached responses, relative to a trivial
//! server; and stability under sustained load.
//!
//! `cargo bench -p kibitz-bench --bench load [-- [--rounds N] [--seconds N] [hello] [hold]]`

#![allow(clippy::print_stdout, reason = "benchmarks print their results")]

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use kibitz_bench::load::{self, Load};
use kibitz_bench::options::Options;
use kibitz_bench::programs;
use kibitz_bench::servers::{self, Running};
use kibitz_bench::table::{Table, verdict};

/// Concurrent connections, each with one request in flight.
const CONNECTIONS: usize = 64;
/// Duration of one throughput measurement.
const MEASURE: Duration = Duration::from_secs(3);
/// Minimum share of hello's throughput.
const SHARE: f64 = 0.5;
/// Default duration of the sustained load, in seconds.
const HOLD: u64 = 60;
/// Maximum growth of the resident set, to allow for the allocator.
const SLACK: f64 = 1.05;

/// Requests for different games and sizes, all of them cached.
const QUESTIONS: [&str; 8] = [
    "/api/v1/games/numbers/position?p=11111112/23333333",
    "/api/v1/games/marbles/position",
    "/api/v1/games/nine/position",
    "/api/v1/games/boxes/position?p=1+3+3+2+2+1+2",
    "/api/v1/games/piles/line",
    "/api/v1/games/nim/map",
    "/api/v1/games/nim/position?p=3+5+7",
    "/api/v1/games",
];

type Results = Table<4>;

fn main() -> ExitCode {
    if std::env::args().any(|arg| arg == servers::HELLO) {
        return servers::serve_hello();
    }
    kibitz_bench::main(5, run)
}

fn run(options: &Options) -> io::Result<()> {
    let kibitz = Running::kibitz(&programs::kibitz()?)?;
    let mut results = Table::new(["what", "figure", "target", ""]);
    if options.wants("hello") {
        throughput(&kibitz, options.rounds, &mut results)?;
    }
    if options.wants("hold") {
        hold(&kibitz, options.seconds.unwrap_or(HOLD), &mut results)?;
    }
    let cores = std::thread::available_parallelism()?;
    println!("{cores} cores, {CONNECTIONS} connections\n\n{results}");
    Ok(())
}

/// The same load for both, alternately; the share is computed per round.
fn throughput(kibitz: &Running, rounds: usize, results: &mut Results) -> io::Result<()> {
    let hello = Running::hello()?;
    let measure = |server: &Running, path: &str| -> io::Result<f64> {
        let load = Load::new(server.address, &[path], CONNECTIONS)?;
        Ok(load::drive(&load, MEASURE)?.per_second())
    };
    let (mut shares, mut speeds) = (Vec::new(), Vec::new());
    for round in 1..=rounds {
        eprintln!("throughput, round {round} of {rounds} …");
        let greetings = measure(&hello, "/")?;
        let answers = measure(kibitz, QUESTIONS[0])?;
        shares.push(answers / greetings);
        speeds.push((greetings, answers));
    }
    shares.sort_by(f64::total_cmp);
    let share = shares[(shares.len() - 1) / 2];
    let best = |of: fn(&(f64, f64)) -> f64| speeds.iter().map(of).fold(0.0, f64::max);
    for (what, speed) in [("hello", best(|s| s.0)), ("a warm position", best(|s| s.1))] {
        let what = format!("{what}, best round");
        results.push([
            what,
            format!("{speed:.0} a second"),
            String::new(),
            String::new(),
        ]);
    }
    results.push([
        "share of hello, median".to_owned(),
        format!("{share:.2}"),
        format!("≥ {SHARE}"),
        verdict(share >= SHARE).to_owned(),
    ]);
    Ok(())
}

/// Sustained load on all connections.
fn hold(kibitz: &Running, seconds: u64, results: &mut Results) -> io::Result<()> {
    eprintln!("{CONNECTIONS} connections for {seconds} s …");
    let load = Load::new(kibitz.address, &QUESTIONS, CONNECTIONS)?;
    load::drive(&load, MEASURE)?;
    let before = kibitz.memory()?;
    let done = load::drive(&load, Duration::from_secs(seconds))?;
    let after = kibitz.memory()?;
    results.push([
        format!("responses in {seconds} s"),
        format!("{}", done.answers),
        String::new(),
        String::new(),
    ]);
    results.push([
        "errors".to_owned(),
        format!("{}", done.errors),
        "0".to_owned(),
        verdict(done.errors == 0).to_owned(),
    ]);
    let megabytes = |bytes: u64| format!("{:.1} MB", bytes as f64 / 1e6);
    let max = before as f64 * SLACK;
    results.push([
        format!("memory after, from {}", megabytes(before)),
        megabytes(after),
        format!("≤ {}", megabytes(max as u64)),
        verdict(after as f64 <= max).to_owned(),
    ]);
    Ok(())
}
