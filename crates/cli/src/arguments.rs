//! Command-line arguments.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use kibitz_game::RunContext;
use kibitz_query::{QueryError, Session, TableFile};
use kibitz_rules::fault::Limits;

use crate::command::build::BuildOptions;
use crate::command::check::CheckOptions;
use crate::command::completions::CompletionsOptions;
use crate::command::find::FindOptions;
use crate::command::generate::GenOptions;
use crate::command::guess::GuessOptions;
use crate::command::info::InfoOptions;
use crate::command::lint::LintOptions;
use crate::command::man::ManOptions;
use crate::command::merge::MergeOptions;
use crate::command::new::NewOptions;
#[cfg(feature = "cluster")]
use crate::command::plan::PlanOptions;
use crate::command::probe::ProbeOptions;
use crate::command::puzzle::PuzzleOptions;
#[cfg(feature = "server")]
use crate::command::serve::ServeOptions;
use crate::command::shim::ShimOptions;
use crate::command::table::TableOptions;
#[cfg(unix)]
use crate::command::verify::VerifyOptions;
use crate::failure::exit_codes_help;
use crate::memory;

/// Exact solver for two-player games
#[derive(Debug, Parser)]
#[command(
    name = "kibitz",
    version,
    about,
    after_help = "Examples:\n  \
        kibitz games\n  \
        kibitz solve numbers --at 11111112/23333333\n  \
        kibitz judge marbles samples/marbles.txt\n\n".to_owned()
        + &exit_codes_help() + "\n\
        See `kibitz COMMAND --help`."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The arguments with `judge` as the only command. A `judge` run takes a few
/// milliseconds, and building clap's description of all commands would be a
/// noticeable part of that.
#[derive(Debug, Parser)]
#[command(name = "kibitz")]
struct JudgeArguments {
    #[command(subcommand)]
    command: JudgeCommand,
}

#[derive(Debug, Subcommand)]
enum JudgeCommand {
    /// Answer contest input
    Judge(JudgeOptions),
}

impl Arguments {
    /// Parses the command line.
    ///
    /// # Errors
    /// Returns clap's error if the arguments are invalid, or if they ask for
    /// help or the version.
    pub(crate) fn from_command_line() -> Result<Arguments, clap::Error> {
        if std::env::args_os()
            .nth(1)
            .is_none_or(|name| name != "judge")
        {
            return Arguments::try_parse();
        }
        let JudgeCommand::Judge(options) = JudgeArguments::try_parse()?.command;
        Ok(Arguments {
            command: Command::Judge(options),
        })
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games, their parameters and how positions are written
    Games(GamesOptions),
    /// Solve a game and write its values to a table file
    Build(BuildOptions),
    /// Verify every value of a table file from the rules
    Check(CheckOptions),
    /// Generate random contest input
    Gen(GenOptions),
    /// Find the law behind a table
    Guess(GuessOptions),
    /// Describe a table file
    Info(InfoOptions),
    /// Let a program play against the solver: an interactive problem
    #[cfg(unix)]
    Interact(crate::command::interact::InteractOptions),
    /// Answer contest input
    Judge(JudgeOptions),
    /// Check a rule file, and test it at random positions
    Lint(LintOptions),
    /// Join the parts of a table that several processes have written
    Merge(MergeOptions),
    /// Write a template of a rule file
    New(NewOptions),
    /// Estimate what a solve by several processes takes
    #[cfg(feature = "cluster")]
    Plan(PlanOptions),
    /// Play in the terminal against a perfect or weaker opponent
    Play(crate::command::play::PlayOptions),
    /// Look up positions in a table file
    Probe(ProbeOptions),
    /// Serve the web interface and the HTTP API
    #[cfg(feature = "server")]
    Serve(ServeOptions),
    /// Print the `kibitz` Python module that rule files import under CPython
    Shim(ShimOptions),
    /// Analyse a position: value, moves, principal variation, explanation
    Solve(SolveOptions),
    /// Solve all positions and count them by value
    Stats(StatsOptions),
    /// Tabulate values over parameters or position fields
    Table(TableOptions),
    /// Find positions by value, plies, moves or Grundy value
    Find(FindOptions),
    /// Show a position with exactly one winning move
    Puzzle(PuzzleOptions),
    /// Test a conjecture or a contest solution against the solved game
    #[cfg(unix)]
    Verify(VerifyOptions),
    /// Print a shell completion script
    Completions(CompletionsOptions),
    /// Print a man page, or write all of them
    Man(ManOptions),
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  kibitz games\n  kibitz games nine --json")]
pub(crate) struct GamesOptions {
    /// Only this game
    pub(crate) game: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Reads standard input if no file is given. Cases before an invalid one are \
    answered; the error then gives the place in the input.\n\n\
    Examples:\n  kibitz judge boxes samples/boxes.txt\n  kibitz judge cf919f < samples/numbers.txt\n  \
    kibitz judge nim --strict samples/nim.txt"
)]
pub(crate) struct JudgeOptions {
    #[command(flatten)]
    pub(crate) game: GameOptions,
    /// Contest input; standard input if absent or -
    pub(crate) file: Option<PathBuf>,
    /// Answer only input that is exactly as the contest states: its lines and blanks,
    /// its limits and what it guarantees
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) budget: Budget,
}

