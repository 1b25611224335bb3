//! The sizes of shards, of batches of updates, and of the memory that they need.

use kibitz_solve::retrograde::{Bins, Division, lists_memory};
use kibitz_tablebase::{Part, writing_memory};

use crate::mail::WINDOW;

/// Log2 of the ranks of a shard: half a mebibyte of entries, less in small tables, so that every
/// process has some, and more in huge ones, so that there are not too many shards. It must not
/// depend on the number of processes: checkpoints of one number are read by another.
pub(crate) fn shard_bits(ranks: u64) -> u32 {
    let log = ranks.max(1).ilog2();
    log.saturating_sub(8)
        .clamp(4, 18)
        .max(log.saturating_sub(16))
        .min(Part::MAX_SHARD_BITS)
}

/// Updates that a process emits before they are applied and sent.
pub(crate) fn batch(division: Division) -> u64 {
    const LEAST: u64 = 1 << 19;
    const MOST: u64 = 1 << 22;
    const PER_SHARD: u64 = 1 << 12;
    let updates = division.shards() as u64 * PER_SHARD;
    updates.clamp(LEAST, MOST).min(64 * division.size().max(1))
}

/// The peak memory in bytes of a process with `own` entries of `width` bytes, apart from what the
/// game has.
pub(crate) fn memory(division: Division, processes: usize, own: u64, width: u64) -> u64 {
    let batch = batch(division);
    // Packets that are queued, on the way out, and on the way in.
    let packets = match processes {
        0 | 1 => 0,
        _ => 4 * batch * u64::from(1 + 2 * WINDOW),
    };
    let work = Bins::memory(division.shards(), batch) + packets;
    own * width + lists_memory(own) + work.max(writing_memory(own, 1))
}
