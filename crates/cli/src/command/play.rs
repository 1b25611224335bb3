//! `kibitz play`: an interactive game in the terminal.
//!
//! | module | contents |
//! | --- | --- |
//! | `game` | main loop: turns, and execution of input lines |
//! | `commands` | parsing of input lines |
//! | `line_reader` | input: a line editor, a pipe or a file |
//! | `messages` | texts about moves, values and the result |

mod commands;
mod game;
mod line_reader;
mod messages;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use clap::{Args, ValueEnum};
use kibitz_game::{RunContext, StopReason};
use kibitz_query::QueryError;
use kibitz_query::play::{GameRecord, Opponent, Seat};

use super::open_game;
use crate::arguments::{Budget, GameOptions, RuleLimits, TableOption};
use crate::board::Charset;
use crate::failure::{Failure, INTERRUPTED};
use crate::progress;
use game::{Game, Setup};
use line_reader::Lines;

#[derive(Debug, Args)]
#[command(
    after_help = "Type a move, a unique prefix of it, or its number in the list; `help` lists the \
    other commands. If standard input is not a terminal, moves and commands are read line by \
    line.\n\n\
    Examples:\n  kibitz play marbles\n  \
    kibitz play nine --second --strength 60\n  \
    kibitz play numbers --at 11111112/23333333 --values\n  \
    kibitz play boxes --side none --seed 1"
)]
pub(crate) struct PlayOptions {
    #[command(flatten)]
    game: GameOptions,
    /// Start position [default: the game's start or first sample]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    at: Option<String>,
    /// Your side
    #[arg(long, value_enum, default_value_t = Side::First)]
    side: Side,
    /// The computer moves first: short for --side second
    #[arg(long, conflicts_with = "side")]
    second: bool,
    /// Probability in percent that the computer plays an optimal move, else a
    /// uniformly random one
    #[arg(long, value_name = "0..100", default_value_t = 100,
          value_parser = clap::value_parser!(u8).range(0..=100))]
    strength: u8,
    /// Random seed of the computer's moves [default: from the clock]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Show the value of each move
    #[arg(long)]
    values: bool,
    /// Use ASCII characters only
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    table: TableOption,
    #[command(flatten)]
    limits: RuleLimits,
    #[command(flatten)]
    budget: Budget,
}

/// Which players are human.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    /// You move first
    First,
    /// The computer moves first
    Second,
    /// Two human players
    Both,
    /// The computer plays against itself
    None,
}

impl Side {
    fn is_human(self, seat: Seat) -> bool {
        match self {
            Side::First => seat == Seat::First,
            Side::Second => seat == Seat::Second,
            Side::Both => true,
            Side::None => false,
        }
    }

    /// The seat of the only human player.
    fn single(self) -> Option<Seat> {
        match self {
            Side::First => Some(Seat::First),
            Side::Second => Some(Seat::Second),
            Side::Both | Side::None => None,
        }
    }
}

pub(crate) fn run(options: &PlayOptions) -> Result<(), Failure> {
    let context = progress::interactive_context(&options.budget);
    let session =
        options
            .table
            .attach(open_game(&options.game, &options.limits, &context, &[])?)?;
    let start = options
        .at
        .clone()
        .unwrap_or_else(|| session.default_position());
    let play = GameRecord::new(&session, &start)?;
    let is_waiting = stop_on_interrupt(&context);
    let setup = Setup {
        side: match options.second {
            true => Side::Second,
            false => options.side,
        },
        strength: options.strength,
        shows_values: options.values,
        charset: match options.ascii {
            true => Charset::Ascii,
            false => Charset::Unicode,
        },
        game: options.game.game.clone(),
        set: options.game.set.clone(),
    };
    let seed = options.seed.unwrap_or_else(clock_seed);
    let opponent = Opponent::new(options.strength, seed);
    let lines = Lines::open(is_waiting)?;
    match Game::new(play, opponent, setup, context, lines).run() {
        // No error message: leaving a game is not a failure.
        Err(Failure::Query(QueryError::Stop(StopReason::Cancelled))) => {
            crate::output::text("\n")?;
            Err(Failure::Interrupted)
        }
        outcome => outcome,
    }
}

/// Installs a Ctrl-C handler that cancels a computation, or exits if the program
/// is waiting for input, which the returned flag signals.
fn stop_on_interrupt(context: &RunContext) -> Arc<AtomicBool> {
    let is_waiting = Arc::new(AtomicBool::new(false));
    let (waits, stop) = (Arc::clone(&is_waiting), context.stop_flag());
    // If no handler can be set, Ctrl-C terminates as usual.
    let _ = ctrlc::set_handler(move || {
        let was_asked = stop.swap(true, Ordering::Relaxed);
        if was_asked || waits.load(Ordering::Relaxed) {
            let _ = crate::output::text("\n");
            std::process::exit(INTERRUPTED.into());
        }
    });
    is_waiting
}

/// A seed from the clock.
fn clock_seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.map_or(0, |time| time.as_nanos() as u64)
}
