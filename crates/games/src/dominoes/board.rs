//! The board and the placements of dominoes.

use kibitz_game::{SettingError, Settings};

use crate::rectangle::sides_of;

/// A rectangular board. Cells are numbered row by row from the top left; a set
/// of cells is a bit mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    rows: u32,
    cols: u32,
}

impl Board {
    /// The maximum number of cells.
    pub const MAX_CELLS: u32 = 36;

    /// A board of `rows` × `cols` cells; `None` if it has none or more than
    /// [`MAX_CELLS`](Self::MAX_CELLS).
    #[must_use]
    pub fn new(rows: u32, cols: u32) -> Option<Board> {
        let cells = rows.checked_mul(cols)?;
        (1..=Board::MAX_CELLS)
            .contains(&cells)
            .then_some(Board { rows, cols })
    }

    pub(super) fn of(set: &Settings) -> Result<Board, SettingError> {
        let (rows, cols) = sides_of(set, Board::MAX_CELLS)?;
        Ok(Board { rows, cols })
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> u32 {
        self.rows * self.cols
    }

    /// All cells.
    #[must_use]
    pub fn full(&self) -> u64 {
        (1 << self.cells()) - 1
    }

    pub(super) fn cell(&self, row: u32, col: u32) -> u32 {
        row * self.cols + col
    }

    /// The placements of vertical dominoes, row by row.
    pub(super) fn upright(&self) -> Vec<u64> {
        let upper = 0..(self.rows - 1) * self.cols;
        upper
            .map(|cell| 1 << cell | 1 << (cell + self.cols))
            .collect()
    }

    /// The placements of horizontal dominoes, row by row.
    pub(super) fn across(&self) -> Vec<u64> {
        let has_right = |cell: &u32| cell % self.cols + 1 < self.cols;
        let left = (0..self.cells()).filter(has_right);
        left.map(|cell| 0b11 << cell).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_board_has_all_placements() {
        let board = Board::new(2, 3).unwrap();
        assert_eq!(board.upright(), [0b001_001, 0b010_010, 0b100_100]);
        assert_eq!(board.across(), [0b000_011, 0b000_110, 0b011_000, 0b110_000]);
        assert!(Board::new(1, 5).unwrap().upright().is_empty());
        assert!(Board::new(5, 1).unwrap().across().is_empty());
        assert!(Board::new(0, 5).is_none() && Board::new(6, 7).is_none());
    }
}
