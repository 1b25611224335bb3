//! Error messages and exit codes.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue};
#[cfg(feature = "cluster")]
use kibitz_cluster::{ClusterError, WriteError};
use kibitz_game::contest::{BadInput, InputError, SizeError};
use kibitz_game::{SettingError, Shortage, StopReason, TextError};
use kibitz_query::{ContestError, QueryError, TableError, did_you_mean};
use kibitz_rules::fault::Limit;
use kibitz_rules::source::Excerpt;
use kibitz_solve::SolveError;

use crate::arguments::Arguments;
use crate::progress::{last_progress, watchdog};
use crate::standard;

/// A negative result: refuted, wrong, or nonexistent.
const NO: u8 = 1;
/// Usage error or invalid input.
const BAD_INPUT: u8 = 2;
/// A limit was reached.
const OVER_BUDGET: u8 = 3;
/// System error.
const SYSTEM: u8 = 4;
/// 128 + SIGINT, as shells report a process ended by Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

/// All exit codes with their meanings.
pub(crate) const EXIT_CODES: [(u8, &str); 6] = [
    (0, "success"),
    (
        NO,
        "negative result: a claim or a program is wrong, or no such puzzle exists",
    ),
    (BAD_INPUT, "usage error or invalid input"),
    (
        OVER_BUDGET,
        "limit reached: --time, --memory, --fuel or --recursion-limit",
    ),
    (
        SYSTEM,
        "system error: a file cannot be read, or the output cannot be written",
    ),
    (INTERRUPTED, "interrupted by Ctrl-C or a termination signal"),
];

/// Heading of the exit codes in help texts.
pub(crate) const EXIT_CODES_HEADING: &str = "Exit codes:";

/// The exit codes, one per line.
pub(crate) fn exit_codes_help() -> String {
    let lines = EXIT_CODES.map(|(code, meaning)| format!("  {code:<4} {meaning}\n"));
    format!("{EXIT_CODES_HEADING}\n{}", lines.concat())
}

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    Query(QueryError),
    /// A limit was reached, or the user interrupted; the directory has a checkpoint.
    Resumable(StopReason, PathBuf),
    /// A solve by several processes failed; if a directory is given, it has checkpoints.
    #[cfg(feature = "cluster")]
    Cluster(ClusterError, Option<PathBuf>),
    /// A case that can be judged, but not displayed as a position.
    Case(u64, TextError),
    /// A file cannot be opened or written.
    System(anyhow::Error),
    /// Standard output cannot be written.
    Output(io::Error),
    /// The result is negative and has been printed.
    Refuted,
    /// The message has been printed; the exit code is one that the user asked for.
    Status(u8),
    /// Interrupted, with no message to print.
    Interrupted,
    /// Invalid command line: the message, and advice.
    Usage(String, Option<String>),
}

impl From<QueryError> for Failure {
    fn from(error: QueryError) -> Failure {
        match error {
            QueryError::Output(error) => Failure::Output(error),
            other => Failure::Query(other),
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::System(error)
    }
}

impl Failure {
    /// Prints the message to standard error; returns the exit code of `main`.
    pub(crate) fn report(&self) -> ExitCode {
        watchdog::output_begins();
        ExitCode::from(self.print())
    }

