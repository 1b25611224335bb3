//! Games of filling cells: positions are sets, and a move adds one of given
//! patterns to the set.
//!
//! Whoever adds a pattern needs all its cells empty; who cannot add any loses,
//! or wins, as the game says. Marbles, Cram and many a contest problem are of
//! this kind. There are 2ⁿ positions, and a move leads from a set to a
//! superset, whose number is greater when the sets are read as binary numbers.
//! So one pass from the greatest number down solves them all:
//!
//! > lost(s) = no pattern p disjoint from s has lost(s ∪ p)
//!
//! One bit is kept for each position, and a vector of 256 bits is worked on
//! at once. The cells of a position's number fall in three kinds:
//!
//! ```text
//!     place   n-1 ……………………… 12 | 11 …… 8 | 7 ……… 0
//!             number of the tile |  vector | bit in
//!             block|stripe|tile  | in tile | vector
//! ```
//!
//! Because what is stored is "lost", a position is won where the OR of its
//! successors has a one. Of all patterns that have the same cells inside the
//! vector, the successors are combined first (`absorb`) and then shifted
//! into place together; moves inside a tile follow (`settle`). `layout`
//! chooses which cells are of which kind, `program` sorts the patterns
//! accordingly, `sweep` goes through the tiles, and `threads` says which
//! of them can be worked on at the same time.

mod absorb;
#[cfg(target_arch = "x86_64")]
mod avx2;
mod layout;
mod losing;
mod plain;
mod portable;
mod program;
mod settle;
mod sweep;
mod table;
#[cfg(test)]
mod tests;
mod threads;
mod vector;

use kibitz_game::{Stop, Watch, Wdl};

pub use losing::LosingSet;

use layout::Layout;
use portable::Portable;
use program::Program;
use table::Table;
use vector::VECTOR_CELLS;

/// Boards with fewer cells take less time than starting a thread.
const CELLS_FOR_THREADS: u32 = 21;

/// A game of filling cells.
///
/// ```
/// use kibitz_game::{Watch, Wdl};
/// use kibitz_solve::placement::Placement;
///
/// // Four cells in a row; a move fills one, or two neighbours.
/// let patterns = [0b0001, 0b0010, 0b0100, 0b1000, 0b0011, 0b0110, 0b1100];
/// let game = Placement::new(4, patterns, Wdl::Loss)?;
/// let lost = game.solve(&Watch::new())?;
/// assert!(!lost.is_lost(0b0000)); // fill the two in the middle
/// assert!(lost.is_lost(0b0110));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    cells: u32,
    /// Sorted, each once.
    patterns: Vec<u64>,
    stuck_wins: bool,
}

/// Why something is no game of filling cells that can be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPlacement {
    /// More positions than there is memory for.
    #[error("{0} cells, but at most {max} can be solved", max = Placement::MAX_CELLS)]
    TooManyCells(u32),
    /// A move that changes nothing would never end.
    #[error("a pattern without cells")]
    EmptyPattern,
    /// A pattern with a cell that is not there.
    #[error("the pattern {pattern:#b} does not fit on {cells} cells")]
    OutsideBoard {
        /// The pattern.
        pattern: u64,
        /// The number of cells.
        cells: u32,
    },
    /// Being unable to move has to lose or to win.
    #[error("a player who cannot move loses or wins, there are no draws")]
    Drawn,
}

impl Placement {
    /// The most cells that can be solved.
    pub const MAX_CELLS: u32 = 36;

