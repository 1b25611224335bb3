//! The order of the sweep on several threads.
//!
//! The highest cells of a stripe's number determine its *block*. Blocks with equally many of these
//! cells filled are independent: none is a superset of another. So the levels are processed in
//! descending order of filled cells, and within a level the threads share the blocks. Inside a
//! block stripes are processed in descending order; a superset has the greater number.
//!
//! A [`BlockStore`] says which blocks an earlier run has finished, and learns what is finished: this
//! is all that a sweep with the table on disk does in addition.

use std::sync::atomic::{AtomicU64, Ordering};

use kibitz_game::{RunContext, StopReason, Threads};

use super::program::Program;
use super::sweep::Sweep;
use super::table::ToFill;
use super::vector::{Vector, Words};

/// Maximum number of cells that determine the block: 256 blocks on nine levels keep two threads
/// busy 99 % of the time, eight threads 91 %.
pub(super) const MAX_BLOCK_CELLS: u32 = 8;

/// Where the tables of a sweep are. A *unit* is a part of a block.
pub(super) trait BlockStore: Sync {
    /// An error of a limit, or of the store.
    type Error: From<StopReason> + Send;

    /// Whether a block was finished by an earlier run.
    fn has(&self, block: usize) -> bool;

    /// The size of units for blocks of `block_bytes` bytes: as much or a fraction of it, both
    /// powers of two.
    fn unit_bytes(&self, block_bytes: usize) -> usize;

    /// Called after a unit was solved: the thread does not access now what it has accessed before.
    fn release(&self, unit: usize);

    /// Called after a block was solved.
    fn finish(&self, block: usize) -> Result<(), Self::Error>;
}

/// Tables in memory, which have no earlier run.
pub(super) struct InMemory;

impl BlockStore for InMemory {
    type Error = StopReason;

    fn has(&self, _: usize) -> bool {
        false
    }

    fn unit_bytes(&self, block_bytes: usize) -> usize {
        block_bytes
    }

    fn release(&self, _: usize) {}

    fn finish(&self, _: usize) -> Result<(), StopReason> {
        Ok(())
    }
}

/// Fills the table of each side by the program of each side.
///
/// # Errors
/// Returns the reason if the run is cancelled or a limit is reached, or the error of the store.
///
/// # Safety
/// The processor must have the vector's instructions. The blocks that the store has are solved.
pub(super) unsafe fn fill<V: Vector, const TILE: usize, const SIDES: usize, S: BlockStore>(
    tables: [ToFill<'_>; SIDES],
    programs: &[Program; SIDES],
    store: &S,
    threads: &Threads,
    context: &RunContext,
) -> Result<(), S::Error> {
    let sweep = Sweep::<V, TILE, SIDES>::new(programs);
    let tiles = tables.map(ToFill::tiles::<TILE>);
    let stripes = tiles[0].count() >> programs[0].stripe_cells;
    let block_cells = stripes.ilog2().min(MAX_BLOCK_CELLS);
    let in_block = stripes >> block_cells;
    let stripe_bytes = size_of::<[Words; TILE]>() << programs[0].stripe_cells;
    let in_unit = (store.unit_bytes(in_block * stripe_bytes) / stripe_bytes).max(1);
    let stage = context.stage("placement sweep", Some(stripes as u64));
    let done = AtomicU64::new(0);
    levels(block_cells, threads, |block| {
        if store.has(block) {
            done.fetch_add(in_block as u64, Ordering::Relaxed);
            return Ok(());
        }
        for stripe in (block * in_block..(block + 1) * in_block).rev() {
            stage.advance_to(done.fetch_add(1, Ordering::Relaxed))?;
            // SAFETY: the processor is as required, as the caller guarantees. A proper superset of
            // this stripe is in this block, and then this thread has just finished it, or in a
            // block with more cells, whose level has ended. Other threads process blocks with as
            // many cells as this one, which are not subsets of it: they do not read this stripe,
            // and write none that it needs.
            unsafe { sweep.stripe(&tiles, stripe) };
            if stripe % in_unit == 0 {
                store.release(stripe / in_unit);
            }
        }
        store.finish(block)
    })?;
    Ok(stage.advance_to(stripes as u64)?)
}

/// Runs `work` for all sets of `cells` cells by size: the largest first, none before all larger
/// ones are done.
fn levels<E: Send, F>(cells: u32, threads: &Threads, work: F) -> Result<(), E>
where
    F: Fn(usize) -> Result<(), E> + Sync,
{
    for members in (0..=cells).rev() {
        let sets = (0..1 << cells).rev();
        let level = sets.filter(|set: &usize| set.count_ones() == members);
        threads.try_map(level.collect(), &work)?;
    }
    Ok(())
}
