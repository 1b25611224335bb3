//! Propagation from other tiles: the hot loop.

use super::program::Batch;
use super::table::Tiles;
use super::vector::{Shift, Task, Vector};

/// Sources at least this many tiles away have left the L1 and L2 caches and are prefetched. 512
/// tiles are a quarter of a mebibyte.
const FAR: usize = 512;

/// Prefetch distance, in tiles.
const PREFETCH_DISTANCE: usize = 2;

/// Processes one batch: see [`Absorb`].
pub(super) type Absorber<V, const TILE: usize> =
    unsafe fn(&mut [V; TILE], &Shift<V>, &Batch, &Tiles<'_, TILE>, usize, u64);

/// Marks positions as won if a pattern of a batch leads to a lost position of another tile. `PART`
/// is the batch's tile part: a constant, so that the loop over the tile is unrolled and the
/// accumulators of a whole tile stay in registers.
struct Absorb<'a, V, const TILE: usize, const PART: usize> {
    won: &'a mut [V; TILE],
    shift: &'a Shift<V>,
    batch: &'a Batch,
    tiles: &'a Tiles<'a, TILE>,
    tile: usize,
    /// Not empty, so that the accumulators start in registers.
    fitting: u64,
}

impl<V: Vector, const TILE: usize, const PART: usize> Task for Absorb<'_, V, TILE, PART> {
    #[inline(always)]
    fn run(self) {
        let mut lost = [V::ZERO; TILE];
        let mut fitting = self.fitting;
        loop {
            let pattern = fitting.trailing_zeros() as usize;
            let source = self.tile | self.batch.index[pattern];
            // SAFETY: such a tile exists, was finished before this one and is not written, as
            // guaranteed by `absorb_batch`'s caller.
            unsafe { add::<V, TILE, PART>(&mut lost, self.tiles, source, self.tile) };
            fitting &= fitting - 1;
            if fitting == 0 {
                break;
            }
        }
        self.shift.all_predecessors(&mut lost);
        for vector in (0..TILE).filter(|vector| vector & PART == 0) {
            self.won[vector] = self.won[vector].or(lost[vector]);
        }
    }
}

/// ORs the lost positions of `source` into the vectors from which the tile part leads there.
///
/// # Safety
/// There must be a tile `source`, which no thread writes meanwhile.
#[inline(always)]
unsafe fn add<V: Vector, const TILE: usize, const PART: usize>(
    lost: &mut [V; TILE],
    tiles: &Tiles<'_, TILE>,
    source: usize,
    tile: usize,
) {
    // SAFETY: there is such a tile.
    let from = unsafe { tiles.at(source) };
    if source - tile >= FAR {
        // Tiles come in descending order, and mostly their sources too.
        let soon = from.wrapping_sub(PREFETCH_DISTANCE * TILE);
        for line in (0..TILE).step_by(2) {
            V::prefetch(soon.wrapping_add(line));
        }
    }
    for vector in (0..TILE).filter(|vector| vector & PART == 0) {
        // SAFETY: within the source tile, which no thread writes.
        let successors = unsafe { V::load(from.add(vector | PART)) };
        lost[vector] = lost[vector].or(successors);
    }
}

/// Entry point of [`Absorb`] with a common signature.
///
/// # Safety
/// The processor must have the vector's instructions. There must be a tile `tile`, and the patterns
/// `fitting`, at least one, must have cells of tile numbers only, none of them in `tile`. The tiles
/// that they lead to must be finished, and no thread may write them.
unsafe fn absorb_batch<V: Vector, const TILE: usize, const PART: usize>(
    won: &mut [V; TILE],
    shift: &Shift<V>,
    batch: &Batch,
    tiles: &Tiles<'_, TILE>,
    tile: usize,
    fitting: u64,
) {
    let task = Absorb::<V, TILE, PART> {
        won,
        shift,
        batch,
        tiles,
        tile,
        fitting,
    };
    // SAFETY: the processor is as required, as the caller guarantees.
    unsafe { V::enter(task) }
}

/// The function for batches with this tile part.
pub(super) fn absorber<V: Vector, const TILE: usize>(part: usize) -> Absorber<V, TILE> {
    // A part that does not fit in the tile never occurs.
    match part {
        0 => absorb_batch::<V, TILE, 0>,
        1 => absorb_batch::<V, TILE, 1>,
        2 => absorb_batch::<V, TILE, 2>,
        3 => absorb_batch::<V, TILE, 3>,
        4 => absorb_batch::<V, TILE, 4>,
        5 => absorb_batch::<V, TILE, 5>,
        6 => absorb_batch::<V, TILE, 6>,
        7 => absorb_batch::<V, TILE, 7>,
        8 => absorb_batch::<V, TILE, 8>,
        9 => absorb_batch::<V, TILE, 9>,
        10 => absorb_batch::<V, TILE, 10>,
        11 => absorb_batch::<V, TILE, 11>,
        12 => absorb_batch::<V, TILE, 12>,
        13 => absorb_batch::<V, TILE, 13>,
        14 => absorb_batch::<V, TILE, 14>,
        15 => absorb_batch::<V, TILE, 15>,
        _ => unreachable!("tiles have at most 16 vectors"),
    }
}
