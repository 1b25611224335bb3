//! The time limit of a program: processor time, so that a busy machine rejects no correct
//! program. A program that hardly computes is stopped by the time on the wall.

use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::process_tree::processor_time;

/// How often the processor time is read.
const INTERVAL: Duration = Duration::from_millis(100);
/// A program that has computed during less than one part of this many may take twice its limit,
/// and any program this many times its limit.
const WALL: u32 = 20;

/// The time of a run.
pub(super) struct Clock {
    program: Pid,
    began: Instant,
    limit: Duration,
    next: Instant,
}

impl Clock {
    pub(super) fn new(program: Pid, limit: Duration) -> Clock {
        let began = Instant::now();
        Clock {
            program,
            began,
            limit,
            next: began + INTERVAL.min(limit),
        }
    }

    /// When the limit has to be checked again.
    pub(super) fn next(&self) -> Instant {
        self.next
    }

    /// Whether the program has exceeded its limit.
    pub(super) fn is_over(&mut self) -> bool {
        let now = Instant::now();
        if now < self.next {
            return false;
        }
        self.next = now + INTERVAL.min(self.limit);
        let wall = now - self.began;
        // Where it cannot be read, the program is taken to compute all the time.
        let used = processor_time(self.program).unwrap_or(wall);
        used > self.limit
            || (wall > 2 * self.limit && used < wall / WALL)
            || wall / WALL > self.limit
    }
}
