//! `kibitz puzzle`: a position with exactly one winning move, or one that wins fastest.

use std::fmt::Write;
use std::ops::RangeInclusive;

use clap::Args;
use kibitz_game::RunContext;
use kibitz_query::{GameSource, Puzzle, PuzzleKind, PuzzleSpec, QueryError};
use kibitz_solve::Thousands;
use serde::Serialize;

use crate::arguments::{Budget, GameOptions, RuleLimits, TableOption};
use crate::failure::Failure;
use crate::output::{self, in_plies, title};
use crate::progress;

#[derive(Debug, Args)]
#[command(
    after_help = "The same seed gives the same puzzle. If the game has a deal of cards, it is random \
    unless set; in an unbounded game a random position of moderate size is taken. --deepest \
    searches all positions, as `find` does.\n\n\
    Examples:\n  kibitz puzzle marbles --seed 7\n  \
    kibitz puzzle numbers --plies 9..15 --seed 3 --solution\n  \
    kibitz puzzle numbers --deepest --seed 1 --solution\n  \
    kibitz puzzle krk --fastest --seed 1\n  \
    kibitz puzzle boxes --seed 2 --count 3 --json"
)]
pub(crate) struct PuzzleOptions {
    #[command(flatten)]
    game: GameOptions,
    /// Random seed [default: a random one]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Puzzle with the longest win
    #[arg(long)]
    deepest: bool,
    /// Puzzle with one move that wins fastest; others may win, too
    #[arg(long, conflicts_with = "deepest")]
    fastest: bool,
    /// Distance of the win in plies, e.g. 5..9, 5.. or 7
    #[arg(long, value_name = "MIN..MAX", value_parser = parse_plies)]
    plies: Option<RangeInclusive<u32>>,
    /// Show the winning move and the principal variation
    #[arg(long)]
    solution: bool,
    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1000))]
    count: u16,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    table: TableOption,
    #[command(flatten)]
    limits: RuleLimits,
    #[command(flatten)]
    budget: Budget,
}

#[derive(Serialize)]
struct PuzzlesOut<'a> {
    game: &'a str,
    seed: u64,
    puzzles: &'a [Puzzle],
}

/// Maximum number of moves printed of the principal variation.
const LINE_SHOWN: usize = 24;

pub(crate) fn run(options: &PuzzleOptions) -> Result<(), Failure> {
    let seed = options.seed.unwrap_or_else(any_seed);
    let context = progress::context(&options.budget);
    let _here = context.here();
    let source = GameSource::new(&options.game.game, options.limits.limits())?;
    let mut shown = Shown::default();
    let made = shown.make(options, &source, seed, &context);
    // Puzzles found before a stop are printed.
    let is_stopped = matches!(&made, Err(Failure::Query(QueryError::Stop(_))));
    if made.is_ok() || is_stopped && !shown.puzzles.is_empty() {
        shown.print(options, seed)?;
    }
    made
}

/// The puzzles to print.
#[derive(Default)]
struct Shown {
    name: String,
    puzzles: Vec<Puzzle>,
    /// A picture per puzzle.
    pictures: Vec<String>,
}

impl Shown {
    /// Generates the puzzles. If the game has a random parameter, it is sampled for
    /// each puzzle.
    fn make(
        &mut self,
        options: &PuzzleOptions,
        source: &GameSource,
        seed: u64,
        context: &RunContext,
    ) -> Result<(), Failure> {
        for number in 0..u64::from(options.count) {
            let seed = seed.wrapping_add(number);
            let parameter = source.random_parameter(options.game.pairs(), seed)?;
            let is_last = parameter.is_none();
            let more: Vec<(&'static str, String)> = parameter.into_iter().collect();
            let more = more.iter().map(|(name, value)| (*name, value.as_str()));
            let game = source.open(options.game.pairs().chain(more))?;
            let game = options.table.attach(game)?;
            if number == 0 {
                self.name = game.info().name.to_owned();
            }
            let spec = PuzzleSpec {
                seed,
                count: if is_last { options.count.into() } else { 1 },
                kind: match (options.deepest, options.fastest) {
                    (true, _) => PuzzleKind::Deepest,
                    (_, true) => PuzzleKind::FastestWin,
                    _ => PuzzleKind::OnlyWin,
                },
                plies: options.plies.clone(),
            };
            for puzzle in game.puzzles(&spec, context)? {
                let view = game.view(&puzzle.position)?;
                self.pictures.push(output::picture(&view, &puzzle.position));
                self.puzzles.push(puzzle);
            }
            if is_last {
                break;
            }
        }
        Ok(())
    }

    fn print(&self, options: &PuzzleOptions, seed: u64) -> Result<(), Failure> {
        if options.json {
            return output::json(&PuzzlesOut {
                game: &self.name,
                seed,
                puzzles: &self.puzzles,
            });
        }
        let texts = self.puzzles.iter().zip(&self.pictures);
        let texts = texts.map(|(puzzle, picture)| text(&self.name, puzzle, picture, options));
        let mut text = texts.collect::<Vec<String>>().join("\n");
        if options.seed.is_none() {
            let _ = writeln!(text, "seed      {seed}");
        }
        output::text(&text)
    }
}

/// A random seed that is short enough to be typed.
fn any_seed() -> u64 {
    fastrand::u64(1..1_000_000)
}

fn parse_plies(text: &str) -> Result<RangeInclusive<u32>, String> {
    let wrong = || format!("expected a range of plies, e.g. 5..9, 5.. or 7, found `{text}`");
    let number = |word: &str, default: u32| match word.trim() {
        "" => Ok(default),
        word => word.parse().map_err(|_| wrong()),
    };
    let (min, max) = match text.split_once("..") {
        Some((min, max)) => (number(min, 0)?, number(max, u32::MAX)?),
        None => {
            let plies: u32 = text.trim().parse().map_err(|_| wrong())?;
            (plies, plies)
        }
    };
    if min > max {
        return Err(wrong());
    }
    Ok(min..=max)
}

fn text(game: &str, puzzle: &Puzzle, picture: &str, options: &PuzzleOptions) -> String {
    let mut text = title(game, &puzzle.set);
    let mover = puzzle.mover.as_deref().unwrap_or("you");
    let _ = writeln!(text, "\nposition  {}", puzzle.position);
    text += picture;
    let _ = writeln!(text, "to move   {mover}");
    let _ = writeln!(
        text,
        "question  one of {} moves wins{}{}: which?",
        Thousands(puzzle.moves),
        if options.fastest { " fastest," } else { "" },
        in_plies(puzzle.plies)
    );
    if options.solution {
        write_solution(&mut text, puzzle);
    }
    for note in &puzzle.notes {
        let _ = writeln!(text, "note      {note}");
    }
    text
}

fn write_solution(text: &mut String, puzzle: &Puzzle) {
    let solution = &puzzle.solution;
    let _ = writeln!(text, "solution  {}", solution.by);
    let line = solution.line.iter().take(LINE_SHOWN);
    let moves: Vec<&str> = line.map(|step| step.by.as_str()).collect();
    let is_cut = solution.is_line_cut || solution.line.len() > LINE_SHOWN;
    let dots = if is_cut { ", …" } else { "" };
    let _ = writeln!(text, "line      {}{dots}", moves.join(", "));
}
