//! Rule files: speed of compiled moves, compared with the built-in game's
//! generator and with CPython; natural boards compared with hand-packed ones;
//! compilation time.
//!
//! `cargo bench -p kibitz-bench --bench rules [-- [--rounds N] [GAME…]]`

#![allow(clippy::print_stdout, reason = "benchmarks print their results")]

mod boards;

use std::fs;
use std::hint::black_box;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::Duration;

use kibitz_bench::clock::thread_time;
use kibitz_bench::options::Options;
use kibitz_bench::table::{Table, ms, verdict};
use kibitz_game::{CONTINUE, Game};
use kibitz_games::marbles::{Board, Marbles, Shape as Grid};
use kibitz_games::numbers::{Numbers, Pos};
use kibitz_rules::check::check;
use kibitz_rules::compile::{Compiled, Outcome};
use kibitz_rules::fault::Limits;
use kibitz_rules::interpret::Machine;
use kibitz_rules::source::Source;
use kibitz_rules::tree::FunctionId;

/// Minimum share of the built-in generator's moves per second.
const OF_BUILT_IN: f64 = 0.9;
const OF_CPYTHON: f64 = 100.0;
const COMPILE: Duration = Duration::from_millis(50);
/// CPython expands one position in this many.
const SAMPLE: usize = 40;

/// work, who, figure, target, verdict
type Results = Table<5>;

fn main() -> ExitCode {
    kibitz_bench::main(9, run)
}

fn run(options: &Options) -> io::Result<()> {
    let mut results = Table::new(["work", "what", "figure", "target", ""]);
    if options.wants("marbles") {
        let game = Marbles::new(Grid::rectangle(4, 4), 3);
        let boards: Vec<u64> = (0..1 << 16).collect();
        let rows = boards.iter().map(|&board| vec![board as i64]).collect();
        moves("marbles", &rows, options.rounds, &mut results, |out| {
            let mut found: Vec<Board> = Vec::new();
            for &board in &boards {
                found.clear();
                let _ = game.expand(&Board(board), |step| {
                    found.push(step.to);
                    CONTINUE
                });
                *out += black_box(&found).len();
            }
        })?;
    }
    if options.wants("numbers") {
        let game = Numbers::new(8, 5).map_err(io::Error::other)?;
        let hands = game.hands();
        let all = || 0..hands.count() as u16;
        let positions: Vec<Pos> = all()
            .flat_map(|mine| all().map(move |theirs| Pos { mine, theirs }))
            .collect();
        let rows = positions
            .iter()
            .map(|p| {
                counts(&game, p.mine)
                    .chain(counts(&game, p.theirs))
                    .collect()
            })
            .collect();
        moves("numbers", &rows, options.rounds, &mut results, |out| {
            let mut found: Vec<Pos> = Vec::new();
            for p in &positions {
                found.clear();
                let _ = game.expand(p, |step| {
                    found.push(step.to);
                    CONTINUE
                });
                *out += black_box(&found).len();
            }
        })?;
    }
    boards::compare(options, &mut results)?;
    if options.wants("compile") {
        compiling(options.rounds, &mut results)?;
    }
    println!("{} rounds\n\n{results}", options.rounds);
    Ok(())
}

/// The number of cards of each value in a hand.
fn counts(game: &Numbers, hand: u16) -> impl Iterator<Item = i64> {
    let counts = game.hands().counts(hand);
    counts.iter().copied().map(i64::from)
}

/// A compiled rule file.
struct Rules {
    compiled: Compiled,
    moves: FunctionId,
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")
}

/// Compiles a file.
fn compile(path: &Path) -> io::Result<Rules> {
    let source = Source::new(path.display().to_string(), fs::read_to_string(path)?);
    let program = check(source.clone(), &[]).map_err(|m| io::Error::other(m.render(&source)))?;
    let program = Arc::new(program);
    let limits = Limits::default();
    let machine = Machine::new(program.clone(), limits).map_err(io::Error::other)?;
    let (shape, _) = machine.starts().map_err(io::Error::other)?;
    let compiled = Compiled::new(&machine, &shape, limits).map_err(io::Error::other)?;
    let moves = program.roles.moves.or(program.roles.left);
    let moves = moves.ok_or_else(|| io::Error::other("no moves"))?;
    Ok(Rules { compiled, moves })
}

