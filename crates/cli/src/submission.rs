//! Running an untrusted contest program: with limits, and without leaving
//! processes behind.
//!
//! | module | contents |
//! | --- | --- |
//! | `clock` | the time limit |
//! | `command_line` | resolves the program and its arguments |
//! | `dialogue` | talks to it line by line |
//! | `pipes` | writes its input, reads its output, enforces the time limit |
//! | `process_tree` | limits it, and kills it with all its descendants |
//! | `usage` | what it has used |

mod clock;
mod command_line;
mod dialogue;
mod pipes;
mod process_tree;
mod usage;

use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use kibitz_game::RunContext;
use kibitz_query::{ContestError, RunOutput, Termination};

use clock::Clock;
pub(crate) use command_line::{NoProgram, find};
pub(crate) use dialogue::{Dialogue, Reply};
use pipes::{Collected, EndReason};
use process_tree::Running;

/// A program with its arguments and limits.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    words: Vec<String>,
    limits: Limits,
}

/// Effectively infinite, yet small enough that adding it to an `Instant` cannot
/// overflow.
const MAX_TIME: Duration = Duration::from_secs(1_000_000_000);

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Processor time of a run, or wall-clock time of an answer in a dialogue.
    pub(crate) time: Duration,
    /// Address space in bytes.
    pub(crate) memory: u64,
}

impl Program {
    /// Resolves a command line.
    ///
    /// # Errors
    /// Returns an error if there is no such program.
    pub(crate) fn new(text: &str, limits: Limits) -> Result<Program, NoProgram> {
        let words = find(text)?;
        Ok(Program { words, limits })
    }

    fn start(&self) -> std::io::Result<Running> {
        let mut command = Command::new(&self.words[0]);
        command
            .args(&self.words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        process_tree::limit(&mut command, self.limits.memory);
        Running::start(&mut command)
    }

    /// Runs the program on an input.
    ///
    /// # Errors
    /// Returns an error if it cannot be run or the run is cancelled.
    pub(crate) fn run(
        &self,
        input: &[u8],
        max: usize,
        context: &RunContext,
    ) -> Result<RunOutput, ContestError> {
        let failed = |what: &str, error| ContestError::Program {
            what: format!("cannot {what} `{}`", self.words[0]),
            error,
        };
        let mut running = self.start().map_err(|e| failed("run", e))?;
        let limit = self.limits.time.min(MAX_TIME);
        let clock = Clock::new(running.pid(), limit);
        let collected = pipes::exchange(&mut running, input, max, clock, context);
        let exit = running.end().map_err(|e| failed("end", e))?;
        let Collected {
            output,
            stderr,
            reason,
        } = collected.map_err(|e| failed("talk to", e))?;
        let end = match reason {
            EndReason::Stopped(stop) => return Err(stop.into()),
            EndReason::OutOfTime => Termination::TimeLimit,
            EndReason::TooMuch => Termination::TooMuch,
            EndReason::Exited(_) if exit.usage.time > limit => Termination::TimeLimit,
            EndReason::Exited(status) if status.success() => Termination::Done,
            EndReason::Exited(status) => Termination::Crash {
                how: describe(status),
                stderr,
            },
        };
        Ok(RunOutput {
            output,
            end,
            usage: Some(exit.usage),
        })
    }
}

/// `exit code 3`, or `signal 11, SIGSEGV (…)`.
fn describe(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(number)) => match signal_name(number) {
            Some(name) => format!("signal {number}, {name}"),
            None => format!("signal {number}"),
        },
        (None, None) => status.to_string(),
    }
}

/// Names of common fatal signals.
fn signal_name(number: i32) -> Option<&'static str> {
    Some(match number {
        libc::SIGILL => "SIGILL (illegal instruction)",
        libc::SIGTRAP => "SIGTRAP",
        libc::SIGABRT => "SIGABRT (abort)",
        libc::SIGBUS => "SIGBUS",
        libc::SIGFPE => "SIGFPE (arithmetic error, e.g. division by zero)",
        libc::SIGKILL => "SIGKILL (possibly out of memory)",
        libc::SIGSEGV => "SIGSEGV (invalid memory access or stack overflow)",
        libc::SIGPIPE => "SIGPIPE",
        libc::SIGTERM => "SIGTERM",
        libc::SIGXCPU => "SIGXCPU",
        libc::SIGXFSZ => "SIGXFSZ",
        libc::SIGSYS => "SIGSYS",
        _ => return None,
    })
}
