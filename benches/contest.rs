//! Contest inputs: kibitz and plain C++ programs, and contests of rule files beside the built-in
//! judge, measured as whole processes.
//!
//! `cargo bench -p kibitz-bench --bench contest [-- [--rounds N] [GAME…]]`

#![allow(clippy::print_stdout, reason = "benchmarks print their results")]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use kibitz_bench::inputs::{self, Generator};
use kibitz_bench::options::Options;
use kibitz_bench::process::{Job, interleave};
use kibitz_bench::programs;
use kibitz_bench::table::{Table, ms, ms_and_min, verdict};

/// A game, its input, and the target speed-up over the baseline.
struct Contest {
    game: &'static str,
    input: Generator,
    target: f64,
}

const CONTESTS: [Contest; 4] = [
    Contest {
        game: "marbles",
        input: inputs::marbles,
        target: 12.0,
    },
    Contest {
        game: "numbers",
        input: inputs::numbers,
        target: 4.0,
    },
    Contest {
        game: "boxes",
        input: inputs::boxes,
        target: 7.0,
    },
    Contest {
        game: "piles",
        input: inputs::piles,
        target: 7.0,
    },
];

/// A contest as a rule file, and the cases that the built-in game generates.
struct RuleFile {
    game: &'static str,
    file: &'static str,
    generate: &'static [&'static str],
    /// Whether both judges look answers up in what they have solved. The others of the built-in
    /// judge are closed forms, or solve many cases at a time.
    looks_up: bool,
}

/// A rule file may take this many times as long, where both judges look answers up.
const RULE_FILE_RATIO: f64 = 10.0;

const RULE_FILES: [RuleFile; 6] = [
    RuleFile {
        game: "numbers",
        file: "numbers",
        generate: &["--cases", "1000000"],
        looks_up: true,
    },
    RuleFile {
        game: "marbles",
        file: "marbles",
        generate: &["--cases", "1000000"],
        looks_up: true,
    },
    RuleFile {
        game: "calendar",
        file: "calendar_game",
        generate: &["--cases", "1000000"],
        looks_up: true,
    },
    RuleFile {
        game: "piles",
        file: "piles",
        generate: &["--cases", "1000"],
        looks_up: false,
    },
    RuleFile {
        game: "nim",
        file: "nim",
        generate: &["--cases", "100000", "--size", "matches=0..200"],
        looks_up: false,
    },
    RuleFile {
        game: "nine",
        file: "nine",
        generate: &["--cases", "10"],
        looks_up: false,
    },
];

const NINE_DEALS: f64 = 100_000.0;
const NINE_MICROS: f64 = 10.0;
/// Number of deals of nine whose answers are compared with the baseline's.
const NINE_CHECKED: usize = 2_000;
/// A round of nine is long, so few are sufficient.
const NINE_ROUNDS: usize = 5;

fn main() -> ExitCode {
    kibitz_bench::main(11, run)
}

fn run(options: &Options) -> io::Result<()> {
    let bench = Bench {
        kibitz: programs::kibitz()?,
        dir: PathBuf::from(env!("CARGO_TARGET_TMPDIR")),
        rounds: options.rounds,
    };
    bench.start_up()?;
    let wanted = || {
        CONTESTS
            .iter()
            .filter(|contest| options.wants(contest.game))
    };
    if wanted().next().is_some() {
        let mut table = Table::new([
            "game",
            "input MB",
            "floor ms",
            "baseline ms",
            "wall",
            "kibitz ms",
            "wall",
            "ratio",
            "target",
            "",
        ]);
        for contest in wanted() {
            table.push(bench.contest(contest)?);
        }
        println!("\n{table}");
    }
    if options.wants("nine") {
        let header = [
            "game",
            "input MB",
            "kibitz ms",
            "wall",
            "µs/deal",
            "target",
            "",
        ];
        let mut table = Table::new(header);
        table.push(bench.nine()?);
        println!("\n{table}");
    }
    let wanted = || RULE_FILES.iter().filter(|one| options.wants(one.game));
    if wanted().next().is_some() {
        let header = [
            "rule file",
            "input MB",
            "built-in ms",
            "rule file ms",
            "ratio",
            "target",
            "",
        ];
        let mut table = Table::new(header);
        for one in wanted() {
            table.push(bench.rule_file(one)?);
        }
        println!("\n{table}");
    }
    Ok(())
}