/// Expands all positions, alternating the built-in generator and compiled code.
fn moves(
    name: &str,
    rows: &Vec<Vec<i64>>,
    rounds: usize,
    results: &mut Results,
    built_in: impl Fn(&mut usize),
) -> io::Result<()> {
    let path = examples().join(format!("{name}.py"));
    let rules = compile(&path)?;
    let mut worker = rules.compiled.worker();
    let mut out: Vec<i64> = Vec::new();
    let size = rows[0].len() + 1;
    let mut own = Vec::new();
    let mut code = Vec::new();
    for _ in 0..rounds {
        let (mut expected, mut found) = (0, 0);
        let start = thread_time();
        built_in(&mut expected);
        let middle = thread_time();
        for row in rows {
            out.clear();
            if worker.generate(rules.moves, row, &mut out) == Outcome::Fault {
                return Err(io::Error::other(format!("{name}: a fault at {row:?}")));
            }
            found += black_box(&out).len() / size;
        }
        let end = thread_time();
        if found != expected {
            let message = format!("{name}: {found} moves instead of {expected}");
            return Err(io::Error::other(message));
        }
        own.push(rate(expected, middle - start));
        code.push(rate(expected, end - middle));
    }
    let (own, code) = (median(own), median(code));
    let python = cpython(name, rows)?;
    let million = |rate: f64| format!("{:.1} M moves/s", rate / 1e6);
    results.push([
        name.into(),
        "built in".into(),
        million(own),
        String::new(),
        String::new(),
    ]);
    results.push([
        name.into(),
        "rule file".into(),
        million(code),
        String::new(),
        String::new(),
    ]);
    results.push([
        name.into(),
        "CPython".into(),
        million(python),
        String::new(),
        String::new(),
    ]);
    for (what, ratio, target) in [
        ("of the built-in", code / own, OF_BUILT_IN),
        ("of CPython", code / python, OF_CPYTHON),
    ] {
        results.push([
            name.into(),
            what.into(),
            format!("{ratio:.2}"),
            format!("≥ {target}"),
            verdict(ratio >= target).into(),
        ]);
    }
    Ok(())
}

fn rate(count: usize, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64()
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

/// Moves per second of the same file under CPython, on a sample of the
/// positions.
fn cpython(name: &str, rows: &[Vec<i64>]) -> io::Result<f64> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rules");
    fs::create_dir_all(&folder)?;
    let shim = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/rules/src/shim/kibitz.py");
    fs::copy(shim, folder.join("kibitz.py"))?;
    fs::copy(
        examples().join(format!("{name}.py")),
        folder.join("game.py"),
    )?;
    let sample: Vec<&Vec<i64>> = rows.iter().step_by(SAMPLE).collect();
    let script = format!(
        "import time, game\n\
         rows = {sample:?}\n\
         lists = {}\n\
         if lists:\n    rows = [(r[:lists], r[lists:]) for r in rows]\n\
         start = time.process_time()\n\
         count = sum(len(list(game.moves(*r))) for r in rows)\n\
         print(count / (time.process_time() - start))\n",
        if rows[0].len() > 1 {
            rows[0].len() / 2
        } else {
            0
        },
    );
    fs::write(folder.join("measure.py"), script)?;
    let output = Command::new("python3")
        .arg("measure.py")
        .current_dir(&folder)
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let parsed = text.trim().parse();
    parsed.map_err(|_| io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()))
}

/// Checking, running the module and compiling, of every example.
fn compiling(rounds: usize, results: &mut Results) -> io::Result<()> {
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(examples())? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "py") {
            files.push(path);
        }
    }
    files.sort();
    let mut slowest = (Duration::ZERO, String::new());
    for path in &files {
        let mut times = Vec::new();
        for _ in 0..rounds {
            let start = thread_time();
            black_box(compile(path)?);
            times.push(thread_time() - start);
        }
        times.sort();
        let name = path
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned());
        slowest = slowest.max((times[times.len() / 2], name.unwrap_or_default()));
    }
    let (time, name) = slowest;
    results.push([
        format!("{} files", files.len()),
        format!("compile, slowest ({name})"),
        format!("{} ms", ms(time)),
        format!("≤ {} ms", ms(COMPILE)),
        verdict(time <= COMPILE).into(),
    ]);
    Ok(())
}
