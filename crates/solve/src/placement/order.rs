//! The order of the sweep on several threads.
//!
//! The highest cells of a stripe's number tell its *block*. Blocks with
//! equally many of these cells filled are independent: none is a superset of
//! another. So the levels, the most cells first, come one after the other,
//! and within a level the threads take block after block. Inside a block the
//! stripes come in descending order; a superset has the greater number.

use std::sync::atomic::{AtomicU64, Ordering};

use kibitz_game::{Stop, Threads, Watch};

use super::program::Program;
use super::sweep::Sweep;
use super::table::Table;
use super::vector::Vector;

/// At most so many cells tell the block: 256 blocks on nine levels keep two
/// threads busy 99 % of the time, eight threads 91 %.
const MAX_BLOCK_CELLS: u32 = 8;

/// Fills the table of each side by the program of each side.
///
/// # Errors
/// Where the watch says stop.
///
/// # Safety
/// The processor has the vector's instructions.
pub(super) unsafe fn fill<V: Vector, const TILE: usize, const SIDES: usize>(
    tables: &mut [Table; SIDES],
    programs: &[Program; SIDES],
    threads: &Threads,
    watch: &Watch,
) -> Result<(), Stop> {
    let sweep = Sweep::<V, TILE, SIDES>::new(programs);
    let tiles = tables.each_mut().map(Table::tiles::<TILE>);
    let stripes = tiles[0].count() >> programs[0].stripe_cells;
    let block_cells = stripes.ilog2().min(MAX_BLOCK_CELLS);
    let in_block = stripes >> block_cells;
    let stage = watch.stage("placing", Some(stripes as u64));
    let done = AtomicU64::new(0);
    levels(block_cells, threads, |block| {
        for stripe in (block * in_block..(block + 1) * in_block).rev() {
            stage.reach(done.fetch_add(1, Ordering::Relaxed))?;
            // SAFETY: the processor is right, as the caller promises. A
            // proper superset of this stripe is in this block, and then this
            // thread has just finished it, or in a block with more cells,
            // whose level has ended. Other threads are at blocks with as many
            // cells as this one, which are no subsets of it: they do not read
            // this stripe, and write none that it needs.
            unsafe { sweep.stripe(&tiles, stripe) };
        }
        Ok(())
    })?;
    stage.reach(stripes as u64)
}

/// Does `work` for all sets of so many cells, level by level: those with the
/// most members first, none before all larger ones are done.
fn levels<F>(cells: u32, threads: &Threads, work: F) -> Result<(), Stop>
where
    F: Fn(usize) -> Result<(), Stop> + Sync,
{
    for members in (0..=cells).rev() {
        let sets = (0..1 << cells).rev();
        let level = sets.filter(|set: &usize| set.count_ones() == members);
        threads.try_map(level.collect(), &work)?;
    }
    Ok(())
}
