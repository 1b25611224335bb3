//! Packed states and their status by id.
//!
//! Ids are allocated while other threads read, so nothing may be moved: the arrays are chunks, each
//! as long as all chunks before it.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU64};

use kibitz_game::StopReason;

use super::fields::Fields;
use super::node_status::NodeStatus;
use crate::zeroed::{Zeroed, prefetch};

/// Ids in the first chunk.
const FIRST: u32 = 1 << 12;
const CHUNKS: usize = 19;

#[derive(Debug)]
struct Chunk {
    keys: Zeroed<AtomicU64>,
    status: Zeroed<AtomicU8>,
}

/// Packed states and their status by id.
#[derive(Debug)]
pub(super) struct StateStore {
    chunks: [OnceLock<Chunk>; CHUNKS],
    words: usize,
}

/// The chunk of an id, and its place in it.
#[inline]
fn locate(id: u32) -> (usize, usize) {
    let beyond = id + FIRST;
    let order = beyond.ilog2();
    let chunk = order - FIRST.ilog2();
    (chunk as usize, (beyond - (1 << order)) as usize)
}

/// The number of ids of a chunk.
fn len_of(chunk: usize) -> usize {
    (FIRST as usize) << chunk
}

impl StateStore {
    /// Upper bound of ids.
    pub(super) const MAX: u32 = (1 << 30) - 2;

    /// An empty store for states of this many words.
    pub(super) fn new(words: usize) -> StateStore {
        StateStore {
            chunks: [const { OnceLock::new() }; CHUNKS],
            words,
        }
    }

    /// The memory per id in bytes.
    pub(super) fn bytes_each(words: usize) -> u64 {
        8 * words as u64 + 1
    }

    /// Allocates the chunks for an id and all before it.
    pub(super) fn allocate(&self, id: u32) -> Result<(), StopReason> {
        let (last, _) = locate(id);
        for (number, chunk) in self.chunks.iter().enumerate().take(last + 1) {
            if chunk.get().is_none() {
                let len = len_of(number);
                // If another thread was faster, its chunk stays.
                let _ = chunk.set(Chunk {
                    keys: Zeroed::new(len * self.words)?,
                    status: Zeroed::new(len)?,
                });
            }
        }
        Ok(())
    }

    #[inline]
    fn chunk(&self, number: usize) -> &Chunk {
        self.chunks[number].get().expect("an allocated id")
    }

    #[inline]
    fn key(&self, id: u32) -> &[AtomicU64] {
        let (chunk, at) = locate(id);
        let keys = &self.chunk(chunk).keys;
        &keys[at * self.words..][..self.words]
    }

    /// Stores the packed state of an id.
    #[inline]
    pub(super) fn put(&self, id: u32, key: &[u64]) {
        for (word, value) in self.key(id).iter().zip(key) {
            word.store(*value, Relaxed);
        }
    }

    /// Copies the packed state of an id.
    #[inline]
    pub(super) fn get(&self, id: u32, key: &mut [u64]) {
        for (word, value) in self.key(id).iter().zip(key) {
            *value = word.load(Relaxed);
        }
    }

    /// Whether this is the packed state of an id.
    #[inline]
    pub(super) fn is(&self, id: u32, key: &[u64]) -> bool {
        let words = self.key(id).iter().zip(key);
        words
            .map(|(word, value)| word.load(Relaxed) ^ value)
            .fold(0, |differ, bits| differ | bits)
            == 0
    }

    /// Compares the packed states of two ids.
    pub(super) fn compare(&self, a: u32, b: u32) -> Ordering {
        let words = self.key(a).iter().zip(self.key(b));
        words
            .map(|(a, b)| a.load(Relaxed).cmp(&b.load(Relaxed)))
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    }

    /// Prefetches the packed state of an id.
    #[inline]
    pub(super) fn prefetch(&self, id: u32) {
        let (chunk, at) = locate(id);
        prefetch(&self.chunk(chunk).keys, at * self.words);
    }

    /// The status of an id.
    #[inline]
    pub(super) fn status(&self, id: u32) -> NodeStatus {
        let (chunk, at) = locate(id);
        NodeStatus::from_byte(self.chunk(chunk).status[at].load(Relaxed))
    }

    /// Sets the status of an id.
    #[inline]
    pub(super) fn set_status(&self, id: u32, status: NodeStatus) {
        let (chunk, at) = locate(id);
        self.chunk(chunk).status[at].store(status.byte(), Relaxed);
    }

    /// Copies states from another store, packed into other fields.
    pub(super) fn copy_from(&self, ids: Range<u32>, new: &Fields, from: &StateStore, old: &Fields) {
        let mut row = vec![0; old.spans().len()];
        let (mut was, mut is) = (vec![0; old.words()], vec![0; new.words()]);
        for id in ids {
            from.get(id, &mut was);
            old.unpack(&was, &mut row);
            new.pack(&row, &mut is);
            self.put(id, &is);
            self.set_status(id, from.status(id));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_distinct_places() {
        let mut expected = (0, 0);
        for id in 0..100_000 {
            assert_eq!(locate(id), expected, "{id}");
            expected.1 += 1;
            if expected.1 == len_of(expected.0) {
                expected = (expected.0 + 1, 0);
            }
        }
        assert!(locate(StateStore::MAX).0 < CHUNKS);
    }
}
