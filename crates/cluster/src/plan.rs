//! What a solve over several hosts will take.

use std::time::Duration;

use kibitz_solve::retrograde::Division;

use crate::sizes::{memory, shard_bits};

/// Nanoseconds of processor time for each position, with the writing of the table, and for each
/// update: measured with numbers (12,6) by two processes on one machine.
const POSITION_NS: f64 = 40.0;
const UPDATE_NS: f64 = 12.0;

/// Bytes of an update on the way.
const UPDATE_BYTES: f64 = 4.1;

/// An estimate for a number of processes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClusterPlan {
    /// The number of processes.
    pub processes: usize,
    /// The number of ranks.
    pub positions: u64,
    /// Updates that are applied in all: one for each move.
    pub updates: f64,
    /// Those that are sent to another process.
    pub sent: f64,
    /// The peak memory of a process in bytes.
    pub memory: u64,
    /// The size of all checkpoints on disk in bytes, two of every process.
    pub disk: u64,
    /// The processor time of each process.
    pub compute: Duration,
    /// The time that a process's network needs for what it sends.
    pub network: Duration,
}

impl ClusterPlan {
    /// The time: computing and sending happen at the same time.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.compute.max(self.network)
    }

    /// Whether the network limits the speed, not the processors.
    #[must_use]
    pub fn is_network_bound(&self) -> bool {
        self.network > self.compute
    }
}

/// The estimate for a graph of `positions` ranks with `moves` moves each on average, solved by
/// `processes` processes, each with `bandwidth` bytes a second of its own.
#[must_use]
pub fn plan(positions: u64, moves: f64, processes: usize, bandwidth: f64) -> ClusterPlan {
    let processes = processes.max(1);
    let division = Division::new(positions, shard_bits(positions), processes);
    let share = 1.0 / processes as f64;
    let updates = positions as f64 * moves;
    let sent = updates * (1.0 - share);
    let compute = (positions as f64 * POSITION_NS + updates * UPDATE_NS) * share / 1e9;
    let network = sent * share * UPDATE_BYTES / bandwidth.max(1.0);
    ClusterPlan {
        processes,
        positions,
        updates,
        sent,
        memory: memory(division, processes, positions.div_ceil(processes as u64), 2),
        disk: 4 * positions,
        compute: seconds(compute),
        network: seconds(network),
    }
}

/// A duration, however long.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_processes_need_less_each() {
        let (one, four) = (plan(1 << 30, 10.0, 1, 1e9), plan(1 << 30, 10.0, 4, 1e9));
        assert!(four.memory < one.memory / 2);
        assert!(four.compute < one.compute / 3);
        assert_eq!((one.sent, one.network), (0.0, Duration::ZERO));
        assert_eq!(four.sent, four.updates * 0.75);
        assert!(!four.is_network_bound());
        assert!(plan(1 << 30, 10.0, 4, 1e6).is_network_bound());
    }
}
