//! Updates binned by destination shard.
//!
//! The distribution of updates over shards varies from batch to batch. Therefore bins have no
//! memory of their own but are linked lists of blocks in one array, whose size is bounded by the
//! batch size for any distribution.

use kibitz_game::{BREAK, CONTINUE, Flow};

use super::{Division, Effect, Outbox, Update};

/// Updates per block.
const PIECE: usize = 256;

/// Placeholder for an unused place.
const NONE: Update = Update(0);

/// Updates for every shard. Aligned, so that the bins of different workers, which are written
/// concurrently, share no cache line.
#[derive(Debug)]
#[repr(align(128))]
pub struct Bins {
    division: Division,
    /// The batch is full with this many updates.
    batch: u64,
    /// All blocks, concatenated.
    pieces: Vec<Update>,
    /// For each block the preceding one of the same bin. The first blocks are the first ones of the
    /// bins, and have none.
    before: Vec<u32>,
    /// Where the next update of each bin goes, inside its last block.
    next: Vec<u32>,
    count: u64,
}

impl Bins {
    /// The peak size in bytes of bins for `shards` shards with room for about `batch` updates.
    #[must_use]
    pub fn memory(shards: usize, batch: u64) -> u64 {
        memory(shards as u64, batch)
    }

    /// A bin for each shard, with room for about `batch` updates.
    #[must_use]
    pub fn new(division: Division, batch: u64) -> Bins {
        let shards = division.shards();
        let mut bins = Bins {
            division,
            batch,
            pieces: Vec::new(),
            before: Vec::new(),
            next: vec![0; shards],
            count: 0,
        };
        let room = room(shards as u64, batch) as usize;
        bins.pieces.reserve_exact(room);
        bins.before.reserve_exact(room / PIECE);
        bins.clear();
        bins
    }

    /// Removes all updates.
    pub fn clear(&mut self) {
        let bins = self.next.len();
        self.pieces.resize(bins * PIECE, NONE);
        self.before.clear();
        self.before.resize(bins, u32::MAX);
        for (bin, next) in self.next.iter_mut().enumerate() {
            *next = (bin * PIECE) as u32;
        }
        self.count = 0;
    }

    /// Whether there are no updates.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline]
    fn push(&mut self, bin: usize, update: Update) {
        let at = self.next[bin] as usize;
        self.pieces[at] = update;
        self.next[bin] = at as u32 + 1;
        self.count += 1;
        if (at + 1).is_multiple_of(PIECE) {
            self.next[bin] = self.piece_after(at / PIECE);
        }
    }

    /// Begins a block for the bin whose last block is full.
    #[cold]
    fn piece_after(&mut self, full: usize) -> u32 {
        let start = self.pieces.len();
        self.pieces.resize(start + PIECE, NONE);
        self.before.push(full as u32);
        start as u32
    }

    /// The updates of a bin, by block.
    pub fn parts(&self, bin: usize) -> impl Iterator<Item = &[Update]> {
        let end = self.next[bin] as usize;
        let last = end / PIECE;
        let mut piece = self.before[last];
        let full = std::iter::from_fn(move || {
            let here = self.pieces.get(piece as usize * PIECE..)?;
            piece = self.before[piece as usize];
            Some(&here[..PIECE])
        });
        std::iter::once(&self.pieces[last * PIECE..end]).chain(full)
    }
}

impl Outbox for Bins {
    #[inline]
    fn send(&mut self, rank: u64, effect: Effect) -> Flow {
        let (bin, update) = self.division.update(rank, effect);
        self.push(bin, update);
        if self.count < self.batch {
            CONTINUE
        } else {
            BREAK
        }
    }
}

/// The capacity that guarantees a place for each of `updates` updates.
fn room(shards: u64, updates: u64) -> u64 {
    // Every bin may have a block with a single update, or with none.
    shards * PIECE as u64 + updates.next_multiple_of(PIECE as u64)
}

/// The size in bytes of the bins of one worker.
pub(super) fn memory(shards: u64, updates: u64) -> u64 {
    let room = room(shards, updates);
    room * size_of::<Update>() as u64 + room / PIECE as u64 * 4 + shards * 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_return_all_updates() {
        let mut bins = Bins::new(Division::new(5, 0, 1), 1000);
        for round in 0..3 {
            let mut expected = vec![Vec::new(); 5];
            for i in 0..6000_u64 {
                // Most go to one bin, which changes from round to round.
                let bin = if i % 7 == 0 { i % 5 } else { round } as usize;
                let effect = [Effect::Good, Effect::Bad][i as usize % 2];
                bins.push(bin, Update::new(i, effect));
                expected[bin].push(i as usize);
            }
            assert_eq!(bins.count, 6000);
            for (bin, expected) in expected.iter().enumerate() {
                let updates = bins.parts(bin).flatten();
                let mut found: Vec<usize> = updates.map(|u| u.offset()).collect();
                found.sort_unstable();
                assert_eq!(found, *expected);
            }
            bins.clear();
            assert!((0..5).all(|bin| bins.parts(bin).all(<[Update]>::is_empty)));
        }
    }
}
