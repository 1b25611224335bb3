//! Boards as people write them (a string, a list of lists, a list of strings),
//! compared with the same game on hand-packed numbers: the rules alone, then a
//! solve, per position.

use std::fs;
use std::hint::black_box;
use std::io;
use std::path::Path;
use std::time::Duration;

use kibitz_bench::clock::thread_time;
use kibitz_bench::options::Options;
use kibitz_bench::table::verdict;
use kibitz_game::{CONTINUE, RunContext, StateVectorGame, SuccessorBuffer, SuccessorGenerator};
use kibitz_rules::fault::Limits;
use kibitz_rules::source::Source;
use kibitz_rules::{Coded, Failure, Rules};
use kibitz_solve::explore_vectors;

use super::{Results, median};

/// Maximum CPU time per position, as a multiple of the hand-packed file's.
const OF_PACKED: f64 = 1.5;

/// Games, and what their board is besides packed.
const GAMES: [(&str, &[&str]); 3] = [
    ("tictactoe", &["string", "lists"]),
    ("clobber", &["string"]),
    ("hexapawn", &["strings"]),
];

/// A rule file and all its positions, as they are enumerated.
struct Board {
    name: String,
    rules: &'static Rules,
    /// The game in fewer words, if it is enumerated so.
    coded: Option<Coded<'static>>,
    root: Vec<i64>,
    positions: Vec<Vec<i64>>,
    /// Seconds per position in each round: the rules alone, and a solve.
    times: [Vec<f64>; 2],
}

/// Compares the boards of every game that is wanted.
pub(crate) fn compare(options: &Options, results: &mut Results) -> io::Result<()> {
    for (game, natural) in GAMES.iter().filter(|(game, _)| options.wants(game)) {
        let kinds = ["packed"].iter().chain(*natural);
        let boards: io::Result<Vec<Board>> = kinds
            .map(|kind| Board::open(&format!("{game}_{kind}")))
            .collect();
        let mut boards = boards?;
        for _ in 0..options.rounds {
            boards.iter_mut().try_for_each(Board::measure)?;
        }
        report(&boards, results);
    }
    Ok(())
}

fn report(boards: &[Board], results: &mut Results) {
    for (stage, what) in ["moves and over", "solve"].into_iter().enumerate() {
        let of = |board: &Board| median(board.times[stage].clone());
        let packed = of(&boards[0]);
        for (number, board) in boards.iter().enumerate() {
            let (time, ratio) = (of(board), of(board) / packed);
            let (target, verdict) = match number {
                0 => (String::new(), String::new()),
                _ => (format!("≤ {OF_PACKED}"), verdict(ratio <= OF_PACKED).into()),
            };
            let figure = format!("{:.0} ns a position, {ratio:.2}", time * 1e9);
            results.push([board.name.clone(), what.into(), figure, target, verdict]);
        }
    }
}

impl Board {
    fn open(name: &str) -> io::Result<Board> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("boards");
        let text = fs::read_to_string(path.join(format!("{name}.py")))?;
        let rules = Rules::open(Source::new(name, text), &[], Limits::default());
        let rules = rules.map_err(io::Error::other)?;
        if let Some((function, why)) = rules.not_compiled().first() {
            return Err(io::Error::other(format!("{name}: {function}: {why}")));
        }
        let start = rules.start().map_err(io::Error::other)?;
        let root = rules.node(&start).unwrap_or_default();
        // It lives as long as the process.
        let rules: &'static Rules = Box::leak(Box::new(rules));
        let coded = rules.coded(std::slice::from_ref(&root));
        let root = match &coded {
            Some(coded) => coded.codec().encode(&root).unwrap_or_default(),
            None => root,
        };
        let mut board = Board {
            name: name.to_owned(),
            rules,
            coded,
            root,
            positions: Vec::new(),
            times: [Vec::new(), Vec::new()],
        };
        let mut positions = Vec::new();
        let _ = board.solve()?.visit(|row, _| {
            positions.push(row.to_vec());
            CONTINUE
        });
        board.positions = positions;
        Ok(board)
    }

    fn solve(&self) -> io::Result<explore_vectors::SolvedVectors> {
        let context = RunContext::new().threads(1);
        let root = std::slice::from_ref(&self.root);
        let solved = match &self.coded {
            Some(coded) => explore_vectors::solve(coded, root, &context),
            None => explore_vectors::solve(self.rules, root, &context),
        };
        solved.map_err(io::Error::other)
    }

    /// One round of both stages.
    fn measure(&mut self) -> io::Result<()> {
        let start = thread_time();
        self.expand()?;
        let middle = thread_time();
        black_box(self.solve()?);
        let end = thread_time();
        let each = |time: Duration| time.as_secs_f64() / self.positions.len() as f64;
        let times = [each(middle - start), each(end - middle)];
        for (all, time) in self.times.iter_mut().zip(times) {
            all.push(time);
        }
        Ok(())
    }

    /// Expands all positions that are not over.
    fn expand(&self) -> io::Result<()> {
        match &self.coded {
            Some(coded) => self.expand_by(coded.worker()),
            None => self.expand_by(self.rules.worker()),
        }
    }

    fn expand_by(&self, mut worker: impl SuccessorGenerator<Fault = Failure>) -> io::Result<()> {
        let mut steps = SuccessorBuffer::new(self.root.len());
        for row in &self.positions {
            if worker.decided(row).map_err(io::Error::other)?.is_none() {
                worker.expand(row, &mut steps).map_err(io::Error::other)?;
                black_box(steps.len());
            }
        }
        Ok(())
    }
}
