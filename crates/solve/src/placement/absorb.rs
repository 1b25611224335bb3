//! What a tile learns from other tiles: the hot loop.

use super::program::Batch;
use super::table::Tiles;
use super::vector::{Shift, Task, Vector};

/// Sources so many tiles away have left the near caches since they were
/// written and are asked for early. 512 tiles are a quarter of a megabyte.
const FAR: usize = 512;

/// How many tiles early.
const AHEAD: usize = 2;

/// Takes in one batch: see [`Absorb`].
pub(super) type Absorber<V, const TILE: usize> =
    unsafe fn(&mut [V; TILE], &Shift<V>, &Batch, &Tiles<'_, TILE>, usize, u64);

/// Marks as won what a batch of patterns leads to lost positions of other
/// tiles. `PART` is the batch's tile part: a constant, so that the loop over
/// the tile unrolls and the sums of a whole tile stay in registers.
struct Absorb<'a, V, const TILE: usize, const PART: usize> {
    won: &'a mut [V; TILE],
    shift: &'a Shift<V>,
    batch: &'a Batch,
    tiles: &'a Tiles<'a, TILE>,
    tile: usize,
    /// Not empty, so that the sums begin in registers.
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
            // SAFETY: such a tile exists, was finished before this one and
            // stays as it is, as `absorb_batch`'s caller promises.
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

/// Adds the lost positions of `source` to where the tile part leads from.
///
/// # Safety
/// There is a tile `source`, and nobody writes it meanwhile.
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
        // Tiles come in descending order, and their sources mostly too.
        let soon = from.wrapping_sub(AHEAD * TILE);
        for line in (0..TILE).step_by(2) {
            V::prefetch(soon.wrapping_add(line));
        }
    }
    for vector in (0..TILE).filter(|vector| vector & PART == 0) {
        // SAFETY: within the source tile, which nobody writes.
        let successors = unsafe { V::load(from.add(vector | PART)) };
        lost[vector] = lost[vector].or(successors);
    }
}

/// An entry to [`Absorb`] with a signature that all of them share.
///
/// # Safety
/// The processor has the vector's instructions. There is a tile `tile`, and
/// the patterns `fitting`, one at least, have cells of tile numbers only, none of them in
/// `tile`. The tiles that they lead to are finished, and nobody writes them.
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
    // SAFETY: the processor is right, as the caller promises.
    unsafe { V::enter(task) }
}

/// The function for batches with this tile part.
pub(super) fn absorber<V: Vector, const TILE: usize>(part: usize) -> Absorber<V, TILE> {
    // A part that the tile is too small for never occurs.
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
