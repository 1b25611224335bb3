//! Updates sorted by the shard that they are for.
//!
//! Most updates of a batch may be for a few shards, and others for others in the
//! next batch. So bins have no memory of their own but take pieces of one long
//! array, which is then no longer than a batch whatever the shares are.

use kibitz_game::{ENOUGH, Flow, MORE};

use super::{Division, Effect, Outbox, Update};

/// Updates in a piece.
const PIECE: usize = 256;

/// What a place for an update holds before there is one.
const NONE: Update = Update(0);

/// Updates for every shard. The bins of one worker share no line of the cache
/// with those of another, who writes to them at the same time.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct Bins {
    division: Division,
    /// Updates that are enough.
    batch: u64,
    /// All pieces, one behind the other.
    pieces: Vec<Update>,
    /// For each piece the one of the same bin that was filled before it. The
    /// first pieces are the first ones of the bins, and have none.
    before: Vec<u32>,
    /// Where the next update of each bin goes: inside its last piece.
    next: Vec<u32>,
    count: u64,
}

impl Bins {
    /// A bin for each shard, with room for about so many updates.
    pub(super) fn new(division: Division, batch: u64) -> Bins {
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

    /// Forgets all updates.
    pub(super) fn clear(&mut self) {
        let bins = self.next.len();
        self.pieces.resize(bins * PIECE, NONE);
        self.before.clear();
        self.before.resize(bins, u32::MAX);
        for (bin, next) in self.next.iter_mut().enumerate() {
            *next = (bin * PIECE) as u32;
        }
        self.count = 0;
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

    /// Begins a piece for the bin whose last piece is full.
    #[cold]
    fn piece_after(&mut self, full: usize) -> u32 {
        let start = self.pieces.len();
        self.pieces.resize(start + PIECE, NONE);
        self.before.push(full as u32);
        start as u32
    }

    /// The updates of a bin, in parts.
    pub(super) fn parts(&self, bin: usize) -> impl Iterator<Item = &[Update]> {
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
            MORE
        } else {
            ENOUGH
        }
    }
}

/// Updates for which there must be room, that every one of `updates` finds a
/// place.
fn room(shards: u64, updates: u64) -> u64 {
    // Every bin may have a piece with a single update, or with none.
    shards * PIECE as u64 + updates.next_multiple_of(PIECE as u64)
}

/// The bytes of the bins of one worker.
pub(super) fn memory(shards: u64, updates: u64) -> u64 {
    let room = room(shards, updates);
    room * size_of::<Update>() as u64 + room / PIECE as u64 * 4 + shards * 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bin_gives_back_what_was_put_in() {
        let mut bins = Bins::new(Division::new(5, 0, 1), 1000);
        for round in 0..3 {
            let mut expected = vec![Vec::new(); 5];
            for i in 0..6000_u64 {
                // Most go to one bin, another one to the next time.
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
