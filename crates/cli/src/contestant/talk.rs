//! Writes a program's input and reads its output, whatever the program does:
//! it may read slowly or not at all, write for ever, or never end.
//!
//! One thread and no blocking call: what takes time is waited for by `poll`,
//! which returns often enough to look at the clock and at the stop flag.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::process::{Child, ChildStdin, ExitStatus};
use std::time::{Duration, Instant};

use kibitz_game::{Stop, Watch};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;

/// The clock and the stop flag are looked at so often.
const GLANCE: Duration = Duration::from_millis(20);
/// And so often once the program has closed its output and is about to end.
const SHORT_GLANCE: Duration = Duration::from_millis(1);
/// Bytes read or written at a time.
const PIECE: usize = 1 << 16;
/// The end of standard error that is kept.
const TAIL: usize = 2048;

/// What a program said.
pub(super) struct Heard {
    /// Standard output.
    pub(super) output: Vec<u8>,
    /// The end of standard error.
    pub(super) stderr: String,
    /// Why nobody listens any more.
    pub(super) why: Why,
}

/// Why a talk is over.
pub(super) enum Why {
    Exited(ExitStatus),
    OutOfTime,
    TooMuch,
    Stopped(Stop),
}

/// Talks to a program until it ends or there is a reason not to wait for that.
/// What it has started may still run.
pub(super) fn talk(
    child: &mut Child,
    input: &[u8],
    most: usize,
    until: Instant,
    watch: &Watch,
) -> io::Result<Heard> {
    let mut talk = Talk {
        stdin: child.stdin.take().map(unblocked).transpose()?,
        input,
        output: Pipe::new(child.stdout.take(), most)?,
        stderr: Pipe::new(child.stderr.take(), usize::MAX)?,
        piece: vec![0; PIECE],
    };
    let why = talk.go_on(child, until, watch)?;
    let stderr = talk.stderr.bytes;
    Ok(Heard {
        output: talk.output.bytes,
        stderr: String::from_utf8_lossy(&stderr).trim_end().to_owned(),
        why,
    })
}

struct Talk<'a> {
    /// Gone when everything is written, or nobody reads.
    stdin: Option<ChildStdin>,
    input: &'a [u8],
    output: Pipe<std::process::ChildStdout>,
    stderr: Pipe<std::process::ChildStderr>,
    piece: Vec<u8>,
}

/// One of the program's outputs.
struct Pipe<R> {
    /// Gone when it was closed.
    end: Option<R>,
    bytes: Vec<u8>,
    /// Reading stops when there are more.
    most: usize,
}

impl Talk<'_> {
    fn go_on(&mut self, child: &mut Child, until: Instant, watch: &Watch) -> io::Result<Why> {
        loop {
            if let Err(stop) = watch.check() {
                return Ok(Why::Stopped(stop));
            }
            // Asked before the pipes are read: what it wrote is then in them.
            let ended = child.try_wait()?;
            self.read()?;
            if self.output.bytes.len() > self.output.most {
                return Ok(Why::TooMuch);
            }
            if let Some(status) = ended {
                return Ok(Why::Exited(status));
            }
            if Instant::now() >= until {
                return Ok(Why::OutOfTime);
            }
            self.write();
            self.wait(until)?;
        }
    }

    /// Reads what there is, of standard output no more than is wanted.
    fn read(&mut self) -> io::Result<()> {
        self.output.read(&mut self.piece, |_| {})?;
        self.stderr.read(&mut self.piece, |bytes| {
            let extra = bytes.len().saturating_sub(TAIL);
            bytes.drain(..extra);
        })
    }

    /// Writes as much as the program takes at the moment.
    fn write(&mut self) {
        while let Some(stdin) = &mut self.stdin {
            let piece = &self.input[..self.input.len().min(PIECE)];
            match stdin.write(piece) {
                Ok(written) if written > 0 => self.input = &self.input[written..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // Everything is written, or the program reads no more.
                _ => self.stdin = None,
            }
        }
    }

    /// Waits until something can be read or written, but not long.
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
        let glance = if is_silent { SHORT_GLANCE } else { GLANCE };
        let left = until.saturating_duration_since(Instant::now());
        let timeout = Timespec {
            tv_sec: 0,
            tv_nsec: glance.min(left).as_nanos() as _,
        };
        match poll(&mut pipes, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

impl<R: Read + AsFd> Pipe<R> {
    fn new(end: Option<R>, most: usize) -> io::Result<Pipe<R>> {
        Ok(Pipe {
            end: end.map(unblocked).transpose()?,
            bytes: Vec::new(),
            most,
        })
    }

    /// Reads what there is; `trim` cuts what has come together.
    fn read(&mut self, piece: &mut [u8], trim: impl Fn(&mut Vec<u8>)) -> io::Result<()> {
        // A program that writes faster than this is read again soon.
        for _ in 0..16 {
            let Some(end) = &mut self.end else { break };
            if self.bytes.len() > self.most {
                break;
            }
            match end.read(piece) {
                Ok(0) => self.end = None,
                Ok(read) => {
                    self.bytes.extend_from_slice(&piece[..read]);
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

/// A pipe on which nobody waits.
fn unblocked<F: AsFd>(pipe: F) -> io::Result<F> {
    ioctl_fionbio(&pipe, true)?;
    Ok(pipe)
}
