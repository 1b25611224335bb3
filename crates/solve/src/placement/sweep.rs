//! The sweep over the table by tiles, supersets first.

use super::absorb::{Absorber, absorber};
use super::program::{Batch, Parts, Program};
use super::table::Tiles;
use super::tile_moves::TileMoves;
use super::vector::{Shift, Task, Vector};

/// The table of the opponent's lost positions: that of the other side, or the only one in an
/// impartial game.
#[inline(always)]
pub(super) const fn other<const SIDES: usize>(side: usize) -> usize {
    SIDES - 1 - side
}

/// The programs of all sides, prepared for tiles of `TILE` vectors of type `V`.
pub(super) struct Sweep<'a, V, const TILE: usize, const SIDES: usize> {
    sides: [Outward<'a, V, TILE>; SIDES],
    tile_moves: TileMoves<V, SIDES>,
    /// The same for all sides.
    stripe_cells: u32,
}

/// One side's patterns to other tiles.
struct Outward<'a, V, const TILE: usize> {
    program: &'a Program,
    batches: Vec<(Absorber<V, TILE>, Shift<V>, &'a Batch)>,
    mobility: Option<Vec<(Parts, Shift<V>)>>,
}

impl<'a, V: Vector, const TILE: usize> Outward<'a, V, TILE> {
    fn new(program: &'a Program) -> Self {
        let ready = |batch: &'a Batch| (absorber(batch.tile), Shift::by(batch.vector), batch);
        let part = |&part: &Parts| (part, Shift::by(part.vector));
        let mobility = program.mobility.as_ref();
        Outward {
            program,
            batches: program.batches.iter().map(ready).collect(),
            mobility: mobility.map(|parts| parts.iter().map(part).collect()),
        }
    }
}

impl<'a, V: Vector, const TILE: usize, const SIDES: usize> Sweep<'a, V, TILE, SIDES> {
    /// Prepares the programs.
    pub(super) fn new(programs: &'a [Program; SIDES]) -> Self {
        Sweep {
            sides: programs.each_ref().map(Outward::new),
            tile_moves: TileMoves::new(programs, TILE),
            stripe_cells: programs[0].stripe_cells,
        }
    }

    /// Solves the tiles of one stripe.
    ///
    /// # Safety
    /// The processor must have the vector's instructions. There must be such a stripe in the table
    /// of each side, and every stripe whose number is a proper superset of this one's must be
    /// finished. Meanwhile no other thread may access this stripe or write those.
    pub(super) unsafe fn stripe(&self, tiles: &[Tiles<'_, TILE>; SIDES], stripe: usize) {
        let sides = self.sides.each_ref();
        let task = Stripe {
            sweep: self,
            tiles,
            first: stripe << self.stripe_cells,
            fitting_high: sides.map(|side| side.program.fitting_high(stripe)),
        };
        // SAFETY: the processor is as required, as the caller guarantees.
        unsafe { V::enter(task) }
    }
}

/// A stripe being solved; the safety conditions of [`Sweep::stripe`] hold.
struct Stripe<'a, V, const TILE: usize, const SIDES: usize> {
    sweep: &'a Sweep<'a, V, TILE, SIDES>,
    tiles: &'a [Tiles<'a, TILE>; SIDES],
    first: usize,
    /// For each side and each batch.
    fitting_high: [Vec<u64>; SIDES],
}

impl<V: Vector, const TILE: usize, const SIDES: usize> Task for Stripe<'_, V, TILE, SIDES> {
    #[inline(always)]
    fn run(self) {
        for low in (0..1 << self.sweep.stripe_cells).rev() {
            let tile = self.first | low;
            let mut vectors = [[V::ZERO; TILE]; SIDES];
            for (side, vectors) in vectors.iter_mut().enumerate() {
                if let Some(parts) = &self.sweep.sides[side].mobility {
                    *vectors = without_moves(parts, tile);
                }
                self.absorb(vectors, side, tile, low);
            }
            self.sweep.tile_moves.tile(&mut vectors);
            for (tiles, vectors) in self.tiles.iter().zip(&vectors) {
                store(vectors, tiles, tile);
            }
        }
    }
}

impl<V: Vector, const TILE: usize, const SIDES: usize> Stripe<'_, V, TILE, SIDES> {
    /// Marks positions as won for a side if they lead to positions of other tiles that the opponent
    /// loses.
    #[inline(always)]
    fn absorb(&self, won: &mut [V; TILE], side: usize, tile: usize, low: usize) {
        let outward = &self.sweep.sides[side];
        let tiles = &self.tiles[other::<SIDES>(side)];
        let fitting_low = outward.program.fitting_low(low);
        let fitting = fitting_low.iter().zip(&self.fitting_high[side]);
        for ((absorb, shift, batch), (low, high)) in outward.batches.iter().zip(fitting) {
            let fitting = low & high;
            if fitting != 0 {
                // SAFETY: the tile is in the stripe. Its successors have higher numbers: they are
                // in the stripe and already finished, or in finished stripes that are not written.
                unsafe { absorb(won, shift, batch, tiles, tile, fitting) };
            }
        }
    }
}

/// Writes a finished tile of the stripe that is being solved.
#[inline(always)]
fn store<V: Vector, const TILE: usize>(lost: &[V; TILE], tiles: &Tiles<'_, TILE>, tile: usize) {
    for (place, vector) in lost.iter().enumerate() {
        // SAFETY: the tile exists and is in the stripe, which no other thread accesses; `place` is
        // within the tile.
        unsafe { vector.store(tiles.at(tile).add(place)) };
    }
}

/// The positions of a tile to which none of the patterns fits.
///
/// Sorted patterns begin with those that have no cells inside the tile: if one of these fits, all
/// positions of the tile have a move.
#[inline(always)]
fn without_moves<V: Vector, const TILE: usize>(
    parts: &[(Parts, Shift<V>)],
    tile: usize,
) -> [V; TILE] {
    let all = V::from_words([!0; 4]);
    let mut without_moves = [all; TILE];
    for (part, shift) in parts.iter().filter(|(part, _)| part.index & tile == 0) {
        if part.vector == 0 && part.tile == 0 {
            return [V::ZERO; TILE];
        }
        for vector in (0..TILE).filter(|vector| vector & part.tile == 0) {
            without_moves[vector] = without_moves[vector].minus(shift.disjoint());
        }
    }
    without_moves
}
