//! Assignment of ranks to shards, and of shards to processes.

use std::ops::Range;

use super::{Effect, Update};

/// The division of ranks into shards of adjacent ranks, of equal size except for the last, and of
/// shards among owners, round-robin. If low ranks have more positions than high ones, every owner
/// still gets its share of them.
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
    /// Maximum number of ranks of a shard, so that an update fits four bytes.
    pub const MAX_CELLS: u64 = 1 << Division::MAX_BITS;
    const MAX_BITS: u32 = 31;

    /// `ranks` ranks in shards of 2 to the power of `bits`, at most
    /// [`MAX_CELLS`](Division::MAX_CELLS), for `owners` owners, at least one.
    #[must_use]
    pub fn new(ranks: u64, bits: u32, owners: usize) -> Division {
        Division {
            ranks,
            bits: bits.min(Division::MAX_BITS),
            owners: owners.max(1),
        }
    }

    /// The number of ranks.
    #[must_use]
    pub fn size(self) -> u64 {
        self.ranks
    }

    /// The number of shards.
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

    /// The offset of a rank in its shard.
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

    /// The owner of a shard, from 0.
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
