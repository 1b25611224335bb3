//! `.#./.#.`: the rows from the top, `#` for a covered cell.

use std::ops::Range;

use kibitz_game::{TextError, View};

use super::{Board, Domino};
use crate::rectangle::{cell_name, picture};

impl Board {
    pub(super) fn write(&self, filled: u64) -> String {
        let square = |cell: u32| if filled >> cell & 1 == 1 { '#' } else { '.' };
        let row = |row: u32| -> String {
            (0..self.cols())
                .map(|col| square(self.cell(row, col)))
                .collect()
        };
        let rows: Vec<String> = (0..self.rows()).map(row).collect();
        rows.join("/")
    }

    pub(super) fn parse(&self, text: &str) -> Result<u64, TextError> {
        let wrong = |at: Range<usize>, message: String| {
            TextError::new(at, message).help(format!("the empty board is {}", self.write(0)))
        };
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != self.rows() as usize {
            let (due, found) = (self.rows(), rows.len());
            let message = format!("expected {due} rows joined by /, found {found}");
            return Err(wrong(0..text.len(), message));
        }
        let mut filled = 0;
        let mut offset = 0;
        for (row, squares) in (0..).zip(rows) {
            let found = squares.chars().count();
            if found != self.cols() as usize {
                let message = format!("expected {} cells in this row, found {found}", self.cols());
                return Err(wrong(offset..offset + squares.len(), message));
            }
            for (col, (at, square)) in (0..).zip(squares.char_indices()) {
                match square {
                    '#' => filled |= 1 << self.cell(row, col),
                    '.' => {}
                    _ => {
                        let at = offset + at..offset + at + square.len_utf8();
                        let message = format!("expected # (filled) or . (empty), found `{square}`");
                        return Err(wrong(at, message));
                    }
                }
            }
            offset += squares.len() + 1;
        }
        Ok(filled)
    }

    /// `a1-a2`, by its two cells.
    pub(super) fn write_domino(&self, domino: Domino) -> String {
        self.domino_cells(domino).join("-")
    }

    /// The names of the two cells of a domino.
    pub(super) fn domino_cells(&self, domino: Domino) -> [String; 2] {
        let name = |cell: u32| cell_name(cell / self.cols(), cell % self.cols());
        [domino.0.trailing_zeros(), 63 - domino.0.leading_zeros()].map(name)
    }

    pub(super) fn picture(&self, filled: u64) -> View {
        let is_filled = |row, col| filled >> self.cell(row, col) & 1 == 1;
        picture(self.rows(), self.cols(), |row, col| {
            Some(is_filled(row, col).then(|| "#".to_owned()))
        })
    }
}

/// The syntax of moves, for help texts.
pub(super) const MOVE_SYNTAX: &str = "e.g. a1-a2: the two cells of the domino";