#[derive(Debug, Args)]
#[command(
    after_help = "A move's value is for the player who makes it; moves are listed best first.\n\n\
    Examples:\n  kibitz solve marbles --at '*.../..../..../...*'\n  \
    kibitz solve boxes --input samples/boxes.txt --case 2 --json\n  \
    kibitz solve piles --set k=1 --at '1 2 3/2 2' --moves 5\n  \
    kibitz solve examples/subtraction.py --set n=30 --at left=7"
)]
pub(crate) struct SolveOptions {
    #[command(flatten)]
    pub(crate) game: GameOptions,
    /// Position [default: the game's start or first sample]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, conflicts_with_all = ["input", "case"])]
    pub(crate) at: Option<String>,
    /// Read the position from contest input
    #[arg(long, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
    /// Number of the case in the input, counted from 1
    #[arg(long, value_name = "N", requires = "input", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) case: u64,
    /// List at most N moves
    #[arg(long, value_name = "N")]
    pub(crate) moves: Option<usize>,
    /// Show at most N moves of the principal variation
    #[arg(long, value_name = "N")]
    pub(crate) line: Option<usize>,
    /// Explanation depth in winner's replies [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) replies: Option<usize>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) table: TableOption,
    #[command(flatten)]
    pub(crate) limits: RuleLimits,
    #[command(flatten)]
    pub(crate) budget: Budget,
}

#[derive(Debug, Args)]
#[command(
    after_help = "For unbounded games (boxes, piles, nim) and rule files, only positions reachable \
    from --at are counted.\n\n\
    Examples:\n  kibitz stats marbles\n  kibitz stats numbers --set cards=5 --set modulus=3\n  \
    kibitz stats piles --at '1 2 3/2 2'\n  kibitz stats examples/numbers.py --set cards=4"
)]
pub(crate) struct StatsOptions {
    #[command(flatten)]
    pub(crate) game: GameOptions,
    /// Count positions reachable from POSITION (for unbounded games)
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) at: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) table: TableOption,
    #[command(flatten)]
    pub(crate) limits: RuleLimits,
    #[command(flatten)]
    pub(crate) budget: Budget,
}

/// A game and its parameters.
#[derive(Debug, Args)]
pub(crate) struct GameOptions {
    /// A name or alias from `kibitz games`, or a rule file, e.g. mine.py
    pub(crate) game: String,
    /// Set a parameter of the game
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = parse_pair)]
    pub(crate) set: Vec<(String, String)>,
}

impl GameOptions {
    /// The parameters as pairs of name and value.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> + Clone {
        let set = self.set.iter();
        set.map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// A table file with the values of the game.
#[derive(Debug, Args)]
pub(crate) struct TableOption {
    /// Read the values from a table file that `build` has written
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

impl TableOption {
    /// The game with its values from the table file, if one is given.
    pub(crate) fn attach(&self, game: Session) -> Result<Session, QueryError> {
        match self.open()? {
            Some(table) => game.with_table(table),
            None => Ok(game),
        }
    }