    /// The game with the cells 0 to `cells` − 1 in which a move fills one of
    /// `patterns`, sets of cells with one bit each, and a player who cannot
    /// move has the result `stuck`. A pattern may be given more than once.
    ///
    /// # Errors
    /// Where the patterns do not fit, or `stuck` is a draw.
    pub fn new(
        cells: u32,
        patterns: impl IntoIterator<Item = u64>,
        stuck: Wdl,
    ) -> Result<Placement, NoPlacement> {
        if cells > Placement::MAX_CELLS {
            return Err(NoPlacement::TooManyCells(cells));
        }
        let mut patterns: Vec<u64> = patterns.into_iter().collect();
        patterns.sort_unstable();
        patterns.dedup();
        if patterns.first() == Some(&0) {
            return Err(NoPlacement::EmptyPattern);
        }
        if let Some(&pattern) = patterns.iter().find(|&pattern| pattern >> cells != 0) {
            return Err(NoPlacement::OutsideBoard { pattern, cells });
        }
        let stuck_wins = match stuck {
            Wdl::Win => true,
            Wdl::Loss => false,
            Wdl::Draw => return Err(NoPlacement::Drawn),
        };
        Ok(Placement {
            cells,
            patterns,
            stuck_wins,
        })
    }

    /// How many cells there are.
    #[must_use]
    pub fn cells(&self) -> u32 {
        self.cells
    }

    /// Bytes that [`solve`](Placement::solve) needs, most of which its result
    /// keeps: a bit for each position, and a little for each pattern.
    #[must_use]
    pub fn memory(&self) -> u64 {
        const FIXED: u64 = 64 << 10;
        const EACH_PATTERN: u64 = 2 << 10;
        Table::bytes(self.cells) + FIXED + EACH_PATTERN * self.patterns.len() as u64
    }

    /// Solves all positions.
    ///
    /// # Errors
    /// Where the watch says stop, or there is not enough memory.
    pub fn solve(&self, watch: &Watch) -> Result<LosingSet, Stop> {
        let threads = if self.cells < CELLS_FOR_THREADS {
            1
        } else {
            watch.thread_count()
        };
        self.solve_by(Path::best(), threads, watch)
    }

    fn solve_by(&self, path: Path, threads: usize, watch: &Watch) -> Result<LosingSet, Stop> {
        let claim = watch.claim("a bit for each position", self.memory())?;
        watch.check()?;
        let mut table = Table::zeroed(self.cells).map_err(|_| Stop::OutOfMemory {
            what: "a bit for each position".to_owned(),
            needed: self.memory(),
            budget: watch.memory_budget(),
        })?;
        let tile_cells = path.tile_cells();
        let layout = match self.cells.checked_sub(VECTOR_CELLS + tile_cells) {
            None => {
                plain::fill(
                    table.words_mut(),
                    self.cells,
                    &self.patterns,
                    self.stuck_wins,
                );
                Layout::plain(self.cells)
            }
            Some(index_cells) => {
                let layout = Layout::choose(self.cells, &self.patterns, tile_cells);
                let patterns: Vec<u64> = self.patterns.iter().map(|&p| layout.place(p)).collect();
                let program = Program::new(&patterns, tile_cells, index_cells, self.stuck_wins);
                path.fill(&mut table, &program, threads, watch)?;
                layout
            }
        };
        Ok(LosingSet::new(&layout, table, threads, claim))
    }
}

/// The instructions that a sweep uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Path {
    Portable,
    /// To be chosen only where [`avx2::available`].
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

/// Vectors in a tile: their sums are to fit the registers.
const PORTABLE_TILE: usize = 8;
#[cfg(target_arch = "x86_64")]
const AVX2_TILE: usize = 16;

impl Path {
    /// The fastest on this processor.
    fn best() -> Path {
        #[cfg(target_arch = "x86_64")]
        if avx2::available() {
            return Path::Avx2;
        }
        Path::Portable
    }

    fn tile_cells(self) -> u32 {
        match self {
            Path::Portable => PORTABLE_TILE.ilog2(),
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => AVX2_TILE.ilog2(),
        }
    }

    fn fill(
        self,
        table: &mut Table,
        program: &Program,
        threads: usize,
        watch: &Watch,
    ) -> Result<(), Stop> {
        match self {
            // SAFETY: needs no special instructions.
            Path::Portable => unsafe {
                threads::fill::<Portable, PORTABLE_TILE>(table, program, threads, watch)
            },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: chosen only where the instructions exist.
            Path::Avx2 => unsafe {
                threads::fill::<avx2::Avx2, AVX2_TILE>(table, program, threads, watch)
            },
        }
    }
}
