//! The patterns, sorted by the operations they need in the sweep.
//!
//! The layout divides every pattern into three parts: its cells inside the vector, those that
//! number the vector inside its tile, and those that number the tile.
//!
//! - Patterns with cells of the last kind lead to other tiles. They form batches with the same
//!   first two parts: the successors of a batch are combined before they are shifted, and one word
//!   holds which of its patterns fit a tile.
//! - The others lead from one vector of the tile to another one, or stay inside a vector.

use super::vector::VECTOR_CELLS;

/// Maximum number of cells that number a tile inside its stripe.
const MAX_STRIPE_CELLS: u32 = 6;

/// A pattern divided by the layout.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Parts {
    /// Its cells inside the vector.
    pub(super) vector: usize,
    /// Its cells that number the vector inside the tile.
    pub(super) tile: usize,
    /// Its cells that number the tile.
    pub(super) index: usize,
}

impl Parts {
    /// Divides a pattern that is given in the layout's order.
    pub(super) fn of(pattern: u64, tile_cells: u32) -> Parts {
        let vector = pattern & ((1 << VECTOR_CELLS) - 1);
        let above = pattern >> VECTOR_CELLS;
        Parts {
            vector: vector as usize,
            tile: (above & ((1 << tile_cells) - 1)) as usize,
            index: (above >> tile_cells) as usize,
        }
    }
}

/// At most 64 patterns with the same vector part and the same tile part.
pub(super) struct Batch {
    /// The vector part of all of them.
    pub(super) vector: usize,
    /// The tile part of all of them.
    pub(super) tile: usize,
    /// The index part of each.
    pub(super) index: Vec<usize>,
}

impl Batch {
    /// The patterns disjoint from the filled cells, one bit each.
    fn fitting(&self, filled: usize) -> u64 {
        let bits = self.index.iter().enumerate();
        bits.fold(0, |word, (bit, &index)| {
            word | u64::from(index & filled == 0) << bit
        })
    }
}

/// The operations of the sweep.
pub(super) struct Program {
    /// Patterns to other tiles.
    pub(super) batches: Vec<Batch>,
    /// Patterns to other vectors of the tile.
    pub(super) in_tile: Vec<Parts>,
    /// Vector parts of the patterns inside a vector.
    pub(super) in_vector: Vec<usize>,
    /// The patterns that decide whether a position has a move, if a player without one wins; `None`
    /// if such a player loses.
    pub(super) mobility: Option<Vec<Parts>>,
    /// Cells that number a tile inside its stripe. A stripe is a run of tiles that differ only in
    /// these cells, the lowest ones.
    pub(super) stripe_cells: u32,
    /// For each tile of a stripe and each batch, the patterns that fit with regard to these cells;
    /// the same for all stripes.
    fitting_low: Vec<u64>,
}

impl Program {
    /// Sorts patterns that are given in the layout's order; `index_cells` cells number the tiles.
    pub(super) fn new(
        patterns: &[u64],
        tile_cells: u32,
        index_cells: u32,
        no_move_wins: bool,
    ) -> Program {
        let cut = |&pattern: &u64| Parts::of(pattern, tile_cells);
        let mut parts: Vec<Parts> = patterns.iter().map(cut).collect();
        parts.sort_unstable();
        let (inner, outer): (Vec<Parts>, Vec<Parts>) = parts.iter().partition(|p| p.index == 0);
        let (within, in_tile): (Vec<Parts>, Vec<Parts>) = inner.iter().partition(|p| p.tile == 0);
        let batches = batches(&outer);
        let stripe_cells = index_cells.min(MAX_STRIPE_CELLS);
        let fitting_low = (0..1 << stripe_cells)
            .flat_map(|low| batches.iter().map(move |batch| batch.fitting(low)))
            .collect();
        Program {
            batches,
            in_tile,
            in_vector: within.iter().map(|p| p.vector).collect(),
            mobility: no_move_wins.then(|| {
                let mut parts: Vec<Parts> = minimal(patterns).iter().map(cut).collect();
                parts.sort_unstable();
                parts
            }),
            stripe_cells,
            fitting_low,
        }
    }

    /// For each batch, the patterns that fit a tile with regard to its place in the stripe.
    #[inline(always)]
    pub(super) fn fitting_low(&self, low: usize) -> &[u64] {
        let count = self.batches.len();
        &self.fitting_low[low * count..][..count]
    }

    /// For each batch, the patterns that fit the tiles of a stripe with regard to the other cells.
    pub(super) fn fitting_high(&self, stripe: usize) -> Vec<u64> {
        let filled = stripe << self.stripe_cells;
        let batches = self.batches.iter();
        batches.map(|batch| batch.fitting(filled)).collect()
    }
}

/// Divides sorted patterns into batches.
fn batches(sorted: &[Parts]) -> Vec<Batch> {
    let alike = |a: &Parts, b: &Parts| (a.vector, a.tile) == (b.vector, b.tile);
    sorted
        .chunk_by(alike)
        .flat_map(|patterns| patterns.chunks(u64::BITS as usize))
        .map(|batch| Batch {
            vector: batch[0].vector,
            tile: batch[0].tile,
            index: batch.iter().map(|p| p.index).collect(),
        })
        .collect()
}

/// The patterns that contain no other one: if a pattern fits, so does a minimal one.
fn minimal(patterns: &[u64]) -> Vec<u64> {
    let contains = |large: u64, small: u64| large != small && large & small == small;
    let is_minimal = |&&p: &&u64| !patterns.iter().any(|&q| contains(p, q));
    patterns.iter().filter(is_minimal).copied().collect()
}
