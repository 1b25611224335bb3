//! Several processes on this machine: processor time and memory, compared with one plain thread,
//! and a plot of both per position as the game grows.
//!
//! `cargo bench -p kibitz-bench --bench cluster [-- [--rounds N] [target] [plot]]`
//!
//! All jobs solve *numbers* with the counters of retrograde analysis and write the table. The plain
//! thread is this program itself, started again.

#![allow(clippy::print_stdout, reason = "benchmarks print their results")]

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use kibitz_bench::options::Options;
use kibitz_bench::process::{Job, Runs, interleave};
use kibitz_bench::programs;
use kibitz_bench::table::{Table, seconds, verdict};
use kibitz_game::RunContext;
use kibitz_games::numbers::Numbers;
use kibitz_solve::SolveError;
use kibitz_solve::hand_pairs::HandPairGraph;
use kibitz_solve::retrograde::{PredecessorGraph, solve_backward};
use kibitz_tablebase::{Description, Entry, TableWriter};

/// The first argument of the plain thread.
const PLAIN: &str = "--plain";

/// Processor time of two processes, in that of the plain thread: at most, and the aim.
const RATIO: f64 = 2.5;
const AIM: f64 = 1.8;
/// Bytes per position over all processes.
const BYTES: f64 = 5.0;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    match (
        arguments.next().as_deref(),
        arguments.next(),
        arguments.next(),
    ) {
        (Some(PLAIN), Some(cards), Some(path)) => match plain(&cards, Path::new(&path)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        },
        _ => kibitz_bench::main(3, run),
    }
}

/// Solves and writes with one thread.
fn plain(cards: &str, path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let game = Numbers::new(cards.parse()?, 6).map_err(|error| format!("{error:?}"))?;
    let context = RunContext::new().threads(1);
    let graph = HandPairGraph::new(&game);
    let table = solve_backward(&graph, &context)?;
    let description = Description {
        game: "numbers".to_owned(),
        numbering: "hands".to_owned(),
        positions: graph.size(),
        ..Description::default()
    };
    TableWriter::<SolveError>::new(description)
        .values(&|items, into| {
            into.extend(items.map(|rank| table.get(rank).map(Entry::from)));
            Ok(())
        })
        .write(path, &context)?;
    Ok(())
}

fn run(options: &Options) -> io::Result<()> {
    let kibitz = programs::kibitz()?;
    let jobs = Jobs {
        kibitz,
        own: std::env::current_exe()?,
        dir: PathBuf::from(env!("CARGO_TARGET_TMPDIR")),
    };
    if options.wants("target") {
        target(&jobs, options.rounds)?;
    }
    if options.wants("plot") {
        plot(&jobs)?;
    }
    Ok(())
}

/// What is measured.
struct Jobs {
    kibitz: PathBuf,
    own: PathBuf,
    dir: PathBuf,
}

impl Jobs {
    /// A build by some processes.
    fn build(&self, cards: u32, processes: u32) -> Job {
        let parts = self.dir.join(format!("cluster-{cards}-{processes}"));
        let (cards, processes) = (format!("cards={cards}"), processes.to_string());
        let parts = parts.display().to_string();
        let arguments = [
            "build",
            "numbers",
            "--set",
            &cards,
            "--set",
            "modulus=6",
            "-o",
            &parts,
            "--processes",
            &processes,
            "--progress",
            "none",
        ];
        Job::new(
            &self.kibitz,
            &arguments,
            Path::new("/dev/null"),
            &self.dir.join("cluster.txt"),
        )
    }

    /// The plain thread.
    fn plain(&self, cards: u32) -> Job {
        let table = self.dir.join("cluster-plain.kbz").display().to_string();
        let arguments = [PLAIN, &cards.to_string(), &table];
        Job::new(
            &self.own,
            &arguments,
            Path::new("/dev/null"),
            &self.dir.join("cluster.txt"),
        )
    }
}

/// Pairs of hands of some cards modulo 6.
fn positions(cards: u32) -> f64 {
    let hands = (1..=5).fold(1.0, |product, i| {
        product * f64::from(cards + i) / f64::from(i)
    });
    hands * hands
}

