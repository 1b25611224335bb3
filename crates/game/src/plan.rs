//! What solving will take, said before it starts.

use std::fmt;
use std::time::Duration;

use crate::{Bytes, Stop, Thousands, Watch};

/// An engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Nim-sums of parts.
    Heaps,
    /// One bit for each set of filled cells.
    Placement,
    /// One pass, or one walk, with all children before their parents.
    Acyclic,
    /// Backwards from decided positions.
    Retrograde,
    /// Retrograde analysis of 256 positions at a time.
    Lanes,
    /// Sets of positions at a time, in games of two hands.
    Pairs,
    /// Enumeration of what can be reached.
    Explore,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Engine::Heaps => "nim-sum of the parts",
            Engine::Placement => "placement, one bit a position",
            Engine::Acyclic => "one pass, children first",
            Engine::Retrograde => "retrograde analysis",
            Engine::Lanes => "retrograde analysis, 256 positions at a time",
            Engine::Pairs => "rounds over pairs of hands",
            Engine::Explore => "exploring what can be reached",
        })
    }
}

/// What an engine is going to need.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The engine.
    pub engine: Engine,
    /// Positions it will look at, where that is known.
    pub positions: Option<u64>,
    /// Bytes it will take, where that is known.
    pub bytes: Option<u64>,
    /// A rough guess of the time, where one can be made.
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
            time: Duration::try_from_secs_f64(seconds).ok(),
        }
    }

    /// An engine of which nothing is known before it has run.
    #[must_use]
    pub fn unknown(engine: Engine) -> Plan {
        Plan {
            engine,
            positions: None,
            bytes: None,
            time: None,
        }
    }

    /// Refuses what does not fit what is left of the memory budget.
    ///
    /// # Errors
    /// Where it does not; the error says who has the rest.
    pub fn check(&self, watch: &Watch) -> Result<(), Stop> {
        match self.bytes {
            Some(bytes) => watch.claim(&self.to_string(), bytes).map(drop),
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
        match self.time {
            Some(time) if time < Duration::from_millis(100) => write!(f, ", no time at all"),
            Some(time) => write!(f, ", about {}", Rough(time)),
            None => Ok(()),
        }
    }
}

/// A time as people say it.
struct Rough(Duration);

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
