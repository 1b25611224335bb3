//! The positions by their ids: the packed row of each, and what is known of it.
//!
//! Ids are given out while several threads look positions up, so nothing may
//! move: the arrays are chunks, each as long as all before it together.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU64};

use kibitz_game::Stop;

use super::early::Early;
use super::fields::Fields;
use crate::zeroed::{Zeroed, prefetch};

/// Ids of the first chunk.
const FIRST: u32 = 1 << 12;
const CHUNKS: usize = 19;

#[derive(Debug)]
struct Chunk {
    keys: Zeroed<AtomicU64>,
    early: Zeroed<AtomicU8>,
}

/// The positions by their ids.
#[derive(Debug)]
pub(super) struct Pool {
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

/// How many ids a chunk has.
fn len_of(chunk: usize) -> usize {
    (FIRST as usize) << chunk
}

impl Pool {
    /// Ids are below this.
    pub(super) const MOST: u32 = (1 << 30) - 2;

    /// An empty pool for positions of so many words.
    pub(super) fn new(words: usize) -> Pool {
        Pool {
            chunks: [const { OnceLock::new() }; CHUNKS],
            words,
        }
    }

    /// The bytes that an id takes.
    pub(super) fn bytes_each(words: usize) -> u64 {
        8 * words as u64 + 1
    }

    /// Makes room for an id and all before it.
    pub(super) fn reach(&self, id: u32) -> Result<(), Stop> {
        let (last, _) = locate(id);
        for (number, chunk) in self.chunks.iter().enumerate().take(last + 1) {
            if chunk.get().is_none() {
                let len = len_of(number);
                // Where another thread was faster, its chunk stays.
                let _ = chunk.set(Chunk {
                    keys: Zeroed::new(len * self.words)?,
                    early: Zeroed::new(len)?,
                });
            }
        }
        Ok(())
    }

    #[inline]
    fn chunk(&self, number: usize) -> &Chunk {
        self.chunks[number].get().expect("an id that was given out")
    }

    #[inline]
    fn key(&self, id: u32) -> &[AtomicU64] {
        let (chunk, at) = locate(id);
        let keys = &self.chunk(chunk).keys;
        &keys[at * self.words..][..self.words]
    }

    /// Writes the packed row of an id down.
    #[inline]
    pub(super) fn put(&self, id: u32, key: &[u64]) {
        for (word, value) in self.key(id).iter().zip(key) {
            word.store(*value, Relaxed);
        }
    }

    /// Copies the packed row of an id.
    #[inline]
    pub(super) fn get(&self, id: u32, key: &mut [u64]) {
        for (word, value) in self.key(id).iter().zip(key) {
            *value = word.load(Relaxed);
        }
    }

    /// Whether this is the packed row of an id.
    #[inline]
    pub(super) fn is(&self, id: u32, key: &[u64]) -> bool {
        let words = self.key(id).iter().zip(key);
        words
            .map(|(word, value)| word.load(Relaxed) ^ value)
            .fold(0, |differ, bits| differ | bits)
            == 0
    }

    /// How the packed rows of two ids compare.
    pub(super) fn compare(&self, a: u32, b: u32) -> Ordering {
        let words = self.key(a).iter().zip(self.key(b));
        words
            .map(|(a, b)| a.load(Relaxed).cmp(&b.load(Relaxed)))
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    }

    /// Asks for the packed row of an id beforehand.
    #[inline]
    pub(super) fn prefetch(&self, id: u32) {
        let (chunk, at) = locate(id);
        prefetch(&self.chunk(chunk).keys, at * self.words);
    }

    /// What is known of an id.
    #[inline]
    pub(super) fn early(&self, id: u32) -> Early {
        let (chunk, at) = locate(id);
        Early::from_byte(self.chunk(chunk).early[at].load(Relaxed))
    }

    /// Notes what is known of an id.
    #[inline]
    pub(super) fn settle(&self, id: u32, early: Early) {
        let (chunk, at) = locate(id);
        self.chunk(chunk).early[at].store(early.byte(), Relaxed);
    }

    /// Takes positions over from another pool, packed into other fields.
    pub(super) fn take_over(&self, ids: Range<u32>, new: &Fields, from: &Pool, old: &Fields) {
        let mut row = vec![0; old.spans().len()];
        let (mut was, mut is) = (vec![0; old.words()], vec![0; new.words()]);
        for id in ids {
            from.get(id, &mut was);
            old.unpack(&was, &mut row);
            new.pack(&row, &mut is);
            self.put(id, &is);
            self.settle(id, from.early(id));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_has_a_place_of_its_own() {
        let mut expected = (0, 0);
        for id in 0..100_000 {
            assert_eq!(locate(id), expected, "{id}");
            expected.1 += 1;
            if expected.1 == len_of(expected.0) {
                expected = (expected.0 + 1, 0);
            }
        }
        assert!(locate(Pool::MOST).0 < CHUNKS);
    }
}
