//! Pipe I/O with a program that may read slowly or not at all, write without end,
//! or never terminate.
//!
//! Single-threaded and non-blocking: `poll` waits with a timeout short enough to
//! check the time limit and the run context regularly.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::process::{ChildStdin, ExitStatus};
use std::time::{Duration, Instant};

use kibitz_game::{RunContext, StopReason};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;

use super::clock::Clock;
use super::process_tree::Running;

/// Interval between checks of the time limit and the run context.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The same once the program has closed its outputs and is about to exit.
pub(super) const EXIT_POLL_INTERVAL: Duration = Duration::from_millis(1);
/// Maximum number of bytes per read or write.
const CHUNK: usize = 1 << 16;
/// Number of bytes kept of the end of standard error.
const TAIL: usize = 2048;

/// The output of a program.
pub(super) struct Collected {
    /// Standard output.
    pub(super) output: Vec<u8>,
    /// The end of standard error.
    pub(super) stderr: String,
    /// Why reading ended.
    pub(super) reason: EndReason,
}

/// Why reading ended.
pub(super) enum EndReason {
    Exited(ExitStatus),
    OutOfTime,
    TooMuch,
    Stopped(StopReason),
}

/// Feeds a program and collects its output until it exits or a limit is reached.
/// Its descendants, or the program itself, may still be running afterwards.
pub(super) fn exchange(
    running: &mut Running,
    input: &[u8],
    max: usize,
    clock: Clock,
    context: &RunContext,
) -> io::Result<Collected> {
    let mut pipes = Pipes::new(running, max)?;
    let reason = pipes.exchange(running, input, clock, context)?;
    Ok(Collected {
        stderr: pipes.errors(),
        output: pipes.output.bytes,
        reason,
    })
}

/// The pipes of a program.
pub(super) struct Pipes {
    /// `None` once everything is written or the pipe is closed.
    stdin: Option<ChildStdin>,
    output: Pipe<std::process::ChildStdout>,
    stderr: Pipe<std::process::ChildStderr>,
    chunk: Vec<u8>,
}

/// An output of the program.
struct Pipe<R> {
    /// `None` once it is closed.
    end: Option<R>,
    bytes: Vec<u8>,
    /// Reading stops when this length is exceeded.
    max: usize,
}

/// What a program says in a dialogue.
pub(crate) enum Reply {
    /// A line, without its line end.
    Line(Vec<u8>),
    /// It has closed its output.
    Closed,
    OutOfTime,
    /// A line is longer than the limit.
    TooLong,
    Stopped(StopReason),
}

impl Pipes {
    /// Takes the pipes of a program; `max` limits what is kept of its output.
    pub(super) fn new(running: &mut Running, max: usize) -> io::Result<Pipes> {
        let child = running.child();
        Ok(Pipes {
            stdin: child.stdin.take().map(nonblocking).transpose()?,
            output: Pipe::new(child.stdout.take(), max)?,
            stderr: Pipe::new(child.stderr.take(), usize::MAX)?,
            chunk: vec![0; CHUNK],
        })
    }

    /// The end of standard error.
    pub(super) fn errors(&self) -> String {
        String::from_utf8_lossy(&self.stderr.bytes)
            .trim_end()
            .to_owned()
    }

    fn exchange(
        &mut self,
        running: &mut Running,
        mut input: &[u8],
        mut clock: Clock,
        context: &RunContext,
    ) -> io::Result<EndReason> {
        loop {
            if let Err(stop) = context.check() {
                return Ok(EndReason::Stopped(stop));
            }
            // Before reading the pipes: if it has exited, all its output is in them.
            let ended = running.exited()?;
            self.read()?;
            if self.output.is_full() {
                return Ok(EndReason::TooMuch);
            }
            if let Some(status) = ended {
                return Ok(EndReason::Exited(status));
            }
            if clock.is_over() {
                return Ok(EndReason::OutOfTime);
            }
            self.write(&mut input);
            if input.is_empty() {
                self.stdin = None;
            }
            self.wait(!input.is_empty(), clock.next())?;
        }
    }

