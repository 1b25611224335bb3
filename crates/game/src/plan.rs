//! Estimates of what a solve takes, reported before it starts.

use std::fmt;
use std::time::Duration;

use crate::{Bytes, RunContext, StopReason, Thousands};

/// An engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Sprague–Grundy theory: Grundy values of components.
    Grundy,
    /// Dynamic programming over sets of filled cells, one bit each.
    Placement,
    /// The same with the table in a file.
    PlacementOnDisk,
    /// Backward induction, by a sweep over ranks or by depth-first search.
    Acyclic,
    /// Retrograde analysis with out-degree counters.
    Retrograde,
    /// The same with the table in files.
    RetrogradeOnDisk,
    /// Bit-parallel retrograde analysis, 256 positions per word.
    BitParallel,
    /// The same with moves and values in files.
    BitParallelOnDisk,
    /// Retrograde analysis on a bit matrix of hand pairs.
    HandPairs,
    /// The same with the values in files.
    HandPairsOnDisk,
    /// State-space enumeration, then retrograde analysis.
    Explore,
    /// Values stored in a file.
    TableFile,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Engine::Grundy => "Grundy values of components",
            Engine::Placement => "placement sweep, one bit per position",
            Engine::PlacementOnDisk => "placement sweep on disk, one bit per position",
            Engine::Acyclic => "backward induction",
            Engine::Retrograde => "retrograde analysis",
            Engine::RetrogradeOnDisk => "retrograde analysis on disk",
            Engine::BitParallel => "bit-parallel retrograde analysis",
            Engine::BitParallelOnDisk => "bit-parallel retrograde analysis on disk",
            Engine::HandPairs => "bit-parallel retrograde analysis of hand pairs",
            Engine::HandPairsOnDisk => "bit-parallel retrograde analysis of hand pairs on disk",
            Engine::Explore => "state-space enumeration and retrograde analysis",
            Engine::TableFile => "table file",
        })
    }
}

/// An engine and the resources that it needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The engine.
    pub engine: Engine,
    /// The number of positions to visit, if known.
    pub positions: Option<u64>,
    /// The memory in bytes, if known.
    pub bytes: Option<u64>,
    /// An upper estimate of the disk space in bytes, if files are used.
    pub disk: Option<u64>,
    /// The free disk space in bytes there, if known.
    pub disk_free: Option<u64>,
    /// A rough estimate of the time, if possible.
    pub time: Option<Duration>,
}

impl Plan {
    /// A plan whose time is a rough estimate from `nanoseconds` per position:
    /// enough to distinguish a second from an hour.
    #[must_use]
    pub fn new(engine: Engine, positions: u64, bytes: u64, nanoseconds: f64) -> Plan {
        let seconds = positions as f64 * nanoseconds / 1e9;
        Plan {
            engine,
            positions: Some(positions),
            bytes: Some(bytes),
            disk: None,
            disk_free: None,
            time: Duration::try_from_secs_f64(seconds).ok(),
        }
    }

    /// A plan for an engine whose needs are not known in advance.
    #[must_use]
    pub fn unknown(engine: Engine) -> Plan {
        Plan {
            engine,
            positions: None,
            bytes: None,
            disk: None,
            disk_free: None,
            time: None,
        }
    }

    /// Whether the disk may become full.
    #[must_use]
    pub fn is_short_of_disk(&self) -> bool {
        let needed = self.disk.zip(self.disk_free);
        needed.is_some_and(|(needed, free)| needed > free)
    }

    /// Checks that the plan fits into the free part of the memory budget.
    ///
    /// # Errors
    /// Returns the shortage if it does not.
    pub fn check(&self, context: &RunContext) -> Result<(), StopReason> {
        match self.bytes {
            Some(bytes) => context.reserve(&self.to_string(), bytes).map(drop),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.engine)?;
        if let Some(positions) = self.positions {
            write!(f, ", {} positions", Thousands(positions))?;
        }
        if let Some(bytes) = self.bytes {
            write!(f, ", {}", Bytes(bytes))?;
        }
        if let Some(disk) = self.disk {
            write!(f, " and up to {} on disk", Bytes(disk))?;
        }
        if let Some(free) = self.disk_free.filter(|_| self.is_short_of_disk()) {
            write!(f, ", of which only {} are free", Bytes(free))?;
        }
        match self.time {
            Some(time) if time < Duration::from_millis(100) => write!(f, ", under 0.1 s"),
            Some(time) => write!(f, ", about {}", Rough(time)),
            None => Ok(()),
        }
    }
}

/// A duration, rounded for display.
#[derive(Clone, Copy, Debug)]
pub struct Rough(pub Duration);

impl fmt::Display for Rough {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs_f64();
        match seconds {
            s if s < 9.95 => write!(f, "{s:.1} s"),
            s if s < 90.0 => write!(f, "{s:.0} s"),
            s if s < 5400.0 => write!(f, "{:.0} min", s / 60.0),
            s if s < 172_800.0 => write!(f, "{:.0} h", s / 3600.0),
            s => write!(f, "{:.0} days", s / 86_400.0),
        }
    }
}
