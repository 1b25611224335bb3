//! The order of the sweep on several threads.
//!
//! The highest cells of a stripe's number determine its *block*. Blocks with equally many of these
//! cells filled are independent: none is a superset of another. So the levels are processed in
//! descending order of filled cells, and within a level the threads share the blocks. Inside a
//! block stripes are processed in descending order; a superset has the greater number.

use std::sync::atomic::{AtomicU64, Ordering};

use kibitz_game::{RunContext, StopReason, Threads};

use super::program::Program;
use super::sweep::Sweep;
use super::table::LossBits;
use super::vector::Vector;

/// Maximum number of cells that determine the block: 256 blocks on nine levels keep two threads
/// busy 99 % of the time, eight threads 91 %.
const MAX_BLOCK_CELLS: u32 = 8;

/// Fills the table of each side by the program of each side.
///
/// # Errors
/// Returns the reason if the run is cancelled or a limit is reached.
///
/// # Safety
/// The processor must have the vector's instructions.
pub(super) unsafe fn fill<V: Vector, const TILE: usize, const SIDES: usize>(
    tables: &mut [LossBits; SIDES],
    programs: &[Program; SIDES],
    threads: &Threads,
    context: &RunContext,
) -> Result<(), StopReason> {
    let sweep = Sweep::<V, TILE, SIDES>::new(programs);
    let tiles = tables.each_mut().map(LossBits::tiles::<TILE>);
    let stripes = tiles[0].count() >> programs[0].stripe_cells;
    let block_cells = stripes.ilog2().min(MAX_BLOCK_CELLS);
    let in_block = stripes >> block_cells;
    let stage = context.stage("placement sweep", Some(stripes as u64));
    let done = AtomicU64::new(0);
    levels(block_cells, threads, |block| {
        for stripe in (block * in_block..(block + 1) * in_block).rev() {
            stage.advance_to(done.fetch_add(1, Ordering::Relaxed))?;
            // SAFETY: the processor is as required, as the caller guarantees. A proper superset of
            // this stripe is in this block, and then this thread has just finished it, or in a
            // block with more cells, whose level has ended. Other threads process blocks with as
            // many cells as this one, which are not subsets of it: they do not read this stripe,
            // and write none that it needs.
            unsafe { sweep.stripe(&tiles, stripe) };
        }
        Ok(())
    })?;
    stage.advance_to(stripes as u64)
}

/// Runs `work` for all sets of `cells` cells by size: the largest first, none before all larger
/// ones are done.
fn levels<F>(cells: u32, threads: &Threads, work: F) -> Result<(), StopReason>
where
    F: Fn(usize) -> Result<(), StopReason> + Sync,
{
    for members in (0..=cells).rev() {
        let sets = (0..1 << cells).rev();
        let level = sets.filter(|set: &usize| set.count_ones() == members);
        threads.try_map(level.collect(), &work)?;
    }
    Ok(())
}
