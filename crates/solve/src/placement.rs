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
//!
//! Where the players have different patterns (`two_sided`), each has a table,
//! and wins by what leads to a lost position in the other one's.

mod absorb;
#[cfg(target_arch = "x86_64")]
mod avx2;
mod layout;
mod losing;
mod order;
mod path;
mod plain;
mod portable;
mod program;
mod rest;
mod settle;
mod sided_solver;
mod solver;
mod sweep;
mod table;
#[cfg(test)]
mod tests;
mod two_sided;
mod vector;

use kibitz_game::{Stop, Threads, Watch, Wdl};

pub use losing::LosingSet;
pub use sided_solver::FillSides;
pub use solver::Fill;
pub use two_sided::TwoSided;

use path::Path;

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
        Ok(Placement {
            cells,
            patterns: checked(cells, patterns)?,
            stuck_wins: wins(stuck)?,
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
        path::memory(self.cells, self.patterns.len())
    }

    /// Solves all positions.
    ///
    /// # Errors
    /// Where the watch says stop, or there is not enough memory.
    pub fn solve(&self, watch: &Watch) -> Result<LosingSet, Stop> {
        self.solve_by(Path::best(), &path::threads(self.cells, watch), watch)
    }

    fn solve_by(&self, path: Path, threads: &Threads, watch: &Watch) -> Result<LosingSet, Stop> {
        let patterns = [self.patterns.clone()];
        let [lost] = path::solve(path, self.cells, &patterns, self.stuck_wins, threads, watch)?;
        Ok(lost)
    }
}

/// Patterns that fit on the board, sorted, each once.
fn checked(cells: u32, patterns: impl IntoIterator<Item = u64>) -> Result<Vec<u64>, NoPlacement> {
    if cells > Placement::MAX_CELLS {
        return Err(NoPlacement::TooManyCells(cells));
    }
    let mut patterns: Vec<u64> = patterns.into_iter().collect();
    patterns.sort_unstable();
    patterns.dedup();
    if patterns.first() == Some(&0) {
        return Err(NoPlacement::EmptyPattern);
    }
    match patterns.iter().find(|&pattern| pattern >> cells != 0) {
        Some(&pattern) => Err(NoPlacement::OutsideBoard { pattern, cells }),
        None => Ok(patterns),
    }
}

/// Whether a player who cannot move wins.
fn wins(stuck: Wdl) -> Result<bool, NoPlacement> {
    match stuck {
        Wdl::Win => Ok(true),
        Wdl::Loss => Ok(false),
        Wdl::Draw => Err(NoPlacement::Drawn),
    }
}
