//! How much is in memory at a time, and how much on disk.

use super::DiskSizes;
use crate::retrograde::Division;
use crate::retrograde::bins;
use crate::retrograde::shard::lists_memory;

/// Larger shards do not fit a processor cache, and are lost to the next checkpoint while they are
/// worked on; but more of them than this have too many files.
const USUAL_BITS: u32 = 20;
const MANY_SHARDS: u64 = 1 << 12;
/// Smaller shards are not worth a file; larger ones are not possible.
const LEAST_BITS: u32 = 8;
pub(super) const MOST_BITS: u32 = Division::MAX_CELLS.ilog2();
/// Limits of the updates of a run: four bytes each.
const LEAST_BATCH: u64 = 1 << 12;
const MOST_BATCH: u64 = 1 << 25;
/// A worker with less memory than this would be slower than none.
const LEAST_WORKER: u64 = 2 << 20;
/// Bytes of a read or write.
pub(super) const BUFFER: usize = 1 << 17;
/// The memory of a shard that is not being worked on: its state, also as text in a checkpoint.
const STATE: u64 = 512;

/// The memory in bytes of all workers.
pub(super) fn memory(ranks: u64, entry_bytes: u64, sizes: DiskSizes) -> u64 {
    let shards = ranks.div_ceil(1 << sizes.bits).max(1);
    let one = worker(shards, ranks, entry_bytes, sizes);
    sizes.workers as u64 * one + STATE * shards
}

/// The memory in bytes of the state of shards alone.
pub(super) fn state(shards: usize) -> u64 {
    STATE * shards as u64
}

/// The memory in bytes of one worker.
fn worker(shards: u64, ranks: u64, entry_bytes: u64, sizes: DiskSizes) -> u64 {
    let shard = ranks.min(1 << sizes.bits);
    let records = 24 * shards;
    let buffers = 2 * BUFFER as u64 + records;
    entry_bytes * shard + lists_memory(shard) + bins::memory(shards, sizes.batch) + buffers
}

/// The sizes for a table of `ranks` ranks with `free` bytes of memory: with fewer workers than
/// threads if the memory is short. If it is too little for one, they need more, but not much.
pub(super) fn fit(ranks: u64, entry_bytes: u64, free: u64, threads: usize) -> DiskSizes {
    let most = (threads as u64).min(free / LEAST_WORKER).max(1);
    let wanted = ranks.div_ceil(MANY_SHARDS).next_power_of_two().ilog2();
    let with = |workers: u64| {
        let is_small = |bits: &u32| entry_bytes << bits <= free / workers / 3;
        let all = LEAST_BITS..=wanted.clamp(USUAL_BITS, MOST_BITS);
        DiskSizes {
            bits: all.rev().find(is_small).unwrap_or(LEAST_BITS),
            batch: LEAST_BATCH,
            workers: workers as usize,
        }
    };
    let mut all = (1..=most).rev().map(with);
    let sizes = all.find(|sizes| memory(ranks, entry_bytes, *sizes) <= free);
    with_bits(ranks, entry_bytes, free, sizes.unwrap_or_else(|| with(1)))
}

/// The same with as many updates in a run as there is memory for.
pub(super) fn with_bits(ranks: u64, entry_bytes: u64, free: u64, sizes: DiskSizes) -> DiskSizes {
    let sizes = DiskSizes {
        batch: LEAST_BATCH,
        ..sizes
    };
    let rest = free.saturating_sub(memory(ranks, entry_bytes, sizes)) / sizes.workers as u64;
    // Four bytes each, and four for a block of 256; bins round up to blocks.
    let more = rest.saturating_sub(1 << 11) / 5;
    let batch = (LEAST_BATCH + more).min(MOST_BATCH).min(64 * ranks.max(1));
    DiskSizes {
        batch: batch.max(LEAST_BATCH),
        ..sizes
    }
}

/// An upper estimate of the disk space in bytes for a game with `moves` moves on average. There are
/// two versions of the entries: that of the last checkpoint and the last one. Every move is an
/// update at most once.
pub(in crate::retrograde) fn disk(ranks: u64, moves: f64) -> u64 {
    2 * 2 * ranks + (4.0 * moves * ranks as f64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_fit_the_memory() {
        for ranks in [1, 1000, 1 << 20, 1 << 26, 1 << 34] {
            for free in [2 << 20, 10 << 20, 64 << 20, 1 << 30, 1 << 40] {
                for threads in [1, 2, 64] {
                    for entry_bytes in [2, 4] {
                        let sizes = fit(ranks, entry_bytes, free, threads);
                        let needs = memory(ranks, entry_bytes, sizes);
                        let is_possible = ranks >> 22 <= free >> 16;
                        let at = format!("{ranks} {free} {threads} {entry_bytes} {sizes:?}");
                        assert!(needs <= free || !is_possible, "{at}: {needs}");
                        assert!(sizes.workers <= threads && sizes.workers > 0, "{at}");
                    }
                }
            }
        }
    }
}
