//! The cache of decoded blocks.

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

use lru::LruCache;

/// Shards of a large cache.
const SHARDS: usize = 16;

/// Decoded blocks by number.
type Shard = LruCache<u64, Box<[u8]>>;

/// Decoded blocks by number, the least recently used of which are removed when there are too many.
/// Each shard has its own lock, held only while an item is read.
#[derive(Debug)]
pub(crate) struct Cache {
    shards: Box<[Mutex<Shard>]>,
}

impl Cache {
    /// A cache of `bytes` bytes, at least one block, for blocks of at most `block_bytes`.
    pub(crate) fn new(bytes: usize, block_bytes: u32) -> Cache {
        let blocks = (bytes / block_bytes.max(1) as usize).max(1);
        let shards = SHARDS.min(blocks);
        let capacity = NonZeroUsize::new(blocks / shards).unwrap_or(NonZeroUsize::MIN);
        let shard = |_| {
            // The table grows with its contents, so that an unused cache takes no memory.
            let mut shard = LruCache::unbounded();
            shard.resize(capacity);
            Mutex::new(shard)
        };
        Cache {
            shards: (0..shards).map(shard).collect(),
        }
    }

    /// Reads a block, if it is in the cache.
    #[inline]
    pub(crate) fn read<R>(&self, block: u64, read: impl FnOnce(&[u8]) -> R) -> Option<R> {
        self.shard(block).get(&block).map(|bytes| read(bytes))
    }

    /// Adds a block.
    pub(crate) fn insert(&self, block: u64, bytes: Box<[u8]>) {
        // The block that is removed for it is freed after the lock is.
        let removed = self.shard(block).push(block, bytes);
        drop(removed);
    }

    fn shard(&self, block: u64) -> MutexGuard<'_, Shard> {
        let shard = &self.shards[(block % self.shards.len() as u64) as usize];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cache_is_bounded() {
        for (bytes, blocks) in [(0, 1), (640, 10), (64 * 100, 96)] {
            let cache = Cache::new(bytes, 64);
            for block in 0..1000 {
                cache.insert(block, vec![block as u8; 64].into());
                assert_eq!(cache.read(block, |bytes| bytes[63]), Some(block as u8));
            }
            let held = (0..1000).filter(|block| cache.read(*block, |_| ()).is_some());
            assert_eq!(held.count(), blocks);
        }
    }
}