/// The figures of the target: numbers (12, 6).
fn target(jobs: &Jobs, rounds: usize) -> io::Result<()> {
    const CARDS: u32 = 12;
    eprintln!("numbers ({CARDS}, 6) …");
    let (plain, two) = (jobs.plain(CARDS), jobs.build(CARDS, 2));
    two.run()?;
    let [alone, together] = interleave([&plain, &two], rounds)?;
    let mut results = Table::new(["numbers (12, 6)", "median", "minimum", "target", ""]);
    let row = |what: &str, runs: &Runs, of: fn(&kibitz_bench::process::Usage) -> Duration| {
        let (median, min) = (runs.median(of), runs.min(of));
        [
            what.to_owned(),
            seconds(median),
            seconds(min),
            String::new(),
            String::new(),
        ]
    };
    results.push(row("plain thread, CPU", &alone, |u| u.cpu));
    results.push(row("2 processes, CPU", &together, |u| u.cpu));
    results.push(row("2 processes, wall", &together, |u| u.wall));
    let of = |runs: &Runs| runs.median(|u| u.cpu).as_secs_f64();
    let ratio = of(&together) / of(&alone);
    let bytes = 2.0 * together.median(|u| u.peak) as f64 / positions(CARDS);
    for (what, value, most) in [
        ("CPU, times the plain thread's", ratio, RATIO),
        ("the same, aim", ratio, AIM),
        ("bytes per position, both processes", bytes, BYTES),
    ] {
        results.push([
            what.to_owned(),
            format!("{value:.2}"),
            String::new(),
            format!("≤ {most}"),
            verdict(value <= most).to_owned(),
        ]);
    }
    println!("{rounds} rounds\n\n{results}");
    Ok(())
}

/// A point of a line of the plot: positions, nanoseconds and bytes per position.
type Point = (f64, f64, f64);

/// Measures games of a million to 38 million positions with one to four processes.
fn plot(jobs: &Jobs) -> io::Result<()> {
    let mut results = Table::new([
        "positions",
        "processes",
        "CPU ns/position",
        "bytes/position",
    ]);
    let mut lines: Vec<(String, Vec<Point>)> = Vec::new();
    for processes in 1..=4 {
        let mut points = Vec::new();
        for cards in [7, 8, 9, 10, 11, 12] {
            let used = jobs.build(cards, processes).run()?;
            let count = positions(cards);
            let ns = used.cpu.as_secs_f64() * 1e9 / count;
            let bytes = f64::from(processes) * used.peak as f64 / count;
            points.push((count, ns, bytes));
            results.push([
                format!("{count:.0}"),
                processes.to_string(),
                format!("{ns:.0}"),
                format!("{bytes:.1}"),
            ]);
        }
        lines.push((format!("{processes} processes"), points));
    }
    let path = jobs.dir.join("cluster.svg");
    std::fs::write(&path, svg(&lines))?;
    println!("{results}\nplot: {}", path.display());
    Ok(())
}

/// Two diagrams, one above the other.
fn svg(lines: &[(String, Vec<Point>)]) -> String {
    let mut text = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"640\" \
         font-family=\"sans-serif\" font-size=\"12\">\n",
    );
    diagram(&mut text, 30.0, "CPU, ns per position", lines, |point| {
        point.1
    });
    diagram(
        &mut text,
        350.0,
        "memory of all processes, bytes per position",
        lines,
        |point| point.2,
    );
    text += "</svg>\n";
    text
}

/// A diagram with the logarithm of positions to the right, and another quantity upwards from 0.
fn diagram(
    text: &mut String,
    top: f64,
    title: &str,
    lines: &[(String, Vec<Point>)],
    of: fn(&Point) -> f64,
) {
    const COLOURS: [&str; 4] = ["#06c", "#c30", "#293", "#939"];
    const LEFT: f64 = 60.0;
    const WIDTH: f64 = 440.0;
    const HEIGHT: f64 = 240.0;
    let points = || lines.iter().flat_map(|(_, points)| points);
    let most = points().map(of).fold(1e-9, f64::max);
    let (low, high) = (1e6_f64.ln(), 4e7_f64.ln());
    let x = |point: &Point| LEFT + WIDTH * (point.0.ln() - low) / (high - low);
    let y = |value: f64| top + HEIGHT * (1.0 - value / most);
    let _ = writeln!(
        text,
        "<text x=\"{LEFT}\" y=\"{}\">{title}</text>",
        top - 10.0
    );
    for step in 0..=4 {
        let value = most * f64::from(step) / 4.0;
        let _ = writeln!(
            text,
            "<path d=\"M{LEFT} {at:.1}H{}\" stroke=\"#ccc\"/><text x=\"8\" y=\"{at:.1}\">{value:.1}</text>",
            LEFT + WIDTH,
            at = y(value)
        );
    }
    for (i, (name, points)) in lines.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        let place = |point: &Point| format!("{:.1},{:.1}", x(point), y(of(point)));
        let places: Vec<String> = points.iter().map(place).collect();
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <text x=\"{}\" y=\"{}\" fill=\"{colour}\">{name}</text>",
            places.join(" "),
            LEFT + WIDTH + 10.0,
            top + 20.0 * (i as f64 + 1.0)
        );
    }
    for (count, label) in [(1e6, "10⁶"), (1e7, "10⁷"), (4e7, "4·10⁷ positions")] {
        let at = x(&(count, 0.0, 0.0));
        let _ = writeln!(
            text,
            "<text x=\"{at:.1}\" y=\"{}\">{label}</text>",
            top + HEIGHT + 16.0
        );
    }
}
