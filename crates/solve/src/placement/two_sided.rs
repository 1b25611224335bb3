//! Filling cells where the players have different patterns, as in Domineering.

use kibitz_game::{Side, Stop, Threads, Watch, Wdl};

use super::path::{self, Path};
use super::{LosingSet, NoPlacement, checked, wins};

/// A game in which Left and Right fill different patterns.
///
/// ```
/// use kibitz_game::{Side, Watch, Wdl};
/// use kibitz_solve::placement::TwoSided;
///
/// // Domineering on 2 × 2 cells: Left fills columns, Right fills rows.
/// let game = TwoSided::new(4, [0b0101, 0b1010], [0b0011, 0b1100], Wdl::Loss)?;
/// let [left, right] = game.solve(&Watch::new())?;
/// assert!(!left.is_lost(0b0000) && !right.is_lost(0b0000)); // who begins wins
/// assert!(right.is_lost(0b0101) && !left.is_lost(0b0101));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwoSided {
    cells: u32,
    /// Left's and Right's, sorted, each once.
    patterns: [Vec<u64>; 2],
    stuck_wins: bool,
}

impl TwoSided {
    /// The game with the cells 0 to `cells` − 1 in which Left fills one of the
    /// patterns `left`, Right one of `right`, and a player who cannot move has
    /// the result `stuck`.
    ///
    /// # Errors
    /// Where the patterns do not fit, or `stuck` is a draw.
    pub fn new(
        cells: u32,
        left: impl IntoIterator<Item = u64>,
        right: impl IntoIterator<Item = u64>,
        stuck: Wdl,
    ) -> Result<TwoSided, NoPlacement> {
        Ok(TwoSided {
            cells,
            patterns: [checked(cells, left)?, checked(cells, right)?],
            stuck_wins: wins(stuck)?,
        })
    }

    /// How many cells there are.
    #[must_use]
    pub fn cells(&self) -> u32 {
        self.cells
    }

    /// What a side may fill.
    #[must_use]
    pub fn patterns(&self, side: Side) -> &[u64] {
        &self.patterns[side as usize]
    }

    /// Bytes that [`solve`](TwoSided::solve) needs, most of which its result
    /// keeps.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let sides = self.patterns.iter();
        sides.map(|side| path::memory(self.cells, side.len())).sum()
    }

    /// Solves all positions: those that Left loses who moves, and those that
    /// Right loses who moves.
    ///
    /// # Errors
    /// Where the watch says stop, or there is not enough memory.
    pub fn solve(&self, watch: &Watch) -> Result<[LosingSet; 2], Stop> {
        self.solve_by(Path::best(), &path::threads(self.cells, watch), watch)
    }

    pub(super) fn solve_by(
        &self,
        path: Path,
        threads: &Threads,
        watch: &Watch,
    ) -> Result<[LosingSet; 2], Stop> {
        path::solve(
            path,
            self.cells,
            &self.patterns,
            self.stuck_wins,
            threads,
            watch,
        )
    }
}