/// Paths and number of rounds.
struct Bench {
    kibitz: PathBuf,
    dir: PathBuf,
    rounds: usize,
}

impl Bench {
    fn start_up(&self) -> io::Result<()> {
        let output = self.dir.join("version.out");
        let version = Job::new(
            &self.kibitz,
            &["--version"],
            Path::new("/dev/null"),
            &output,
        );
        version.run()?;
        let [used] = interleave([&version], self.rounds)?;
        let cpu = ms_and_min(used.median(|used| used.cpu), used.min(|used| used.cpu));
        let wall = ms(used.median(|used| used.wall));
        println!(
            "Times are CPU time (user + system), the median of {} rounds",
            self.rounds
        );
        println!("(the minimum in brackets), followed by the median wall time.");
        println!("kibitz --version: {cpu} ms, wall {wall} ms");
        Ok(())
    }

    /// One row of the table. Fails if the answers differ.
    fn contest(&self, contest: &Contest) -> io::Result<[String; 10]> {
        let game = contest.game;
        eprintln!("{game} …");
        let input = self.input(game, contest.input)?;
        let program = programs::baseline(game, &self.dir)?;
        let baseline = Job::new(&program, &[], &input, &self.file(game, "expected"));
        let kibitz = self.judge(game, &input);
        baseline.run()?;
        kibitz.run()?;
        let answers = same_answers(game, &baseline, &kibitz)?;

        let program = programs::baseline("floor", &self.dir)?;
        let bytes = answers.to_string();
        let floor = Job::new(&program, &[&bytes], &input, &self.file(game, "floor"));
        floor.run()?;

        let [theirs, ours, least] = interleave([&baseline, &kibitz, &floor], self.rounds)?;
        let [theirs_cpu, ours_cpu, least_cpu] =
            [&theirs, &ours, &least].map(|runs| runs.median(|used| used.cpu));
        let ratio = theirs_cpu.as_secs_f64() / ours_cpu.as_secs_f64();
        Ok([
            game.to_string(),
            megabytes(&input)?,
            ms(least_cpu),
            ms_and_min(theirs_cpu, theirs.min(|used| used.cpu)),
            ms(theirs.median(|used| used.wall)),
            ms_and_min(ours_cpu, ours.min(|used| used.cpu)),
            ms(ours.median(|used| used.wall)),
            format!("{ratio:.1}×"),
            format!("{}×", contest.target),
            verdict(ratio >= contest.target).to_string(),
        ])
    }

    /// Nine has no baseline for speed, only for correctness.
    fn nine(&self) -> io::Result<[String; 7]> {
        eprintln!("nine …");
        let input = self.input("nine", inputs::nine)?;
        let kibitz = self.judge("nine", &input);
        kibitz.run()?;
        self.check_nine(&input, kibitz.output())?;
        let [used] = interleave([&kibitz], self.rounds.min(NINE_ROUNDS))?;
        let cpu = used.median(|used| used.cpu);
        let micros = cpu.as_secs_f64() * 1e6 / NINE_DEALS;
        Ok([
            "nine".to_string(),
            megabytes(&input)?,
            ms_and_min(cpu, used.min(|used| used.cpu)),
            ms(used.median(|used| used.wall)),
            format!("{micros:.2}"),
            format!("≤ {NINE_MICROS}"),
            verdict(micros <= NINE_MICROS).to_string(),
        ])
    }

