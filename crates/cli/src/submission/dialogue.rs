//! A dialogue with a program, line by line, with a time limit for each answer.

use std::io;
use std::time::{Duration, Instant};

use kibitz_game::RunContext;

pub(crate) use super::pipes::Reply;
use super::pipes::{EXIT_POLL_INTERVAL, Pipes};
use super::process_tree::Running;
use super::{MAX_TIME, Program, describe};

/// Maximum length of a line.
const MAX_LINE: usize = 1 << 16;
/// How long a program may take to exit once it has closed its output or has been sent the end.
const FAREWELL: Duration = Duration::from_millis(500);

/// A program that is being talked to. Dropping it kills its process tree.
pub(crate) struct Dialogue {
    running: Running,
    pipes: Pipes,
    limit: Duration,
}

impl Program {
    /// Starts the program.
    ///
    /// # Errors
    /// Returns an error if it cannot be run.
    pub(crate) fn talk(&self) -> io::Result<Dialogue> {
        let mut running = self.start()?;
        Ok(Dialogue {
            pipes: Pipes::new(&mut running, MAX_LINE)?,
            running,
            limit: self.limits.time.min(MAX_TIME),
        })
    }
}

impl Dialogue {
    /// Sends some lines and waits for one line.
    ///
    /// # Errors
    /// Returns an error if the system fails.
    pub(crate) fn ask(&mut self, text: &str, context: &RunContext) -> io::Result<Reply> {
        let until = Instant::now() + self.limit;
        self.pipes.ask(text.as_bytes(), until, context)
    }

    /// Sends the last lines and ends the program; returns the end of its standard error.
    ///
    /// # Errors
    /// Returns an error if the system fails.
    pub(crate) fn end(mut self, text: &str) -> io::Result<String> {
        self.pipes
            .close(text.as_bytes(), Instant::now() + FAREWELL)?;
        self.running.end()?;
        Ok(self.pipes.errors())
    }

    /// How the program exited, if it has or does so now.
    ///
    /// # Errors
    /// Returns an error if the system fails.
    pub(crate) fn exit(&mut self) -> io::Result<Option<String>> {
        let until = Instant::now() + FAREWELL;
        self.pipes.close(&[], until)?;
        loop {
            if let Some(status) = self.running.exited()? {
                return Ok(Some(describe(status)));
            }
            if Instant::now() >= until {
                return Ok(None);
            }
            // Its pipes are closed before it has exited.
            std::thread::sleep(EXIT_POLL_INTERVAL);
        }
    }
}
