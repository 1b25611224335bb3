//! Bit-sliced dynamic programming over the subset lattice, for (strong) placement games: positions
//! are sets of filled cells, and a move adds one of given patterns.
//!
//! A pattern can be added if all its cells are empty; the result of a player without a legal move
//! is given by the game. Marbles, Cram and many contest problems are of this kind. There are 2ⁿ
//! positions, and a move leads to a proper superset, which is a greater number when sets are read
//! as binary numbers. So one sweep in descending order solves them all:
//!
//! > lost(s) = no pattern p disjoint from s has lost(s ∪ p)
//!
//! The table has one bit for each position, and is processed in vectors of 256 bits. The cells of a
//! position's number are of three kinds:
//!
//! ```text
//!     place   n-1 ……………………… 12 | 11 …… 8 | 7 ……… 0
//!             number of the tile |  vector | bit in
//!             block|stripe|tile  | in tile | vector
//! ```
//!
//! Because the stored bit means "lost", a position is won if the OR of its successors' bits is set.
//! For all patterns with the same cells inside the vector, the successors are first combined
//! (`absorb`) and then shifted into place together; moves inside a tile follow (`tile_moves`).
//! `layout` chooses which cells are of which kind, `program` sorts the patterns accordingly,
//! `sweep` visits the tiles, and `order` determines which of them can be processed concurrently.
//!
//! A table that does not fit the memory is in a file (`on_disk`), mapped into memory (`mapped`).
//!
//! In partizan games (`two_sided`) each player has a table, and wins by a move to a position that
//! is lost in the opponent's table.

mod absorb;
#[cfg(target_arch = "x86_64")]
mod avx2;
mod bits;
mod layout;
mod losing;
mod mapped;
mod on_disk;
mod order;
mod path;
mod plain;
mod portable;
mod program;
mod rest;
mod sided_solver;
mod solver;
mod sweep;
mod table;
#[cfg(test)]
mod tests;
mod tile_moves;
mod two_sided;
mod vector;

use kibitz_game::{RunContext, Scratch, StopReason, Threads, Wdl};

pub use losing::LosingSet;
pub use sided_solver::PartizanPlacementSolver;
pub use solver::PlacementSolver;
pub use two_sided::PartizanPlacement;

use crate::SolveError;
use path::{Board, Path};

/// An impartial placement game.
///
/// ```
/// use kibitz_game::{RunContext, Wdl};
/// use kibitz_solve::placement::Placement;
///
/// // Four cells in a row; a move fills one, or two neighbours.
/// let patterns = [0b0001, 0b0010, 0b0100, 0b1000, 0b0011, 0b0110, 0b1100];
/// let game = Placement::new(4, patterns, Wdl::Loss)?;
/// let lost = game.solve(&RunContext::new())?;
/// assert!(!lost.is_lost(0b0000)); // fill the two in the middle
/// assert!(lost.is_lost(0b0110));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    cells: u32,
    /// Sorted, without duplicates.
    patterns: [Vec<u64>; 1],
    no_move_wins: bool,
}

/// Why a placement game cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    /// Too many positions.
    #[error("{0} cells exceed the limit of {max}", max = Placement::MAX_CELLS)]
    TooManyCells(u32),
    /// A move that changes nothing would never end.
    #[error("empty pattern")]
    EmptyPattern,
    /// A pattern with a cell outside the board.
    #[error("the pattern {pattern:#b} does not fit on {cells} cells")]
    OutsideBoard {
        /// The pattern.
        pattern: u64,
        /// The number of cells.
        cells: u32,
    },
    /// The result of a player without a legal move must be a loss or a win.
    #[error("the result of a player without a legal move must be a win or a loss")]
    Drawn,
}

impl Placement {
    /// Maximum number of cells.
    pub const MAX_CELLS: u32 = 36;

    /// The game on cells 0 to `cells` − 1 in which a move fills one of `patterns`, sets of cells
    /// with one bit each, and a player without a legal move has the result `no_move_result`.
    /// Duplicate patterns are ignored.
    ///
    /// # Errors
    /// Returns an error if a pattern does not fit the board, or `no_move_result` is a draw.
    pub fn new(
        cells: u32,
        patterns: impl IntoIterator<Item = u64>,
        no_move_result: Wdl,
    ) -> Result<Placement, PlacementError> {
        Ok(Placement {
            cells,
            patterns: [checked(cells, patterns)?],
            no_move_wins: wins(no_move_result)?,
        })
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> u32 {
        self.cells
    }

    /// The memory in bytes that [`solve`](Placement::solve) needs, most of which its result keeps:
    /// a bit for each position, and a little for each pattern.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.board().memory()
    }

    /// Solves all positions.
    ///
    /// # Errors
    /// Returns the reason if the run is cancelled, a limit is reached, or there is not enough
    /// memory.
    pub fn solve(&self, context: &RunContext) -> Result<LosingSet, StopReason> {
        self.solve_by(Path::best(), &path::threads(self.cells, context), context)
    }

    /// Solves all positions with the table in a file, or continues to do so; in memory if there
    /// are fewer than 26 cells.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the files cannot be used. All files stay: another
    /// call continues from the last checkpoint.
    pub fn solve_on_disk(
        &self,
        scratch: &Scratch,
        context: &RunContext,
    ) -> Result<LosingSet, SolveError> {
        let [lost] = self.board().solve_on_disk(Path::best(), scratch, context)?;
        Ok(lost)
    }

    fn board(&self) -> Board<'_, 1> {
        Board {
            cells: self.cells,
            patterns: &self.patterns,
            no_move_wins: self.no_move_wins,
        }
    }

    fn solve_by(
        &self,
        path: Path,
        threads: &Threads,
        context: &RunContext,
    ) -> Result<LosingSet, StopReason> {
        let [lost] = self.board().solve(path, threads, context)?;
        Ok(lost)
    }
}

/// Checks that the patterns fit on the board; sorts them and removes duplicates.
fn checked(
    cells: u32,
    patterns: impl IntoIterator<Item = u64>,
) -> Result<Vec<u64>, PlacementError> {
    if cells > Placement::MAX_CELLS {
        return Err(PlacementError::TooManyCells(cells));
    }
    let mut patterns: Vec<u64> = patterns.into_iter().collect();
    patterns.sort_unstable();
    patterns.dedup();
    if patterns.first() == Some(&0) {
        return Err(PlacementError::EmptyPattern);
    }
    match patterns.iter().find(|&pattern| pattern >> cells != 0) {
        Some(&pattern) => Err(PlacementError::OutsideBoard { pattern, cells }),
        None => Ok(patterns),
    }
}

/// Whether a player without a legal move wins.
fn wins(no_move_result: Wdl) -> Result<bool, PlacementError> {
    match no_move_result {
        Wdl::Win => Ok(true),
        Wdl::Loss => Ok(false),
        Wdl::Draw => Err(PlacementError::Drawn),
    }
}
