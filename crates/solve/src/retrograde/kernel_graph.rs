//! Graphs for drivers outside this crate.

use super::{Bins, NodeInit, Outbox, PredecessorGraph, Shard};
use crate::SolveError;
use crate::entry::TableEntry;

/// The two steps over a shard with entries of one width, for any graph. A driver is compiled once
/// for all graphs, at the cost of a virtual call per shard and batch.
pub trait KernelSteps<C>: Sync {
    /// The shard of the ranks from `base` on, at level 0; initialises its entries.
    ///
    /// # Errors
    /// Returns an error if the rules fail, or a number does not fit a table entry.
    fn open<'e>(&self, base: u64, entries: &'e mut [C]) -> Result<Shard<&'e mut [C]>, SolveError>;

    /// Emits updates of the shard's level until the bins are full; returns true once all are
    /// emitted.
    fn emit(&self, shard: &mut Shard<&mut [C]>, bins: &mut Bins) -> bool;
}

impl<C: TableEntry, B: PredecessorGraph> KernelSteps<C> for B {
    fn open<'e>(&self, base: u64, entries: &'e mut [C]) -> Result<Shard<&'e mut [C]>, SolveError> {
        Shard::open(self, base, entries)
    }

    fn emit(&self, shard: &mut Shard<&mut [C]>, bins: &mut Bins) -> bool {
        shard.emit(self, |rank, effect| bins.send(rank, effect))
    }
}

/// The steps for entries of either width.
pub trait KernelGraph: KernelSteps<u16> + KernelSteps<u32> {
    /// The number of ranks.
    fn ranks(&self) -> u64;

    /// The average number of moves per rank, from a sample; 0 where the rules fail.
    fn average_moves(&self) -> f64;
}

impl<B: PredecessorGraph> KernelGraph for B {
    fn ranks(&self) -> u64 {
        self.size()
    }

    fn average_moves(&self) -> f64 {
        const SAMPLE: u64 = 1 << 10;
        let step = self.size().div_ceil(SAMPLE).max(1);
        let moves = |rank| match self.init(rank) {
            Ok(NodeInit::Open(moves)) => moves,
            _ => 0,
        };
        let sum: u64 = (0..self.size()).step_by(step as usize).map(moves).sum();
        sum as f64 / self.size().div_ceil(step).max(1) as f64
    }
}
