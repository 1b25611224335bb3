//! Positions with their ranks.

use std::ops::Range;

use kibitz_game::Reservation;
use kibitz_solve::explore_vectors::{RowSet, Tag};
use kibitz_solve::retrograde::Division;
use kibitz_solve::{SolveError, packing};
use kibitz_tablebase::{Packing, Part};
use serde::{Deserialize, Serialize};
use timely::worker::Worker;

use super::enumerate::Found;
use super::saved::{Progress, SavedPositions, by_bucket};
use super::share::share;
use super::{BUCKETS, bucket};
use crate::ClusterError;
use crate::rounds::Peers;

/// The positions of a process, sorted by buckets, and within these by vectors.
pub(super) struct Placed {
    pub(super) set: RowSet,
    /// By id.
    pub(super) tags: Vec<Tag>,
    /// The first id of each bucket of this process, and the number of all ids.
    firsts: Vec<u32>,
    worker: usize,
    workers: usize,
    /// Log2 of the ranks of a bucket.
    bits: u32,
    summary: Summary,
    /// Whether moves of this process's positions give extra turns.
    own_extra_turns: bool,
    packing: Packing,
    _memory: Reservation,
}

/// What is known about all positions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Summary {
    pub(super) positions: u64,
    /// The positions of the largest bucket.
    largest: u64,
    pub(super) has_extra_turns: bool,
    /// The smallest and the largest number in each slot.
    ranges: Option<Vec<(i64, i64)>>,
}

impl Summary {
    fn with(mut self, other: Summary) -> Summary {
        self.positions += other.positions;
        self.largest = self.largest.max(other.largest);
        self.has_extra_turns |= other.has_extra_turns;
        self.ranges = match (self.ranges, other.ranges) {
            (Some(a), Some(b)) => {
                let both = a.into_iter().zip(b);
                let widest = |((low, high), (l, h)): (_, (i64, i64))| (l.min(low), h.max(high));
                Some(both.map(widest).collect())
            }
            (a, b) => a.or(b),
        };
        self
    }
}

impl Placed {
    /// Sorts the positions, and learns from the other processes how many there are.
    pub(super) fn new(
        peers: Peers<'_>,
        worker: &mut Worker,
        found: Found,
    ) -> Result<Placed, ClusterError> {
        let Found {
            mut set,
            mut tags,
            has_extra_turns,
            mut memory,
        } = found;
        let slots = set.slots();
        let bytes = set.len() as u64 * (4 + 4) + set.rows_memory();
        let sorting = peers.context.reserve("sorting positions", bytes)?;
        let ranges = ranges(&set);
        let (mut order, firsts) = by_bucket(&set, peers.worker, peers.workers);
        let sizes = firsts.windows(2).map(|bounds| bounds[1] - bounds[0]);
        let largest = sizes.max().unwrap_or(0);
        for bounds in firsts.windows(2) {
            let part = &mut order[bounds[0] as usize..bounds[1] as usize];
            part.sort_unstable_by(|a, b| set.compare(*a, *b));
            peers.check()?;
        }
        set.arrange(&order);
        tags = order.iter().map(|id| tags[*id as usize]).collect();
        drop(order);
        drop(sorting);
        memory.keep(set.memory() + 4 * tags.len() as u64);
        let own = Summary {
            positions: set.len() as u64,
            largest: largest.into(),
            has_extra_turns,
            ranges,
        };
        let all = share(peers, worker, &own)?;
        let summary = all.into_iter().reduce(Summary::with).unwrap_or(own);
        let bits = summary.largest.max(1).next_power_of_two().ilog2();
        if bits > Part::MAX_SHARD_BITS {
            return Err(ClusterError::Solve(SolveError::TooLarge {
                what: "a thousandth of the positions".to_owned(),
                max: 1 << Part::MAX_SHARD_BITS,
            }));
        }
        let none = || vec![(0, 0); slots];
        Ok(Placed {
            packing: packing(&summary.ranges.clone().unwrap_or_else(none))?,
            set,
            tags,
            firsts,
            worker: peers.worker,
            workers: peers.workers,
            bits,
            summary,
            own_extra_turns: has_extra_turns,
            _memory: memory,
        })
    }

    /// Writes a checkpoint of all positions.
    pub(super) fn save(
        &self,
        peers: Peers<'_>,
        saved: &SavedPositions,
    ) -> Result<(), ClusterError> {
        let what = "a checkpoint";
        let _memory = peers.context.reserve(what, 4 * self.tags.len() as u64)?;
        let progress = Progress::All { bits: self.bits };
        let positions = (&self.set, &self.tags[..]);
        Ok(saved.save(positions, self.own_extra_turns, progress)?)
    }

    /// What is known about all positions.
    pub(super) fn summary(&self) -> &Summary {
        &self.summary
    }

    /// How the vectors of all positions are packed.
    pub(super) fn packing(&self) -> &Packing {
        &self.packing
    }

    /// Log2 of the ranks of a shard, which is a bucket.
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    /// How ranks are divided.
    pub(super) fn division(&self) -> Division {
        Division::new((BUCKETS as u64) << self.bits, self.bits, self.workers)
    }

    /// The number of buckets of this process.
    pub(super) fn buckets(&self) -> usize {
        self.firsts.len() - 1
    }

    /// The ids of a bucket of this process.
    pub(super) fn ids(&self, bucket: usize) -> Range<u32> {
        self.firsts[bucket]..self.firsts[bucket + 1]
    }

    /// The rank of the first position of a bucket of this process.
    pub(super) fn first_rank(&self, bucket: usize) -> u64 {
        ((bucket * self.workers + self.worker) as u64) << self.bits
    }

    /// The bucket of a vector of this process, and its place there.
    pub(super) fn place(&self, row: &[i64]) -> Option<(usize, u32)> {
        let bucket = bucket(row) / self.workers;
        let id = self.set.find(row)?;
        Some((bucket, id.checked_sub(*self.firsts.get(bucket)?)?))
    }

    /// The id of a vector, if it is one of this process.
    pub(super) fn id_of(&self, row: &[i64]) -> Option<u32> {
        self.set.find(row)
    }

    /// The id of a rank of this process; `None` if it is a hole.
    pub(super) fn id(&self, rank: u64) -> Option<u32> {
        let bucket = (rank >> self.bits) as usize / self.workers;
        let ids = self.firsts.get(bucket..bucket + 2)?;
        let id = u64::from(ids[0]) + (rank & ((1 << self.bits) - 1));
        (id < ids[1].into()).then_some(id as u32)
    }

    /// The rank of an id.
    pub(super) fn rank(&self, id: u32) -> u64 {
        let bucket = self.firsts.partition_point(|first| *first <= id) - 1;
        self.first_rank(bucket) + u64::from(id - self.firsts[bucket])
    }

    /// The number of processes.
    pub(super) fn workers(&self) -> usize {
        self.workers
    }

    /// The process of a rank.
    pub(super) fn owner(&self, rank: u64) -> usize {
        (rank >> self.bits) as usize % self.workers
    }
}

/// The smallest and the largest number in each slot, if there are positions.
fn ranges(set: &RowSet) -> Option<Vec<(i64, i64)>> {
    let mut row = vec![0; set.slots()];
    let mut ranges: Option<Vec<(i64, i64)>> = None;
    for id in 0..set.len() as u32 {
        set.get(id, &mut row);
        let all = ranges.get_or_insert_with(|| row.iter().map(|n| (*n, *n)).collect());
        for ((low, high), number) in all.iter_mut().zip(&row) {
            (*low, *high) = ((*low).min(*number), (*high).max(*number));
        }
    }
    ranges
}