    /// Writes some input and reads the next line of output.
    pub(super) fn ask(
        &mut self,
        mut input: &[u8],
        until: Instant,
        context: &RunContext,
    ) -> io::Result<Reply> {
        loop {
            if let Err(stop) = context.check() {
                return Ok(Reply::Stopped(stop));
            }
            self.write(&mut input);
            self.read()?;
            if input.is_empty()
                && let Some(line) = self.output.line()
            {
                return Ok(Reply::Line(line));
            }
            if self.output.is_full() {
                return Ok(Reply::TooLong);
            }
            if self.output.end.is_none() {
                let rest = std::mem::take(&mut self.output.bytes);
                return Ok(if rest.is_empty() {
                    Reply::Closed
                } else {
                    Reply::Line(rest)
                });
            }
            if Instant::now() >= until {
                return Ok(Reply::OutOfTime);
            }
            self.wait(!input.is_empty(), until)?;
        }
    }

    /// Closes standard input, and reads standard error until the program has closed it.
    pub(super) fn close(&mut self, input: &[u8], until: Instant) -> io::Result<()> {
        let mut input = input;
        self.write(&mut input);
        self.stdin = None;
        while self.stderr.end.is_some() && Instant::now() < until {
            self.read()?;
            self.output.bytes.clear();
            self.wait(false, until)?;
        }
        Ok(())
    }

    /// Reads what is available, of standard output up to its limit.
    fn read(&mut self) -> io::Result<()> {
        self.output.read(&mut self.chunk, |_| {})?;
        self.stderr.read(&mut self.chunk, |bytes| {
            let extra = bytes.len().saturating_sub(TAIL);
            bytes.drain(..extra);
        })
    }

    /// Writes as much as the pipe accepts without blocking; all of it if the program has closed
    /// the pipe.
    fn write(&mut self, input: &mut &[u8]) {
        while let Some(stdin) = &mut self.stdin
            && !input.is_empty()
        {
            let chunk = &input[..input.len().min(CHUNK)];
            match stdin.write(chunk) {
                Ok(written) if written > 0 => *input = &input[written..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                _ => self.stdin = None,
            }
        }
        if self.stdin.is_none() {
            *input = &[];
        }
    }

    /// Waits until something can be read, or written if `writes`, at most one interval.
    fn wait(&self, writes: bool, until: Instant) -> io::Result<()> {
        let mut pipes = Vec::with_capacity(3);
        if let Some(stdin) = self.stdin.as_ref().filter(|_| writes) {
            pipes.push(PollFd::from_borrowed_fd(stdin.as_fd(), PollFlags::OUT));
        }
        if let Some(output) = &self.output.end {
            pipes.push(PollFd::from_borrowed_fd(output.as_fd(), PollFlags::IN));
        }
        if let Some(stderr) = &self.stderr.end {
            pipes.push(PollFd::from_borrowed_fd(stderr.as_fd(), PollFlags::IN));
        }
        let is_silent = self.output.end.is_none() && self.stderr.end.is_none();
        let interval = if is_silent {
            EXIT_POLL_INTERVAL
        } else {
            POLL_INTERVAL
        };
        let left = until.saturating_duration_since(Instant::now());
        let timeout = Timespec {
            tv_sec: 0,
            tv_nsec: interval.min(left).as_nanos() as _,
        };
        match poll(&mut pipes, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

impl<R: Read + AsFd> Pipe<R> {
    fn new(end: Option<R>, max: usize) -> io::Result<Pipe<R>> {
        Ok(Pipe {
            end: end.map(nonblocking).transpose()?,
            bytes: Vec::new(),
            max,
        })
    }

    fn is_full(&self) -> bool {
        self.bytes.len() > self.max
    }

    /// Takes the first line, if it is complete.
    fn line(&mut self) -> Option<Vec<u8>> {
        let end = self.bytes.iter().position(|byte| *byte == b'\n')?;
        let mut line: Vec<u8> = self.bytes.drain(..=end).collect();
        line.pop();
        Some(line)
    }

    /// Reads what is available; `trim` shortens the buffer after each read.
    fn read(&mut self, chunk: &mut [u8], trim: impl Fn(&mut Vec<u8>)) -> io::Result<()> {
        // Bounded, so that a fast writer cannot delay the checks.
        for _ in 0..16 {
            if self.is_full() {
                break;
            }
            let Some(end) = &mut self.end else { break };
            match end.read(chunk) {
                Ok(0) => self.end = None,
                Ok(read) => {
                    self.bytes.extend_from_slice(&chunk[..read]);
                    trim(&mut self.bytes);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Makes a pipe non-blocking.
fn nonblocking<F: AsFd>(pipe: F) -> io::Result<F> {
    ioctl_fionbio(&pipe, true)?;
    Ok(pipe)
}
