//! What solving will take, said before it starts.

use std::fmt;
use std::time::Duration;

use kibitz_game::{Bytes, Shortage, Stop, Thousands, Watch};

use crate::{lanes, pairs, retrograde};

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
    /// The same for 256 positions at a time.
    Lanes,
    /// Sets of positions at a time, in games of two hands.
    Pairs,
    /// Enumeration of what can be reached.
    Explore,
    /// Alpha-beta with a bounded table.
    Search,
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
            Engine::Search => "alpha-beta search",
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

/// Nanoseconds for each position on one core of an ordinary machine: guesses
/// that tell a second from an hour.
const RETROGRADE_NS: f64 = 160.0;
const LANES_NS: f64 = 40.0;
const PAIRS_NS: f64 = 45.0;
const PLACEMENT_NS: f64 = 0.4;
const SWEEP_NS: f64 = 1.5;
const WALK_NS: f64 = 120.0;

impl Plan {
    fn new(engine: Engine, positions: u64, bytes: u64, nanoseconds: f64) -> Plan {
        let seconds = positions as f64 * nanoseconds / 1e9;
        Plan {
            engine,
            positions: Some(positions),
            bytes: Some(bytes),
            time: Duration::try_from_secs_f64(seconds).ok(),
        }
    }

    /// Retrograde analysis of so many ranks.
    #[must_use]
    pub fn retrograde(ranks: u64, watch: &Watch) -> Plan {
        let threads = watch.thread_count();
        let bytes = retrograde::memory(ranks, threads);
        Plan::new(
            Engine::Retrograde,
            ranks,
            bytes,
            RETROGRADE_NS / threads as f64,
        )
    }

    /// Retrograde analysis of so many bundles of 256 positions.
    #[must_use]
    pub fn lanes(bundles: u64, watch: &Watch) -> Plan {
        // As many moves as animals on a small board have.
        const MOVES: u64 = 24;
        let bytes = lanes::memory(bundles, MOVES);
        let ns = LANES_NS / watch.thread_count() as f64;
        Plan::new(Engine::Lanes, 256 * bundles, bytes, ns)
    }

    /// Rounds over all pairs of so many hands.
    #[must_use]
    pub fn pairs(hands: u64, watch: &Watch) -> Plan {
        let bytes = pairs::memory(hands);
        let ns = PAIRS_NS / watch.thread_count() as f64;
        Plan::new(Engine::Pairs, hands * hands, bytes, ns)
    }

    /// One bit for every subset of so many cells.
    #[must_use]
    pub fn placement(cells: u32, watch: &Watch) -> Plan {
        let positions = 1u64 << cells;
        let ns = PLACEMENT_NS / watch.thread_count() as f64;
        Plan::new(Engine::Placement, positions, positions.div_ceil(8), ns)
    }

    /// A pass over so many ranks, each with up to so many moves.
    #[must_use]
    pub fn sweep(ranks: u64, moves: u64, bytes_each: u64) -> Plan {
        Plan::new(
            Engine::Acyclic,
            ranks,
            ranks.saturating_mul(bytes_each),
            SWEEP_NS * moves as f64,
        )
    }

    /// A walk over at most so many ranks.
    #[must_use]
    pub fn walk(ranks: u64, bytes_each: u64) -> Plan {
        Plan::new(
            Engine::Acyclic,
            ranks,
            ranks.saturating_mul(bytes_each),
            WALK_NS,
        )
    }

    /// Nobody knows beforehand what can be reached.
    #[must_use]
    pub fn explore() -> Plan {
        Plan::unknown(Engine::Explore)
    }

    /// Nor what a search will meet.
    #[must_use]
    pub fn search() -> Plan {
        Plan::unknown(Engine::Search)
    }

    /// Parts by themselves: as good as nothing.
    #[must_use]
    pub fn heaps() -> Plan {
        Plan::unknown(Engine::Heaps)
    }

    fn unknown(engine: Engine) -> Plan {
        Plan {
            engine,
            positions: None,
            bytes: None,
            time: None,
        }
    }

    /// Refuses what does not fit the memory budget.
    ///
    /// # Errors
    /// Where it does not.
    pub fn check(&self, watch: &Watch) -> Result<(), Stop> {
        match self.bytes {
            Some(needed) if needed > watch.memory_budget() => Err(Stop::OutOfMemory {
                what: self.to_string(),
                short: Shortage::new(needed, watch.memory_budget()),
            }),
            _ => Ok(()),
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
