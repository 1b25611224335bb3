//! The sweep over the table: tile after tile, supersets first.

use super::absorb::{Absorber, absorber};
use super::program::{Batch, Parts, Program};
use super::settle::Settle;
use super::table::Tiles;
use super::vector::{Shift, Task, Vector};

/// Whose lost positions a player wants to reach: those of the other side, or
/// where both have the same moves and share one table, of that one.
#[inline(always)]
pub(super) const fn other<const SIDES: usize>(side: usize) -> usize {
    SIDES - 1 - side
}

/// The programs of all sides made ready for tiles of `TILE` vectors of the
/// type `V`.
pub(super) struct Sweep<'a, V, const TILE: usize, const SIDES: usize> {
    sides: [Outward<'a, V, TILE>; SIDES],
    settle: Settle<V, SIDES>,
    /// The same for all sides.
    stripe_cells: u32,
}

/// One side's patterns to other tiles.
struct Outward<'a, V, const TILE: usize> {
    program: &'a Program,
    batches: Vec<(Absorber<V, TILE>, Shift<V>, &'a Batch)>,
    stuck_unless: Option<Vec<(Parts, Shift<V>)>>,
}

impl<'a, V: Vector, const TILE: usize> Outward<'a, V, TILE> {
    fn new(program: &'a Program) -> Self {
        let ready = |batch: &'a Batch| (absorber(batch.tile), Shift::by(batch.vector), batch);
        let part = |&part: &Parts| (part, Shift::by(part.vector));
        let stuck_unless = program.stuck_unless.as_ref();
        Outward {
            program,
            batches: program.batches.iter().map(ready).collect(),
            stuck_unless: stuck_unless.map(|parts| parts.iter().map(part).collect()),
        }
    }
}

impl<'a, V: Vector, const TILE: usize, const SIDES: usize> Sweep<'a, V, TILE, SIDES> {
    /// Makes the programs ready.
    pub(super) fn new(programs: &'a [Program; SIDES]) -> Self {
        Sweep {
            sides: programs.each_ref().map(Outward::new),
            settle: Settle::new(programs, TILE),
            stripe_cells: programs[0].stripe_cells,
        }
    }

    /// Solves the tiles of one stripe.
    ///
    /// # Safety
    /// The processor has the vector's instructions. There is such a stripe in
    /// the table of each side, and every stripe whose number is a proper
    /// superset of this one's is finished. While this goes on, nobody else
    /// touches this stripe, and nobody writes those.
    pub(super) unsafe fn stripe(&self, tiles: &[Tiles<'_, TILE>; SIDES], stripe: usize) {
        let sides = self.sides.each_ref();
        let task = Stripe {
            sweep: self,
            tiles,
            first: stripe << self.stripe_cells,
            fitting_high: sides.map(|side| side.program.fitting_high(stripe)),
        };
        // SAFETY: the processor is right, as the caller promises.
        unsafe { V::enter(task) }
    }
}

/// A stripe being solved; what [`Sweep::stripe`]'s caller promises holds.
struct Stripe<'a, V, const TILE: usize, const SIDES: usize> {
    sweep: &'a Sweep<'a, V, TILE, SIDES>,
    tiles: &'a [Tiles<'a, TILE>; SIDES],
    first: usize,
    /// Of each side, for each batch.
    fitting_high: [Vec<u64>; SIDES],
}

impl<V: Vector, const TILE: usize, const SIDES: usize> Task for Stripe<'_, V, TILE, SIDES> {
    #[inline(always)]
    fn run(self) {
        for low in (0..1 << self.sweep.stripe_cells).rev() {
            let tile = self.first | low;
            let mut vectors = [[V::ZERO; TILE]; SIDES];
            for (side, vectors) in vectors.iter_mut().enumerate() {
                if let Some(parts) = &self.sweep.sides[side].stuck_unless {
                    *vectors = stuck(parts, tile);
                }
                self.absorb(vectors, side, tile, low);
            }
            self.sweep.settle.tile(&mut vectors);
            for (tiles, vectors) in self.tiles.iter().zip(&vectors) {
                store(vectors, tiles, tile);
            }
        }
    }
}

impl<V: Vector, const TILE: usize, const SIDES: usize> Stripe<'_, V, TILE, SIDES> {
    /// Marks as won for a side what leads to positions of other tiles that the
    /// opponent loses.
    #[inline(always)]
    fn absorb(&self, won: &mut [V; TILE], side: usize, tile: usize, low: usize) {
        let outward = &self.sweep.sides[side];
        let tiles = &self.tiles[other::<SIDES>(side)];
        let fitting_low = outward.program.fitting_low(low);
        let fitting = fitting_low.iter().zip(&self.fitting_high[side]);
        for ((absorb, shift, batch), (low, high)) in outward.batches.iter().zip(fitting) {
            let fitting = low & high;
            if fitting != 0 {
                // SAFETY: the tile is in the stripe. Its successors have
                // higher numbers: they are in the stripe and were finished
                // just now, or in stripes that are finished and left alone.
                unsafe { absorb(won, shift, batch, tiles, tile, fitting) };
            }
        }
    }
}

/// Writes a finished tile of the stripe that is being solved.
#[inline(always)]
fn store<V: Vector, const TILE: usize>(lost: &[V; TILE], tiles: &Tiles<'_, TILE>, tile: usize) {
    for (place, vector) in lost.iter().enumerate() {
        // SAFETY: the tile exists and is in the stripe, which nobody else
        // touches; `place` is within the tile.
        unsafe { vector.store(tiles.at(tile).add(place)) };
    }
}

/// The positions of a tile to which none of the patterns fits.
///
/// Sorted patterns begin with those that have no cells inside the tile: one
/// of these that fits is enough for all its positions.
#[inline(always)]
fn stuck<V: Vector, const TILE: usize>(parts: &[(Parts, Shift<V>)], tile: usize) -> [V; TILE] {
    let all = V::from_words([!0; 4]);
    let mut stuck = [all; TILE];
    for (part, shift) in parts.iter().filter(|(part, _)| part.index & tile == 0) {
        if part.vector == 0 && part.tile == 0 {
            return [V::ZERO; TILE];
        }
        for vector in (0..TILE).filter(|vector| vector & part.tile == 0) {
            stuck[vector] = stuck[vector].minus(shift.disjoint());
        }
    }
    stuck
}
