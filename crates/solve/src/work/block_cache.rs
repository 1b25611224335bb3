//! The blocks of files that were read last.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::SolveError;

/// At most a certain number of blocks, each with its number. Ranges are read in order, one by each
/// thread, so two blocks per thread are enough.
#[derive(Debug)]
pub(crate) struct BlockCache<B> {
    blocks: Mutex<VecDeque<(usize, Arc<B>)>>,
    max: usize,
}

impl<B> BlockCache<B> {
    /// An empty cache for a number of threads.
    pub(crate) fn new(threads: usize) -> BlockCache<B> {
        BlockCache {
            blocks: Mutex::default(),
            max: 2 * threads,
        }
    }

    /// The number of blocks in memory: those of the cache, and one that each thread reads.
    pub(crate) fn blocks_in_memory(threads: usize) -> u64 {
        3 * threads as u64
    }

    /// A block, from the cache or read.
    pub(crate) fn get(
        &self,
        number: usize,
        read: impl FnOnce() -> Result<B, SolveError>,
    ) -> Result<Arc<B>, SolveError> {
        let lock = || self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, block)) = lock().iter().find(|(known, _)| *known == number) {
            return Ok(Arc::clone(block));
        }
        let block = Arc::new(read()?);
        let mut blocks = lock();
        blocks.truncate(self.max - 1);
        blocks.push_front((number, Arc::clone(&block)));
        Ok(block)
    }
}
