//! Assignment of cells to the bits of a position's number.
//!
//! The table numbers the positions by sets of *places*. The lowest places are the vector's, then
//! come the tile's, then those that number the tile. The assignment affects only the cost: patterns
//! inside a vector are expensive, patterns between vectors of a tile less so, and patterns to other
//! tiles cost a load for each tile that they fit, so they should have many cells among those that
//! number the tile. Cells far apart from each other make good vector cells.

use super::program::Parts;
use super::vector::VECTOR_CELLS;

/// A permutation of the cells.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The cell in each place.
    cell_at: Vec<u8>,
}

impl Layout {
    /// The identity.
    pub(super) fn plain(cells: u32) -> Layout {
        Layout {
            cell_at: (0..cells as u8).collect(),
        }
    }

    /// The layout with this cell in each place; `None` if it is not one.
    pub(super) fn from_cells(cell_at: Vec<u8>) -> Option<Layout> {
        let mut sorted = cell_at.clone();
        sorted.sort_unstable();
        let is_permutation = sorted.iter().copied().eq(0..cell_at.len() as u8);
        is_permutation.then_some(Layout { cell_at })
    }

    /// The cell in each place.
    pub(super) fn cell_at(&self) -> &[u8] {
        &self.cell_at
    }

    /// A good order for these patterns, found by local search: exchange two cells as long as that
    /// lowers the cost. The effort grows with the possible savings. Only the lowest `free` cells
    /// change their places.
    pub(super) fn choose(cells: u32, patterns: &[u64], tile_cells: u32, free: u32) -> Layout {
        let trials = 1usize << cells.saturating_sub(12).min(11);
        let mut search = Search::new(cells, patterns, tile_cells);
        search.descend(trials, free.min(cells) as usize);
        let mut layout = search.layout;
        // The order of the other cells matters only for cache locality: keep neighbours together.
        let inner = (VECTOR_CELLS + tile_cells) as usize;
        layout.cell_at[inner..].sort_unstable();
        layout
    }

    /// The number of cells.
    pub(super) fn cells(&self) -> u32 {
        self.cell_at.len() as u32
    }

    /// The places of a set of cells.
    pub(super) fn place(&self, set: u64) -> u64 {
        let places = self.cell_at.iter().enumerate();
        places.fold(0, |placed, (place, &cell)| {
            placed | (set >> cell & 1) << place
        })
    }
}

/// Average cost per vector; the unit is an operation.
const OPERATION: u64 = 1 << 40;
/// Loading a vector of another tile.
const LOAD: u64 = OPERATION * 3 / 2;
/// Adding a batch's sum, shifted or not.
const ADD: u64 = OPERATION / 2;
const SHIFT_AND_ADD: u64 = OPERATION * 3 / 2;
/// Fixed cost of a batch.
const BATCH: u64 = OPERATION / 3;
/// A pattern between vectors of the tile.
const IN_TILE: u64 = 3 * OPERATION;
/// A pattern inside the vector that is not a single cell: eight times a shift.
const IN_VECTOR: u64 = 12 * OPERATION;

/// The local search for a good layout.
struct Search<'a> {
    patterns: &'a [u64],
    tile_cells: u32,
    layout: Layout,
    /// For each cell, the patterns that contain it.
    through: Vec<Vec<usize>>,
    /// The place of each cell, as a set.
    place_of: Vec<u64>,
    /// The number of patterns of each batch, by its vector part and tile part.
    batch_sizes: Vec<u32>,
    work: u64,
}

impl<'a> Search<'a> {
    fn new(cells: u32, patterns: &'a [u64], tile_cells: u32) -> Search<'a> {
        let through = |cell| {
            let patterns = patterns.iter().enumerate();
            let contains = patterns.filter(move |&(_, pattern)| pattern >> cell & 1 == 1);
            contains.map(|(number, _)| number).collect()
        };
        let mut search = Search {
            patterns,
            tile_cells,
            layout: Layout::plain(cells),
            through: (0..cells).map(through).collect(),
            place_of: (0..cells).map(|cell| 1 << cell).collect(),
            batch_sizes: vec![0; 1 << (VECTOR_CELLS + tile_cells)],
            work: 0,
        };
        for &pattern in patterns {
            search.add(pattern);
        }
        search
    }

    /// Exchanges cells of a vector or tile with others among the lowest `places` until no exchange
    /// helps or the number of trials is exhausted.
    fn descend(&mut self, mut trials: usize, places: usize) {
        let inner = (VECTOR_CELLS + self.tile_cells) as usize;
        let mut least = u64::MAX;
        while self.work < least {
            least = self.work;
            for (a, b) in (0..inner).flat_map(|a| (a + 1..places).map(move |b| (a, b))) {
                if trials == 0 {
                    return;
                }
                trials -= 1;
                let before = self.work;
                self.exchange(a, b);
                if self.work >= before {
                    self.exchange(a, b);
                }
            }
        }
    }

    /// Exchanges the cells in two places, and updates the cost.
    fn exchange(&mut self, a: usize, b: usize) {
        let first = usize::from(self.layout.cell_at[a]);
        let second = usize::from(self.layout.cell_at[b]);
        self.each_through(first, second, Search::remove);
        self.layout.cell_at.swap(a, b);
        self.place_of.swap(first, second);
        self.each_through(first, second, Search::add);
    }

    /// Applies `act` once to each pattern that contains either cell.
    fn each_through(&mut self, first: usize, second: usize, act: fn(&mut Self, u64)) {
        for i in 0..self.through[first].len() {
            act(self, self.patterns[self.through[first][i]]);
        }
        for i in 0..self.through[second].len() {
            let pattern = self.patterns[self.through[second][i]];
            if pattern >> first & 1 == 0 {
                act(self, pattern);
            }
        }
    }

    fn add(&mut self, pattern: u64) {
        let parts = self.parts(pattern);
        self.work += cost(parts);
        if parts.index != 0 {
            let batch = self.batch(parts);
            if self.batch_sizes[batch] == 0 {
                self.work += batch_cost(parts);
            }
            self.batch_sizes[batch] += 1;
        }
    }

    fn remove(&mut self, pattern: u64) {
        let parts = self.parts(pattern);
        self.work -= cost(parts);
        if parts.index != 0 {
            let batch = self.batch(parts);
            self.batch_sizes[batch] -= 1;
            if self.batch_sizes[batch] == 0 {
                self.work -= batch_cost(parts);
            }
        }
    }

    fn batch(&self, parts: Parts) -> usize {
        parts.vector << self.tile_cells | parts.tile
    }

    fn parts(&self, pattern: u64) -> Parts {
        let mut placed = 0;
        let mut rest = pattern;
        while rest != 0 {
            placed |= self.place_of[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        Parts::of(placed, self.tile_cells)
    }
}

/// The cost of a pattern by itself: halved for each cell that must be empty for it to be evaluated.
fn cost(parts: Parts) -> u64 {
    let needed_empty = parts.tile.count_ones() + parts.index.count_ones();
    if parts.index != 0 {
        LOAD >> needed_empty
    } else if parts.tile != 0 {
        IN_TILE >> needed_empty
    } else if parts.vector.is_power_of_two() {
        0
    } else {
        IN_VECTOR
    }
}

/// The cost of a batch, regardless of its number of patterns.
fn batch_cost(parts: Parts) -> u64 {
    let add = if parts.vector == 0 {
        ADD
    } else {
        SHIFT_AND_ADD
    };
    BATCH + (add >> parts.tile.count_ones())
}
