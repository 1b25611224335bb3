//! What a program used.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Processor time and memory of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Processor time, user and system.
    pub time: Duration,
    /// The peak of the resident memory.
    pub memory: Memory,
}

/// A peak of memory in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// The program used as much as this.
    Peak(u64),
    /// The program used this at most.
    AtMost(u64),
}

/// The most that some runs used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slowest {
    /// The longest time, and the largest memory of all runs.
    pub usage: Usage,
    /// The cases of the run with the longest time, counted as in
    /// [`Report::agreed`](super::Report::agreed).
    pub cases: RangeInclusive<u64>,
}

impl Memory {
    /// The number of bytes.
    #[must_use]
    pub fn bytes(self) -> u64 {
        match self {
            Memory::Peak(bytes) | Memory::AtMost(bytes) => bytes,
        }
    }

    /// The larger of two peaks.
    fn or(self, other: Memory) -> Memory {
        let is_exact = |memory| matches!(memory, Memory::Peak(_));
        match (self.bytes(), is_exact(self)) >= (other.bytes(), is_exact(other)) {
            true => self,
            false => other,
        }
    }
}

impl Slowest {
    /// Takes account of a run.
    pub(super) fn add(so_far: &mut Option<Slowest>, usage: Usage, cases: RangeInclusive<u64>) {
        let Some(slowest) = so_far else {
            *so_far = Some(Slowest { usage, cases });
            return;
        };
        slowest.usage.memory = slowest.usage.memory.or(usage.memory);
        if usage.time > slowest.usage.time {
            slowest.usage.time = usage.time;
            slowest.cases = cases;
        }
    }
}
