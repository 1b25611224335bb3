//! Pipe I/O with a program that may read slowly or not at all, write without end,
//! or never terminate.
//!
//! Single-threaded and non-blocking: `poll` waits with a timeout short enough to
//! check the time limit and the run context regularly.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::process::{Child, ChildStdin, ExitStatus};
use std::time::{Duration, Instant};

use kibitz_game::{RunContext, StopReason};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;

/// Interval between checks of the time limit and the run context.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The same once the program has closed its outputs and is about to exit.
const EXIT_POLL_INTERVAL: Duration = Duration::from_millis(1);
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
    child: &mut Child,
    input: &[u8],
    max: usize,
    until: Instant,
    context: &RunContext,
) -> io::Result<Collected> {
    let mut exchange = Exchange {
        stdin: child.stdin.take().map(nonblocking).transpose()?,
        input,
        output: Pipe::new(child.stdout.take(), max)?,
        stderr: Pipe::new(child.stderr.take(), usize::MAX)?,
        chunk: vec![0; CHUNK],
    };
    let reason = exchange.run(child, until, context)?;
    let stderr = exchange.stderr.bytes;
    Ok(Collected {
        output: exchange.output.bytes,
        stderr: String::from_utf8_lossy(&stderr).trim_end().to_owned(),
        reason,
    })
}

struct Exchange<'a> {
    /// `None` once everything is written or the pipe is closed.
    stdin: Option<ChildStdin>,
    input: &'a [u8],
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

impl Exchange<'_> {
    fn run(
        &mut self,
        child: &mut Child,
        until: Instant,
        context: &RunContext,
    ) -> io::Result<EndReason> {
        loop {
            if let Err(stop) = context.check() {
                return Ok(EndReason::Stopped(stop));
            }
            // Before reading the pipes: if it has exited, all its output is in them.
            let ended = child.try_wait()?;
            self.read()?;
            if self.output.bytes.len() > self.output.max {
                return Ok(EndReason::TooMuch);
            }
            if let Some(status) = ended {
                return Ok(EndReason::Exited(status));
            }
            if Instant::now() >= until {
                return Ok(EndReason::OutOfTime);
            }
            self.write();
            self.wait(until)?;
        }
    }

    /// Reads what is available, of standard output up to its limit.
    fn read(&mut self) -> io::Result<()> {
        self.output.read(&mut self.chunk, |_| {})?;
        self.stderr.read(&mut self.chunk, |bytes| {
            let extra = bytes.len().saturating_sub(TAIL);
            bytes.drain(..extra);
        })
    }

    /// Writes as much as the pipe accepts without blocking.
    fn write(&mut self) {
        while let Some(stdin) = &mut self.stdin {
            let chunk = &self.input[..self.input.len().min(CHUNK)];
            match stdin.write(chunk) {
                Ok(written) if written > 0 => self.input = &self.input[written..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // Everything is written, or the program has closed the pipe.
                _ => self.stdin = None,
            }
        }
    }

    /// Waits until something can be read or written, at most one interval.
    fn wait(&self, until: Instant) -> io::Result<()> {
        let mut pipes = Vec::with_capacity(3);
        if let Some(stdin) = &self.stdin {
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

    /// Reads what is available; `trim` shortens the buffer after each read.
    fn read(&mut self, chunk: &mut [u8], trim: impl Fn(&mut Vec<u8>)) -> io::Result<()> {
        // Bounded, so that a fast writer cannot delay the checks.
        for _ in 0..16 {
            let Some(end) = &mut self.end else { break };
            if self.bytes.len() > self.max {
                break;
            }
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
