//! The sweep over the table: tile after tile, supersets first.

use super::absorb::{Absorber, absorber};
use super::program::{Batch, Parts, Program};
use super::settle::Settle;
use super::table::Tiles;
use super::vector::{Shift, Task, Vector};

/// A program made ready for tiles of `TILE` vectors of the type `V`.
pub(super) struct Sweep<'a, V, const TILE: usize> {
    program: &'a Program,
    batches: Vec<(Absorber<V, TILE>, Shift<V>, &'a Batch)>,
    settle: Settle<V>,
    stuck_unless: Option<Vec<(Parts, Shift<V>)>>,
}

impl<'a, V: Vector, const TILE: usize> Sweep<'a, V, TILE> {
    /// Makes the program ready.
    pub(super) fn new(program: &'a Program) -> Self {
        let ready = |batch: &'a Batch| (absorber(batch.tile), Shift::by(batch.vector), batch);
        let part = |&part: &Parts| (part, Shift::by(part.vector));
        let stuck_unless = program.stuck_unless.as_ref();
        Sweep {
            program,
            batches: program.batches.iter().map(ready).collect(),
            settle: Settle::new(program, TILE),
            stuck_unless: stuck_unless.map(|parts| parts.iter().map(part).collect()),
        }
    }

    /// Solves the tiles of one stripe.
    ///
    /// # Safety
    /// The processor has the vector's instructions. There is such a stripe,
    /// and every stripe whose number is a proper superset of this one's is
    /// finished. While this goes on, nobody else touches this stripe, and
    /// nobody writes those.
    pub(super) unsafe fn stripe(&self, tiles: &Tiles<'_, TILE>, stripe: usize) {
        let fitting_high = self.program.fitting_high(stripe);
        let task = Stripe {
            sweep: self,
            tiles,
            first: stripe << self.program.stripe_cells,
            fitting_high: &fitting_high,
        };
        // SAFETY: the processor is right, as the caller promises.
        unsafe { V::enter(task) }
    }
}

/// A stripe being solved; what [`Sweep::stripe`]'s caller promises holds.
struct Stripe<'a, V, const TILE: usize> {
    sweep: &'a Sweep<'a, V, TILE>,
    tiles: &'a Tiles<'a, TILE>,
    first: usize,
    fitting_high: &'a [u64],
}

impl<V: Vector, const TILE: usize> Task for Stripe<'_, V, TILE> {
    #[inline(always)]
    fn run(self) {
        for low in (0..1 << self.sweep.program.stripe_cells).rev() {
            let tile = self.first | low;
            let mut vectors = [V::ZERO; TILE];
            if let Some(parts) = &self.sweep.stuck_unless {
                vectors = stuck(parts, tile);
            }
            self.absorb(&mut vectors, tile, low);
            self.sweep.settle.tile(&mut vectors);
            self.store(&vectors, tile);
        }
    }
}

impl<V: Vector, const TILE: usize> Stripe<'_, V, TILE> {
    /// Marks as won what leads to lost positions of other tiles.
    #[inline(always)]
    fn absorb(&self, won: &mut [V; TILE], tile: usize, low: usize) {
        let fitting_low = self.sweep.program.fitting_low(low);
        let fitting = fitting_low.iter().zip(self.fitting_high);
        for ((absorb, shift, batch), (low, high)) in self.sweep.batches.iter().zip(fitting) {
            let fitting = low & high;
            if fitting != 0 {
                // SAFETY: the tile is in the stripe. Its successors have
                // higher numbers: they are in the stripe and were finished
                // just now, or in stripes that are finished and left alone.
                unsafe { absorb(won, shift, batch, self.tiles, tile, fitting) };
            }
        }
    }

    /// Writes a finished tile.
    #[inline(always)]
    fn store(&self, lost: &[V; TILE], tile: usize) {
        for (place, vector) in lost.iter().enumerate() {
            // SAFETY: the tile exists and is in the stripe, which nobody else
            // touches; `place` is within the tile.
            unsafe { vector.store(self.tiles.at(tile).add(place)) };
        }
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
