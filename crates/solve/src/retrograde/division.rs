//! Which shard has a rank, and which process has a shard.

use std::ops::Range;

use super::{Effect, Update};

/// How ranks are divided: into shards of neighbouring ranks, equally many but
/// for the last shard, and the shards among owners, to each in turn. Where the
/// low ranks have more positions than the high ones, every owner has its part
/// of them.
///
/// ```
/// use kibitz_solve::retrograde::Division;
///
/// let division = Division::new(2500, 10, 2);
/// assert_eq!(division.shards(), 3);
/// assert_eq!(division.shard(2047), 1);
/// assert_eq!(division.ranks(2), 2048..2500);
/// assert!(division.of_owner(0).eq([0, 2]));
/// assert_eq!(division.owner(2), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    ranks: u64,
    bits: u32,
    owners: usize,
}

impl Division {
    /// A shard has at most so many cells, so that an update fits four bytes.
    pub const MOST_CELLS: u64 = 1 << Division::MOST_BITS;
    const MOST_BITS: u32 = 31;

    /// So many ranks, in shards of 2 to the power of `bits`, at most
    /// [`MOST_CELLS`](Division::MOST_CELLS), for so many owners, at least one.
    #[must_use]
    pub fn new(ranks: u64, bits: u32, owners: usize) -> Division {
        Division {
            ranks,
            bits: bits.min(Division::MOST_BITS),
            owners: owners.max(1),
        }
    }

    /// How many shards there are.
    #[must_use]
    pub fn shards(self) -> usize {
        self.ranks.div_ceil(1 << self.bits) as usize
    }

    /// The shard of a rank.
    #[inline]
    #[must_use]
    pub fn shard(self, rank: u64) -> usize {
        (rank >> self.bits) as usize
    }

    /// How far a rank is from the first one of its shard.
    #[inline]
    #[must_use]
    pub fn offset(self, rank: u64) -> u64 {
        rank & ((1 << self.bits) - 1)
    }

    /// The shard of a rank, and an update of that position.
    #[inline]
    #[must_use]
    pub fn update(self, rank: u64, effect: Effect) -> (usize, Update) {
        (self.shard(rank), Update::new(self.offset(rank), effect))
    }

    /// The ranks of a shard.
    #[must_use]
    pub fn ranks(self, shard: usize) -> Range<u64> {
        let start = (shard as u64) << self.bits;
        start..(start + (1 << self.bits)).min(self.ranks)
    }

    /// Who has a shard, from 0.
    #[inline]
    #[must_use]
    pub fn owner(self, shard: usize) -> usize {
        shard % self.owners
    }

    /// The shards of an owner, in order.
    pub fn of_owner(self, owner: usize) -> impl Iterator<Item = usize> {
        (owner..self.shards()).step_by(self.owners)
    }
}