    /// Prints the message to standard error and returns the exit code.
    pub(crate) fn print(&self) -> u8 {
        let (code, message) = match self {
            // EPIPE: the reader closed the pipe, e.g. `| head`; exit successfully.
            Failure::Output(e) if e.kind() == io::ErrorKind::BrokenPipe => return 0,
            Failure::Output(e) => (SYSTEM, error(&format!("cannot write the output: {e}"))),
            Failure::System(e) => (SYSTEM, error(&format!("{e:#}"))),
            Failure::Case(number, problem) => (
                BAD_INPUT,
                error(&format!("case {number} cannot be displayed: {problem}")),
            ),
            Failure::Query(e) => describe(e),
            Failure::Resumable(stop, directory) => {
                let (code, message) = stopped(stop);
                (code, message + &continues(directory))
            }
            #[cfg(feature = "cluster")]
            Failure::Cluster(problem, directory) => {
                let (code, message) = cluster(problem);
                let note = directory.as_ref().map(|directory| continues(directory));
                (code, message + &note.unwrap_or_default())
            }
            Failure::Refuted => return NO,
            Failure::Status(code) => return *code,
            Failure::Interrupted => return INTERRUPTED,
            Failure::Usage(message, advice) => {
                let advice = advice.as_deref().map(help).unwrap_or_default();
                (BAD_INPUT, error(message) + &advice)
            }
        };
        let _ = anstream::stderr().write_all(message.as_bytes());
        code
    }
}

/// Prints an error of clap, help, or the version; returns the exit code.
pub(crate) fn usage(problem: &clap::Error) -> ExitCode {
    if let Some(message) = no_such_command(problem) {
        let _ = anstream::stderr().write_all(message.as_bytes());
        return ExitCode::from(BAD_INPUT);
    }
    if problem.use_stderr() {
        let _ = problem.print();
        return ExitCode::from(BAD_INPUT);
    }
    match standard::check_output().and_then(|()| problem.print()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => Failure::Output(error).report(),
    }
}

/// The message for an unknown command, with a similar name if there is one.
fn no_such_command(problem: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(name)) = problem.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    let command = Arguments::command();
    let advice = match did_you_mean(name, command.get_subcommands().map(clap::Command::get_name)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`kibitz --help` lists the commands".to_owned(),
    };
    Some(error(&format!("no command `{name}`")) + &help(&advice))
}

const RED: &str = "\x1b[1;31m";
const BLUE: &str = "\x1b[1;34m";
const PLAIN: &str = "\x1b[0m";

fn error(message: &str) -> String {
    format!("{RED}error{PLAIN}: {message}\n")
}

fn note(text: &str) -> String {
    format!("  {BLUE}={PLAIN} {text}\n")
}

fn help(text: &str) -> String {
    format!("  {BLUE}={PLAIN} help: {text}\n")
}

fn describe(failure: &QueryError) -> (u8, String) {
    match failure {
        QueryError::NoSuchGame { name, near } => {
            let advice = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => "`kibitz games` lists the games".to_owned(),
            };
            (
                BAD_INPUT,
                error(&format!("no game `{name}`")) + &help(&advice),
            )
        }
        QueryError::Unreadable { .. } => (SYSTEM, error(&failure.to_string())),
        QueryError::NotText { .. } => (BAD_INPUT, error(&failure.to_string())),
        QueryError::Rules(e) if e.is_limit() => (OVER_BUDGET, error(&rules(e))),
        QueryError::Rules(e) => (BAD_INPUT, error(&rules(e))),
        QueryError::Setting(e) => (BAD_INPUT, setting(e)),
        QueryError::Position { text, problem } => {
            let mut message = error(&format!("invalid position: {problem}"));
            message += &excerpt("--at", text, problem);
            (BAD_INPUT, message)
        }
        QueryError::Argument {
            flag,
            text,
            problem,
        } => {
            let message = error(&format!("{flag}: {problem}"));
            (BAD_INPUT, message + &excerpt(flag, text, problem))
        }
        QueryError::Unavailable { notes, .. } => {
            let notes: String = notes.iter().map(|note| help(note)).collect();
            (BAD_INPUT, error(&failure.to_string()) + &notes)
        }
        QueryError::NoPuzzle { .. } => (NO, error(&failure.to_string())),
        QueryError::Contest(failure) => contest(failure),
        QueryError::Table(TableError::Unreadable { .. }) | QueryError::TableNotWritten(_) => {
            (SYSTEM, error(&failure.to_string()))
        }
        QueryError::NoMoves
        | QueryError::Guess(_)
        | QueryError::Holes { .. }
        | QueryError::NoTable(_)
        | QueryError::NoUnmoves(_)
        | QueryError::WholeTable { .. }
        | QueryError::Table(_)
        | QueryError::OtherTable { .. }
        | QueryError::NotChecked(_)
        | QueryError::NoContest(_)
        | QueryError::NoMap(_)
        | QueryError::NoGenerator(_) => (BAD_INPUT, error(&failure.to_string())),
        QueryError::Output(_) => (SYSTEM, error(&failure.to_string())),
        QueryError::Stop(stop) => stopped(stop),
        QueryError::Solve(SolveError::TooLarge { .. } | SolveError::Unfit { .. }) => {
            (OVER_BUDGET, error(&failure.to_string()))
        }
        QueryError::Solve(SolveError::Disk(_)) => (SYSTEM, error(&failure.to_string())),
        QueryError::Solve(_) => (BAD_INPUT, error(&failure.to_string())),
    }
}