    /// The built-in judge and that of a rule file. Fails if the answers differ.
    fn rule_file(&self, one: &RuleFile) -> io::Result<[String; 7]> {
        let game = one.game;
        eprintln!("{game} as a rule file …");
        let input = self.file(game, "generated");
        let arguments = [&["gen", game], one.generate].concat();
        Job::new(&self.kibitz, &arguments, Path::new("/dev/null"), &input).run()?;
        let built_in = Job::new(
            &self.kibitz,
            &["judge", game],
            &input,
            &self.file(game, "expected"),
        );
        let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
        let file = format!("{examples}/{}.py", one.file);
        let own = Job::new(
            &self.kibitz,
            &["judge", &file],
            &input,
            &self.file(game, "out"),
        );
        built_in.run()?;
        own.run()?;
        same_answers(game, &built_in, &own)?;
        let [theirs, ours] = interleave([&built_in, &own], self.rounds.min(NINE_ROUNDS))?;
        let [theirs_cpu, ours_cpu] = [&theirs, &ours].map(|runs| runs.median(|used| used.cpu));
        let ratio = ours_cpu.as_secs_f64() / theirs_cpu.as_secs_f64();
        let (target, met) = match one.looks_up {
            true => (
                format!("≤ {RULE_FILE_RATIO}×"),
                verdict(ratio <= RULE_FILE_RATIO).to_string(),
            ),
            false => (String::new(), String::new()),
        };
        Ok([
            game.to_string(),
            megabytes(&input)?,
            ms_and_min(theirs_cpu, theirs.min(|used| used.cpu)),
            ms_and_min(ours_cpu, ours.min(|used| used.cpu)),
            format!("{ratio:.1}×"),
            target,
            met,
        ])
    }

    /// Compares the first answers with those of a plain search, and counts the
    /// rest.
    fn check_nine(&self, input: &Path, answers: &Path) -> io::Result<()> {
        let deals = fs::read_to_string(input)?;
        let answers = fs::read_to_string(answers)?;
        let few = self.file("nine-few", "in");
        fs::write(&few, first_lines(&deals, 2 * NINE_CHECKED))?;
        let program = programs::baseline("nine", &self.dir)?;
        let baseline = Job::new(&program, &[], &few, &self.file("nine-few", "expected"));
        baseline.run()?;
        let expected = fs::read_to_string(baseline.output())?;
        compare("nine", &expected, first_lines(&answers, NINE_CHECKED))?;
        if answers.lines().count() != deals.lines().count() / 2 {
            return Err(io::Error::other(
                "nine: the number of answers differs from the number of deals",
            ));
        }
        Ok(())
    }

    fn judge(&self, game: &str, input: &Path) -> Job {
        let output = self.file(game, "out");
        Job::new(&self.kibitz, &["judge", game], input, &output)
    }

    fn input(&self, game: &str, generator: Generator) -> io::Result<PathBuf> {
        let path = self.file(game, "in");
        inputs::write_file(&path, generator)?;
        Ok(path)
    }

    fn file(&self, name: &str, kind: &str) -> PathBuf {
        self.dir.join(format!("{name}.{kind}"))
    }
}

/// The length of the output, if both jobs gave the same.
fn same_answers(game: &str, baseline: &Job, kibitz: &Job) -> io::Result<usize> {
    let expected = fs::read_to_string(baseline.output())?;
    let answers = fs::read_to_string(kibitz.output())?;
    compare(game, &expected, &answers)?;
    Ok(expected.len())
}

/// Byte for byte; the error names the first line that differs.
fn compare(game: &str, expected: &str, answers: &str) -> io::Result<()> {
    if expected == answers {
        return Ok(());
    }
    let same = expected
        .lines()
        .zip(answers.lines())
        .take_while(|(a, b)| a == b)
        .count();
    let line = |text: &str| text.lines().nth(same).unwrap_or("nothing").to_string();
    Err(io::Error::other(format!(
        "{game}: wrong answer in line {}: {:?} instead of {:?}",
        same + 1,
        line(answers),
        line(expected),
    )))
}

fn first_lines(text: &str, count: usize) -> &str {
    let end = text.match_indices('\n').nth(count - 1);
    end.map_or(text, |(at, newline)| &text[..at + newline.len()])
}

fn megabytes(path: &Path) -> io::Result<String> {
    Ok(format!("{:.1}", fs::metadata(path)?.len() as f64 / 1e6))
}
