//! Whole games and one deal of nine: time and memory of the process.
//!
//! `cargo bench -p kibitz-bench --bench solve [-- [--rounds N] [GAME…]]`

#![allow(clippy::print_stdout, reason = "benchmarks print their results")]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use kibitz_bench::answers::check;
use kibitz_bench::inputs;
use kibitz_bench::options::Options;
use kibitz_bench::process::{Job, Runs, interleave};
use kibitz_bench::programs;
use kibitz_bench::random::SplitMix64;
use kibitz_bench::table::{Table, seconds, verdict};

/// A game to solve, its known statistics, and its targets.
struct Whole {
    game: &'static str,
    set: [&'static str; 2],
    /// Fields of the statistics, as computed by two other programs.
    known: [(&'static str, u64); 4],
    wall: Duration,
    memory: Memory,
}

enum Memory {
    /// The whole process, in MB.
    Megabytes(f64),
    /// Beyond the memory of a process that solves nothing.
    BytesPerPosition(f64),
}

const WHOLES: [Whole; 2] = [
    Whole {
        game: "numbers",
        set: ["cards=10", "modulus=6"],
        known: [
            ("/positions", 9_018_008),
            ("/win", 4_638_960),
            ("/loss", 2_894_961),
            ("/draw", 1_484_087),
        ],
        wall: Duration::from_millis(1_500),
        memory: Memory::BytesPerPosition(4.0),
    },
    Whole {
        game: "marbles",
        set: ["rows=5", "cols=6"],
        known: [
            ("/positions", 1 << 30),
            ("/win", (1 << 30) - 74_621_884),
            ("/loss", 74_621_884),
            ("/draw", 0),
        ],
        wall: Duration::from_millis(500),
        memory: Memory::Megabytes(200.0),
    },
];

/// One deal of nine, without start-up.
const NINE_TARGET: Duration = Duration::from_millis(1);
/// A short process needs many rounds; each has a deal of its own.
const NINE_ROUNDS: usize = 41;

/// work, what, median, minimum, target, verdict
type Results = Table<6>;

fn main() -> ExitCode {
    kibitz_bench::main(5, run)
}

fn run(options: &Options) -> io::Result<()> {
    let bench = Bench {
        kibitz: programs::kibitz()?,
        dir: PathBuf::from(env!("CARGO_TARGET_TMPDIR")),
        rounds: options.rounds,
    };
    let mut results = Table::new(["work", "what", "median", "minimum", "target", ""]);
    for whole in WHOLES.iter().filter(|whole| options.wants(whole.game)) {
        bench.whole(whole, &mut results)?;
    }
    if options.wants("nine") {
        bench.one_deal(&mut results)?;
    }
    let cores = std::thread::available_parallelism()?;
    println!("{cores} cores, {} rounds\n\n{results}", options.rounds);
    Ok(())
}

/// Paths and number of rounds.
struct Bench {
    kibitz: PathBuf,
    dir: PathBuf,
    rounds: usize,
}

impl Bench {
    /// Solves a whole game, checks its statistics, adds its rows.
    fn whole(&self, whole: &Whole, results: &mut Results) -> io::Result<()> {
        let Whole { game, set, .. } = whole;
        let work = format!("stats {game} {}", set.join(" "));
        eprintln!("{work} …");
        let args = ["stats", game, "--set", set[0], "--set", set[1], "--json"];
        let output = self.dir.join(format!("{game}.json"));
        let stats = Job::new(&self.kibitz, &args, Path::new("/dev/null"), &output);
        let idle = self.start_up();
        stats.run()?;
        idle.run()?;
        check(&output, &whole.known)?;

        let [solving, idling] = interleave([&stats, &idle], self.rounds)?;
        let wall = solving.median(|used| used.wall);
        results.push([
            work.clone(),
            "wall".to_string(),
            seconds(wall),
            seconds(solving.min(|used| used.wall)),
            format!("≤ {}", seconds(whole.wall)),
            verdict(wall <= whole.wall).to_string(),
        ]);
        results.push([
            work.clone(),
            "CPU".to_string(),
            seconds(solving.median(|used| used.cpu)),
            seconds(solving.min(|used| used.cpu)),
            String::new(),
            String::new(),
        ]);
        results.push(memory_row(work, whole, &solving, &idling));
        Ok(())
    }

    /// Single deals, a different one each round.
    fn one_deal(&self, results: &mut Results) -> io::Result<()> {
        eprintln!("judge nine, one deal …");
        let mut random = SplitMix64::new(36);
        let deals: Vec<String> = (0..NINE_ROUNDS)
            .map(|_| inputs::deal(&mut random))
            .collect();
        let all = self.dir.join("nine-deals.in");
        fs::write(&all, deals.concat())?;
        let program = programs::baseline("nine", &self.dir)?;
        let baseline = Job::new(&program, &[], &all, &self.dir.join("nine-deals.expected"));
        baseline.run()?;
        let expected = fs::read_to_string(baseline.output())?;

        let one = self.dir.join("nine-deal.in");
        let judge = Job::new(
            &self.kibitz,
            &["judge", "nine"],
            &one,
            &self.dir.join("nine-deal.out"),
        );
        let idle = self.start_up();
        let mut rounds = Vec::new();
        for (deal, expected) in deals.iter().zip(expected.lines()) {
            fs::write(&one, deal)?;
            let used = (judge.run()?, idle.run()?);
            let answer = fs::read_to_string(judge.output())?;
            if answer.strip_suffix('\n') != Some(expected) {
                let error = format!("nine: {answer:?} instead of {expected:?} for\n{deal}");
                return Err(io::Error::other(error));
            }
            rounds.push(used);
        }
        let (judging, idling): (Vec<_>, Vec<_>) = rounds.into_iter().unzip();
        results.push(one_deal_row(
            &judging.into_iter().collect(),
            &idling.into_iter().collect(),
        ));
        Ok(())
    }

    /// A process that solves nothing.
    fn start_up(&self) -> Job {
        let output = self.dir.join("version.out");
        Job::new(
            &self.kibitz,
            &["--version"],
            Path::new("/dev/null"),
            &output,
        )
    }
}

fn memory_row(work: String, whole: &Whole, solving: &Runs, idling: &Runs) -> [String; 6] {
    let base = idling.median(|used| used.peak);
    let (median, min) = (
        solving.median(|used| used.peak),
        solving.min(|used| used.peak),
    );
    let (amounts, limit, unit) = match whole.memory {
        Memory::Megabytes(limit) => ([median, min].map(|peak| peak as f64 / 1e6), limit, "MB"),
        Memory::BytesPerPosition(limit) => {
            let (_, positions) = whole.known[0];
            let share = |peak: u64| peak.saturating_sub(base) as f64 / positions as f64;
            ([median, min].map(share), limit, "bytes a position")
        }
    };
    let [median, min] = amounts;
    [
        work,
        "memory".to_string(),
        format!("{median:.1} {unit}"),
        format!("{min:.1} {unit}"),
        format!("≤ {limit} {unit}"),
        verdict(median <= limit).to_string(),
    ]
}

fn one_deal_row(judging: &Runs, idling: &Runs) -> [String; 6] {
    let base = idling.median(|used| used.cpu);
    let median = judging.median(|used| used.cpu).saturating_sub(base);
    let min = judging.min(|used| used.cpu);
    [
        "judge nine, one deal".to_string(),
        "CPU beyond start-up".to_string(),
        seconds(median),
        seconds(min.saturating_sub(idling.min(|used| used.cpu))),
        format!("≤ {}", seconds(NINE_TARGET)),
        verdict(median <= NINE_TARGET).to_string(),
    ]
}