/// The note that a run can be continued.
fn continues(directory: &Path) -> String {
    let directory = directory.display();
    note(&format!(
        "the same command continues from the checkpoint in {directory}"
    ))
}

/// Exit code and message of an error of several processes.
#[cfg(feature = "cluster")]
fn cluster(failure: &ClusterError) -> (u8, String) {
    match failure {
        ClusterError::Solve(SolveError::Stop(stop)) => stopped(stop),
        ClusterError::Write(WriteError::Stop(stop)) => stopped(stop),
        ClusterError::Solve(SolveError::TooLarge { .. } | SolveError::Unfit { .. }) => {
            (OVER_BUDGET, error(&failure.to_string()))
        }
        ClusterError::Solve(SolveError::Disk(_))
        | ClusterError::Write(_)
        | ClusterError::Peer(_) => (SYSTEM, error(&failure.to_string())),
        ClusterError::Solve(_) | ClusterError::Setup(_) | ClusterError::Refused(_) => {
            (BAD_INPUT, error(&failure.to_string()))
        }
    }
}

/// Exit code and message of an error of a contest.
fn contest(failure: &ContestError) -> (u8, String) {
    match failure {
        ContestError::Input(InputError::Bad(bad)) => (BAD_INPUT, bad_input(bad)),
        ContestError::Size(e) => (BAD_INPUT, size(e)),
        ContestError::Program { error: e, .. } => program(e, &failure.to_string()),
        ContestError::NoSuchCase { .. }
        | ContestError::Strict { .. }
        | ContestError::Reference(_) => (BAD_INPUT, error(&failure.to_string())),
        _ => (SYSTEM, error(&failure.to_string())),
    }
}

/// The diagnostic or fault of a rule file; if a limit was reached, its help names
/// the option that raises it.
pub(crate) fn rules(failure: &kibitz_rules::Failure) -> String {
    let option = match failure.limit() {
        None => return failure.to_string(),
        Some(Limit::Fuel(steps)) => format!("--fuel {}", steps.max(1).saturating_mul(10)),
        Some(Limit::Depth(calls)) => {
            format!("--recursion-limit {}", u64::from(calls.max(1)) * 10)
        }
    };
    let mut diagnostic = failure.what().clone();
    if let Some(help) = &mut diagnostic.help {
        *help += &format!(": {option}");
    }
    diagnostic.render(failure.source())
}

fn stopped(stop: &StopReason) -> (u8, String) {
    let message = error(&stop.to_string());
    let far = || last_progress().map(|far| note(&far)).unwrap_or_default();
    match stop {
        StopReason::Cancelled => (INTERRUPTED, message + &far()),
        StopReason::OutOfTime(_) => {
            let message = error(&format!("{stop}; raise --time"));
            (OVER_BUDGET, message + &far())
        }
        StopReason::OutOfMemory { short, .. } => {
            let advice = help(&format!("raise the limit, e.g. --memory {}", enough(short)));
            (OVER_BUDGET, message + &advice)
        }
        StopReason::Refused { .. } => {
            let advice = help("free memory, or set --memory to what the machine has");
            (SYSTEM, message + &advice)
        }
    }
}

