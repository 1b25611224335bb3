//! A contestant's program: nothing is known about it, and nothing of it is left
//! behind.
//!
//! | file | what it does |
//! | --- | --- |
//! | `words` | from the command line to a program that can be started |
//! | `talk` | writes its input, reads its output, looks at the clock |
//! | `family` | limits it, and ends it with everything that it has started |

mod family;
mod talk;
mod words;

use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use kibitz_game::Watch;
use kibitz_query::{Contestant, End, QueryError, Run};

use talk::{Heard, Why};
pub(crate) use words::{NoProgram, find};

/// A program with its arguments, and what it may take.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    words: Vec<String>,
    limits: Limits,
}

/// Longer than anybody waits, and a time that the clock still knows.
const FOR_EVER: Duration = Duration::from_secs(1_000_000_000);

/// What a run may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Time on the clock.
    pub(crate) time: Duration,
    /// Bytes of memory.
    pub(crate) memory: u64,
}

impl Program {
    /// The program that somebody has named.
    ///
    /// # Errors
    /// Where there is none of this name.
    pub(crate) fn new(text: &str, limits: Limits) -> Result<Program, NoProgram> {
        let words = find(text)?;
        Ok(Program { words, limits })
    }

    fn start(&self) -> std::io::Result<Child> {
        let mut command = Command::new(&self.words[0]);
        command
            .args(&self.words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        family::limit(&mut command, self.limits.memory);
        family::adopt()?;
        command.spawn()
    }
}

/// A program that runs. Dropped, it is ended, and all its children are.
struct Running(Child);

impl Running {
    fn end(&mut self) -> std::io::Result<()> {
        family::end(&mut self.0)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

impl Contestant for Program {
    fn run(&mut self, input: &[u8], most: usize, watch: &Watch) -> Result<Run, QueryError> {
        let failed = |what: &str, error| QueryError::Program {
            what: format!("cannot {what} `{}`", self.words[0]),
            error,
        };
        let began = Instant::now();
        let child = self.start().map_err(|e| failed("run", e))?;
        let mut running = Running(child);
        let until = began + self.limits.time.min(FOR_EVER);
        let heard = talk::talk(&mut running.0, input, most, until, watch);
        running.end().map_err(|e| failed("end", e))?;
        let Heard {
            output,
            stderr,
            why,
        } = heard.map_err(|e| failed("talk to", e))?;
        let end = match why {
            Why::Stopped(stop) => return Err(stop.into()),
            Why::OutOfTime => End::TimeLimit,
            Why::TooMuch => End::TooMuch,
            Why::Exited(status) if status.success() => End::Done,
            Why::Exited(status) => End::Crash {
                how: describe(status),
                stderr,
            },
        };
        Ok(Run { output, end })
    }
}

/// `exit code 3`, or `signal 11 (SIGSEGV)`.
fn describe(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(number)) => match signal_name(number) {
            Some(name) => format!("signal {number} ({name})"),
            None => format!("signal {number}"),
        },
        (None, None) => status.to_string(),
    }
}

/// The names of the signals that programs end by.
fn signal_name(number: i32) -> Option<&'static str> {
    Some(match number {
        libc::SIGILL => "SIGILL, an instruction that is none",
        libc::SIGTRAP => "SIGTRAP",
        libc::SIGABRT => "SIGABRT, it gave up",
        libc::SIGBUS => "SIGBUS",
        libc::SIGFPE => "SIGFPE, a division by zero or the like",
        libc::SIGKILL => "SIGKILL, perhaps out of memory",
        libc::SIGSEGV => "SIGSEGV, memory that is not its own or too deep a recursion",
        libc::SIGPIPE => "SIGPIPE",
        libc::SIGTERM => "SIGTERM",
        libc::SIGXCPU => "SIGXCPU",
        libc::SIGXFSZ => "SIGXFSZ",
        libc::SIGSYS => "SIGSYS",
        _ => return None,
    })
}
