//! `kibitz play`: a game in the terminal.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `game` | the flow: whose turn it is, and what a line does |
//! | `words` | what a line means |
//! | `lines` | where lines come from: a line editor, a pipe, a file |
//! | `tell` | what is said about moves, values and the end |

mod game;
mod lines;
mod tell;
mod words;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use clap::{Args, ValueEnum};
use kibitz_game::{Stop, Watch};
use kibitz_query::QueryError;
use kibitz_query::play::{Opponent, Play, Seat};

use super::open_game;
use crate::arguments::{Budget, GameOptions, RuleLimits};
use crate::board::Charset;
use crate::failure::{Failure, INTERRUPTED};
use crate::progress;
use game::{Game, Setup};
use lines::Lines;

#[derive(Debug, Args)]
#[command(
    after_help = "Type a move as it is written, its beginning, or its number in the list; \
    `help` lists what else can be typed. Without a terminal, moves and commands are read line \
    by line.\n\n\
    Examples:\n  kibitz play marbles\n  \
    kibitz play nine --second --strength 60\n  \
    kibitz play numbers --at 11111112/23333333 --values\n  \
    kibitz play boxes --side none --seed 1"
)]
pub(crate) struct PlayOptions {
    #[command(flatten)]
    game: GameOptions,
    /// The position to begin with; the game's start or first sample if absent
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    at: Option<String>,
    /// Which player you are
    #[arg(long, value_enum, default_value_t = Side::First)]
    side: Side,
    /// The computer begins: short for --side second
    #[arg(long, conflicts_with = "side")]
    second: bool,
    /// How well the computer plays, from 0 (any move) to 100 (perfectly): in
    /// so many of 100 moves it plays a best one, and any move otherwise
    #[arg(long, value_name = "0..100", default_value_t = 100,
          value_parser = clap::value_parser!(u8).range(0..=100))]
    strength: u8,
    /// Choose the computer's moves by this number, the same ones each time
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Show what each move is worth
    #[arg(long)]
    values: bool,
    /// Draw with plain letters only
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    limits: RuleLimits,
    #[command(flatten)]
    budget: Budget,
}

/// Who is played by a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    /// You begin
    First,
    /// The computer begins
    Second,
    /// Two people play
    Both,
    /// The computer plays against itself
    None,
}

impl Side {
    fn is_person(self, seat: Seat) -> bool {
        match self {
            Side::First => seat == Seat::First,
            Side::Second => seat == Seat::Second,
            Side::Both => true,
            Side::None => false,
        }
    }

    /// The seat of the only person.
    fn single(self) -> Option<Seat> {
        match self {
            Side::First => Some(Seat::First),
            Side::Second => Some(Seat::Second),
            Side::Both | Side::None => None,
        }
    }
}

pub(crate) fn run(options: &PlayOptions) -> Result<(), Failure> {
    let watch = progress::in_play(&options.budget);
    let session = open_game(&options.game, &options.limits, &watch, &[])?;
    let start = options.at.clone().unwrap_or_else(|| session.shown());
    let play = Play::new(&session, &start)?;
    let is_waiting = stop_on_interrupt(&watch);
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
    let seed = options.seed.unwrap_or_else(seed_of_the_day);
    let opponent = Opponent::new(options.strength, seed);
    let lines = Lines::open(is_waiting)?;
    match Game::new(play, opponent, setup, watch, lines).run() {
        // No message: nothing is lost by it.
        Err(Failure::Query(QueryError::Stop(Stop::Cancelled))) => {
            crate::output::text("\n")?;
            Err(Failure::Interrupted)
        }
        outcome => outcome,
    }
}

/// Stops what is being worked at on Ctrl-C, or ends the program where it only
/// waits for a line, which the flag says.
fn stop_on_interrupt(watch: &Watch) -> Arc<AtomicBool> {
    let is_waiting = Arc::new(AtomicBool::new(false));
    let (waits, stop) = (Arc::clone(&is_waiting), watch.stop_flag());
    // Without a handler Ctrl-C ends the process as it always does.
    let _ = ctrlc::set_handler(move || {
        let was_asked = stop.swap(true, Ordering::Relaxed);
        if was_asked || waits.load(Ordering::Relaxed) {
            let _ = crate::output::text("\n");
            std::process::exit(INTERRUPTED.into());
        }
    });
    is_waiting
}

/// Another number each time.
fn seed_of_the_day() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.map_or(0, |time| time.as_nanos() as u64)
}