/// A limit that permits a refused reservation, as an argument: a power of two.
fn enough(short: &Shortage) -> String {
    const MIB: u64 = 1 << 20;
    let bytes = short.requested.saturating_add(short.own);
    let bytes = bytes.max(short.budget.saturating_add(1));
    match bytes.div_ceil(MIB).next_power_of_two() {
        mib if mib < 1 << 10 => format!("{mib}MiB"),
        mib => format!("{}GiB", mib >> 10),
    }
}

fn setting(problem: &SettingError) -> String {
    match problem {
        SettingError::Unknown { name, known } => {
            let advice = match did_you_mean(name, known.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None if known.is_empty() => "the game has no parameters".to_owned(),
                None => format!("the parameters are {}", known.join(", ")),
            };
            error(&problem.to_string()) + &help(&advice)
        }
        SettingError::Twice(_) => error(&problem.to_string()),
        SettingError::Value {
            name,
            value,
            problem,
        } => {
            let message = error(&format!("--set {name}: {problem}"));
            message + &excerpt(&format!("--set {name}="), value, problem)
        }
    }
}

fn size(problem: &SizeError) -> String {
    let message = error(&problem.to_string());
    match problem {
        SizeError::Unknown { name, known } => {
            let advice = match did_you_mean(name, known.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None if known.is_empty() => {
                    "cases of this game have no sizes; use its parameters (--set)".to_owned()
                }
                None => format!("the sizes are {}", known.join(", ")),
            };
            message + &help(&advice)
        }
        SizeError::Twice(_) | SizeError::Range { .. } => message,
        SizeError::NoCase => message + &help("check `limits` and the asserts in `start`"),
    }
}

/// A program that cannot be started is a usage error if it is missing or not
/// executable, and a system error otherwise.
fn program(problem: &io::Error, message: &str) -> (u8, String) {
    use io::ErrorKind::{NotFound, PermissionDenied};
    match problem.kind() {
        NotFound | PermissionDenied => (BAD_INPUT, error(message)),
        _ => (SYSTEM, error(message)),
    }
}

/// Prints an argument with carets under the invalid part.
fn excerpt(flag: &str, text: &str, problem: &TextError) -> String {
    let before = text.get(..problem.at.start).unwrap_or("").chars().count();
    let width = text
        .get(problem.at.clone())
        .unwrap_or("")
        .chars()
        .count()
        .max(1);
    // Control characters would break the line or its alignment with the carets.
    let shown = |c: char| if c.is_control() { ' ' } else { c };
    let line: String = text.chars().map(shown).collect();
    let mut lines = pointed(flag, &line, before, width);
    if let Some(advice) = &problem.help {
        lines += &help(advice);
    }
    lines
}

/// Prints a line, clipped if it is long, with carets under a part of it.
fn pointed(label: &str, line: &str, before: usize, width: usize) -> String {
    let Excerpt {
        text: line,
        before,
        width,
    } = Excerpt::around(line, before, width);
    let margin = " ".repeat(label.chars().count());
    let place = " ".repeat(before);
    let carets = "^".repeat(width);
    format!(
        "{margin} {BLUE}|{PLAIN}\n\
         {BLUE}{label} |{PLAIN} {line}\n\
         {margin} {BLUE}|{PLAIN} {place}{RED}{carets}{PLAIN}\n"
    )
}

fn bad_input(bad: &BadInput) -> String {
    let mut message = error(&format!("expected {}, found {}", bad.expected, bad.found));
    let number = bad.line.to_string();
    let margin = " ".repeat(number.len());
    message += &format!(
        "{margin}{BLUE}-->{PLAIN} {}:{}:{}\n",
        bad.name, bad.line, bad.column
    );
    message += &pointed(&number, &bad.excerpt, bad.caret, bad.width);
    if let Some(case) = bad.case {
        message += &format!("{margin} {BLUE}={PLAIN} in case {case}\n");
    }
    message
}
