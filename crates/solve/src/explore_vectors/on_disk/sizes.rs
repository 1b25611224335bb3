//! How much is in memory at a time.

use super::bounds::Ascending;
use super::byte_bins;
use super::hashed_file::BUFFER;
use super::key::Key;

/// How much of an enumeration on disk is in memory at a time. The result does not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VectorSizes {
    /// The number of shards that are worked on at a time, at most the number of threads.
    pub workers: usize,
    /// Bytes of the items that a worker collects before it writes them.
    pub bins: u64,
    /// Bytes of the items that a worker sorts at a time.
    pub sorted: u64,
    /// Bytes of a shard's positions.
    pub shard: u64,
}

/// A worker with less memory than this would be slower than none.
const LEAST_WORKER: u64 = 4 << 20;
/// The least bytes of each part.
const LEAST: u64 = 1 << 14;
/// Larger shards do not fit a processor cache; but more of them than this have too many files.
const USUAL_SHARD: u64 = 1 << 18;
const MANY_SHARDS: u64 = 1 << 12;
/// Shards are at least so small that there is work for several threads.
const FEW_SHARDS: u64 = 1 << 6;
const LEAST_SHARD: u64 = 1 << 10;
/// Keys that a worker remembers to have sent.
const RECENT: u64 = 1 << 16;

impl VectorSizes {
    /// The sizes for `free` bytes of memory. If it is too little, they need more, but not much.
    pub(super) fn fit(free: u64, threads: usize) -> VectorSizes {
        let workers = (threads as u64).min(free / LEAST_WORKER).max(1);
        // The rest is for what is needed for each shard.
        let usable = (free / workers).saturating_sub(2 * BUFFER as u64) / 16 * 15;
        let each = usable / 8;
        VectorSizes {
            workers: workers as usize,
            bins: (2 * each).max(LEAST),
            sorted: (3 * each).max(LEAST),
            shard: (2 * each).max(LEAST),
        }
    }

    /// The peak memory in bytes for `shards` shards, the largest of which has `largest` positions,
    /// with keys of `N` words.
    pub(super) fn memory<const N: usize>(self, shards: u64, largest: u64) -> u64 {
        let shard = self.shard.max(row_memory::<N>() * largest);
        let recent = self.recent::<N>() as u64 * size_of::<Key<N>>() as u64;
        let worker = byte_bins::memory(shards, self.bins) + self.sorted + shard + recent;
        self.workers as u64 * (worker + 2 * BUFFER as u64) + SHARD_STATE * shards
    }

    /// The most positions of a shard, of `positions` in all.
    pub(super) fn rows<const N: usize>(self, positions: u64) -> u64 {
        let fit = self.shard / row_memory::<N>();
        let most = USUAL_SHARD.max(positions / MANY_SHARDS).min(fit);
        (positions / FEW_SHARDS)
            .clamp(LEAST_SHARD.min(most), most)
            .max(2)
    }

    /// The most keys, each with a tag, that are sorted at a time.
    pub(super) fn keys<const N: usize>(self) -> usize {
        (self.sorted / (size_of::<Key<N>>() as u64 + 4)).max(16) as usize
    }

    /// The most moves that are sorted at a time.
    pub(super) fn moves(self) -> usize {
        (self.sorted / 16).max(16) as usize
    }

    /// The number of keys that a worker remembers, a power of two.
    pub(super) fn recent<const N: usize>(self) -> usize {
        let fit = self.bins / 4 / size_of::<Key<N>>() as u64;
        1 << fit.clamp(1, RECENT).ilog2()
    }
}

/// The memory in bytes of a position of a shard that is worked on.
fn row_memory<const N: usize>() -> u64 {
    Ascending::<N>::memory(1) + 4
}

/// The memory of a shard that is not worked on: its state, also as text in a checkpoint.
pub(super) const SHARD_STATE: u64 = 1 << 10;
