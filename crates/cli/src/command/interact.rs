//! `kibitz interact`: an interactive problem; a program plays against the solver.
//!
//! | module | contents |
//! | --- | --- |
//! | `game` | one game: the protocol, and the program's moves |
//! | `show` | output as text and as JSON |

mod game;
mod show;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use kibitz_game::RunContext;
use kibitz_query::Session;
use kibitz_query::play::{Opponent, Seat};

use super::{open_game, open_input};
use crate::arguments::{Budget, GameOptions, RuleLimits, TableOption, parse_seconds, parse_size};
use crate::failure::Failure;
use crate::output;
use crate::progress;
use crate::submission::{Limits, Program};
use game::{Outcome, Table, Verdict};

#[derive(Debug, Args)]
#[command(
    after_help = "The program reads lines from standard input and prints its moves, one on a \
    line; it must flush its output after each.\n\n  \
    start POSITION   the first line: the position in which the first player moves\n  \
    move MOVE        the opponent has made this move\n  \
    turn POSITION    the program is to move in this position: it prints a move\n  \
    end RESULT       the game is over: win, draw or loss for the program\n\n\
    Positions and moves are written as by `kibitz solve`; as in `kibitz play`, case and spaces of \
    moves are ignored and a unique prefix suffices. A forced pass is printed, too. A position that \
    occurs three times is a draw.\n\n\
    The program is accepted if its result, in score play its score, is at least what perfect play \
    gives it. With --testlib \
    the verdict is printed on standard error and the exit code is testlib's: 0 accepted, 1 a worse \
    result or an illegal move, 2 no move, 3 an error that is not the program's.\n\n\
    Examples:\n  kibitz interact examples/subtraction.py --side second --exec 'yes take 1'\n  \
    kibitz interact examples/subtraction.py --set n=8 --exec 'yes take 2' --opponent traps --games 20\n  \
    kibitz interact examples/subtraction.py --set n=1 --exec 'echo take 1' --testlib"
)]
pub(crate) struct InteractOptions {
    #[command(flatten)]
    game: GameOptions,
    /// Program that plays, e.g. ./solution or 'python3 solution.py'
    #[arg(long, value_name = "PROGRAM", required = true)]
    exec: String,
    /// Start position [default: the game's start or first sample]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, conflicts_with_all = ["input", "case"])]
    at: Option<String>,
    /// Read the start position from contest input
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Number of the case in the input, counted from 1
    #[arg(long, value_name = "N", requires = "input", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..))]
    case: u64,
    /// The program's side
    #[arg(long, value_enum, default_value_t = Side::First)]
    side: Side,
    /// How the opponent plays
    #[arg(long, value_enum, default_value_t = Style::Perfect)]
    opponent: Style,
    /// Number of games, up to the first that is not accepted
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Random seed of the opponent's first game; the next games have the next seeds
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Longer games are draws
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    moves: u64,
    /// Time limit of each move, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = parse_seconds)]
    limit: Duration,
    /// Memory limit of the program (address space), e.g. 256MB
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = parse_size)]
    limit_memory: u64,
    /// Print the verdict on standard error and exit with testlib's codes
    #[arg(long, conflicts_with = "json")]
    testlib: bool,
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

/// The program's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    /// The program moves first
    First,
    /// The opponent moves first
    Second,
}

/// How the opponent plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Style {
    /// A random one of the best moves
    Perfect,
    /// A random move
    Random,
    /// Of the moves that keep the result or score, one after which the fewest replies keep it
    Traps,
}

/// testlib's exit code for an error of the judge.
const JUDGE_FAILED: u8 = 3;

pub(crate) fn run(options: &InteractOptions) -> Result<(), Failure> {
    match play(options) {
        Err(failure) if options.testlib && !matches!(failure, Failure::Status(_)) => {
            failure.print();
            Err(Failure::Status(JUDGE_FAILED))
        }
        done => done,
    }
}

fn play(options: &InteractOptions) -> Result<(), Failure> {
    let context = progress::graceful_context(&options.budget);
    let (session, start) = open(options, &context)?;
    let limits = Limits {
        time: options.limit,
        memory: options.limit_memory,
    };
    let program = Program::new(&options.exec, limits)
        .map_err(|e| Failure::Usage(format!("--exec: {e}"), e.help))?;
    let table = Table {
        session: &session,
        start: &start,
        seat: match options.side {
            Side::First => Seat::First,
            Side::Second => Seat::Second,
        },
        max_moves: options.moves,
        limit: options.limit,
        context: &context,
    };
    let mut last = None;
    for number in 0..options.games {
        let seed = options.seed.wrapping_add(number);
        let mut opponent = match options.opponent {
            Style::Perfect => Opponent::new(100, seed),
            Style::Random => Opponent::new(0, seed),
            Style::Traps => Opponent::trapping(seed),
        };
        let outcome = table.play(&program, &mut opponent)?;
        let is_accepted = outcome.verdict == Verdict::Accepted;
        last = Some((number, seed, outcome));
        if !is_accepted {
            break;
        }
    }
    let Some((number, seed, outcome)) = last else {
        return Ok(());
    };
    let shown = show::Shown {
        session: &session,
        options,
        start: &start,
        game: number + 1,
        seed,
        outcome: &outcome,
    };
    report(options, &shown, &outcome)
}

fn report(
    options: &InteractOptions,
    shown: &show::Shown<'_>,
    outcome: &Outcome,
) -> Result<(), Failure> {
    if options.testlib {
        eprintln!("{}", shown.testlib());
        return match outcome.verdict.testlib_code() {
            0 => Ok(()),
            code => Err(Failure::Status(code)),
        };
    }
    match options.json {
        true => output::json(&shown.document())?,
        false => output::text(&shown.text())?,
    }
    match outcome.verdict {
        Verdict::Accepted => Ok(()),
        _ => Err(Failure::Refuted),
    }
}

/// The game and the start position.
fn open(options: &InteractOptions, context: &RunContext) -> Result<(Session, String), Failure> {
    let open = |more: &[(String, String)]| {
        let game = open_game(&options.game, &options.limits, context, more)?;
        options.table.attach(game)
    };
    let game = open(&[])?;
    if options.input.is_none() {
        let start = options.at.clone();
        let start = start.unwrap_or_else(|| game.default_position());
        return Ok((game, start));
    }
    let mut input = open_input(options.input.as_deref(), context)?;
    let query = game.case(&mut input, options.case)?;
    Ok((open(&query.set)?, query.position))
}