    /// The table file, if one is given.
    pub(crate) fn open(&self) -> Result<Option<Arc<TableFile>>, QueryError> {
        let table = self.table.as_deref().map(TableFile::open).transpose()?;
        Ok(table.map(Arc::new))
    }
}

/// Limits of a single call of a function of a rule file.
#[derive(Debug, Args)]
pub(crate) struct RuleLimits {
    /// Rule files: maximum number of steps per call [default: 10000000]
    #[arg(long, value_name = "N")]
    pub(crate) fuel: Option<u64>,
    /// Rule files: maximum recursion depth [default: 1000]
    #[arg(long, value_name = "N")]
    recursion_limit: Option<u32>,
    /// Former name of `--recursion-limit` and, for the built-in games, of
    /// `solve --replies`
    #[arg(
        long,
        value_name = "N",
        hide = true,
        conflicts_with = "recursion_limit"
    )]
    pub(crate) depth: Option<u32>,
}

impl RuleLimits {
    pub(crate) fn limits(&self) -> Limits {
        let usual = Limits::default();
        Limits {
            fuel: self.fuel.unwrap_or(usual.fuel),
            depth: self.recursion_limit.or(self.depth).unwrap_or(usual.depth),
        }
    }
}

fn parse_pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) => Ok((name.trim().to_owned(), value.to_owned())),
        None => Err(format!("expected NAME=VALUE, found `{text}`")),
    }
}

/// Resource limits of a command, and its progress output.
#[derive(Debug, Args)]
pub(crate) struct Budget {
    /// Memory limit, e.g. 500MB or 8GiB [default: the smaller of 4 GiB and half
    /// of the machine's memory]
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = parse_size)]
    memory: Option<u64>,
    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, value_parser = parse_seconds)]
    pub(crate) time: Option<Duration>,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Progress output on standard error
    #[arg(long, value_enum, default_value_t = ProgressStyle::Auto)]
    pub(crate) progress: ProgressStyle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgressStyle {
    /// A progress bar if standard error is a terminal
    Auto,
    /// One JSON object per line
    Json,
    /// No progress output
    None,
}

impl Budget {
    /// A run context with these limits.
    pub(crate) fn context(&self) -> RunContext {
        let mut context = RunContext::new().memory(memory::budget(self.memory));
        if let Some(time) = self.time {
            context = context.time(time);
        }
        if let Some(threads) = self.threads {
            context = context.threads(threads.into());
        }
        context
    }
}

pub(crate) fn parse_size(text: &str) -> Result<u64, String> {
    let wrong = || format!("expected a size like 500MB or 8GiB, found `{text}`");
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 1u64,
        "k" | "kib" => 1 << 10,
        "kb" => 1_000,
        "m" | "mib" => 1 << 20,
        "mb" => 1_000_000,
        "g" | "gib" => 1 << 30,
        "gb" => 1_000_000_000,
        "t" | "tib" => 1 << 40,
        "tb" => 1_000_000_000_000,
        _ => return Err(wrong()),
    };
    let amount: f64 = digits.trim().parse().map_err(|_| wrong())?;
    let bytes = amount * unit as f64;
    if bytes.is_finite() && bytes >= 0.0 {
        Ok(bytes as u64)
    } else {
        Err(wrong())
    }
}

pub(crate) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.trim_end_matches('s').trim().parse().ok();
    seconds
        .and_then(|s| Duration::try_from_secs_f64(s).ok())
        .ok_or_else(|| format!("expected a number of seconds, found `{text}`"))
}

#[cfg(test)]
#[path = "../tests/fuzz/lines.rs"]
mod lines;

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, FromArgMatches};
    use kibitz_bruteforce::{Random, rounds};

    use super::{Arguments, lines};

    /// Random command lines are either parsed or rejected with a message.
    #[test]
    fn random_command_lines_are_parsed_or_rejected() {
        let command = Arguments::command();
        let (mut parsed, mut rejected) = (0, 0);
        for seed in 0..rounds(5_000, 300_000) {
            let line = lines::command_line(&mut Random(seed as u64));
            let words = std::iter::once("kibitz".to_owned()).chain(line.iter().cloned());
            let result = command
                .clone()
                .try_get_matches_from(words)
                .and_then(|matches| Arguments::from_arg_matches(&matches));
            match result {
                Ok(_) => parsed += 1,
                Err(problem) => {
                    let message = problem.render().to_string();
                    assert!(!message.trim().is_empty(), "seed {seed}: {line:?}");
                    rejected += 1;
                }
            }
        }
        assert!(
            parsed > rejected / 10 && rejected > parsed / 10,
            "{parsed} {rejected}"
        );
    }
}
