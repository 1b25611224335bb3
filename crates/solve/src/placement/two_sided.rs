//! Partizan placement games, e.g. Domineering.

use kibitz_game::{RunContext, Scratch, Side, StopReason, Threads, Wdl};

use super::path::{self, Board, Path};
use super::{LosingSet, PlacementError, checked, wins};
use crate::SolveError;

/// A placement game in which Left and Right fill different patterns.
///
/// ```
/// use kibitz_game::{Side, RunContext, Wdl};
/// use kibitz_solve::placement::PartizanPlacement;
///
/// // Domineering on 2 × 2 cells: Left fills columns, Right fills rows.
/// let game = PartizanPlacement::new(4, [0b0101, 0b1010], [0b0011, 0b1100], Wdl::Loss)?;
/// let [left, right] = game.solve(&RunContext::new())?;
/// assert!(!left.is_lost(0b0000) && !right.is_lost(0b0000)); // who begins wins
/// assert!(right.is_lost(0b0101) && !left.is_lost(0b0101));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartizanPlacement {
    cells: u32,
    /// Left's and Right's, sorted, without duplicates.
    patterns: [Vec<u64>; 2],
    no_move_wins: bool,
}

impl PartizanPlacement {
    /// The game on cells 0 to `cells` − 1 in which Left fills one of the patterns `left`, Right one
    /// of `right`, and a player without a legal move has the result `no_move_result`.
    ///
    /// # Errors
    /// Returns an error if a pattern does not fit the board, or `no_move_result` is a draw.
    pub fn new(
        cells: u32,
        left: impl IntoIterator<Item = u64>,
        right: impl IntoIterator<Item = u64>,
        no_move_result: Wdl,
    ) -> Result<PartizanPlacement, PlacementError> {
        Ok(PartizanPlacement {
            cells,
            patterns: [checked(cells, left)?, checked(cells, right)?],
            no_move_wins: wins(no_move_result)?,
        })
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> u32 {
        self.cells
    }

    /// The patterns of a side.
    #[must_use]
    pub fn patterns(&self, side: Side) -> &[u64] {
        &self.patterns[side as usize]
    }

    /// The memory in bytes that [`solve`](PartizanPlacement::solve) needs, most of which its result
    /// keeps.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.board().memory()
    }

    /// Solves all positions: those lost for Left to move, and those lost for Right to move.
    ///
    /// # Errors
    /// Returns the reason if the run is cancelled, a limit is reached, or there is not enough
    /// memory.
    pub fn solve(&self, context: &RunContext) -> Result<[LosingSet; 2], StopReason> {
        self.solve_by(Path::best(), &path::threads(self.cells, context), context)
    }

    /// Solves all positions with the tables in files, or continues to do so; in memory if
    /// there are fewer than 26 cells.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the files cannot be used. All files stay: another
    /// call continues from the last checkpoint.
    pub fn solve_on_disk(
        &self,
        scratch: &Scratch,
        context: &RunContext,
    ) -> Result<[LosingSet; 2], SolveError> {
        self.board().solve_on_disk(Path::best(), scratch, context)
    }

    pub(super) fn board(&self) -> Board<'_, 2> {
        Board {
            cells: self.cells,
            patterns: &self.patterns,
            no_move_wins: self.no_move_wins,
        }
    }

    pub(super) fn solve_by(
        &self,
        path: Path,
        threads: &Threads,
        context: &RunContext,
    ) -> Result<[LosingSet; 2], StopReason> {
        self.board().solve(path, threads, context)
    }
}
