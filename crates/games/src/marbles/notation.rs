//! `*.../..../..../....`: the grid, row by row.

use kibitz_game::{Notation, Places, Step, TextError, View};

use super::{Board, Marbles, Run};
use crate::rectangle::cell_name;

impl Notation for Marbles {
    fn write(&self, p: &Board) -> String {
        let shape = self.shape();
        let row = |row| -> String {
            let squares = (0..shape.cols()).map(|col| match shape.cell(row, col) {
                None => '#',
                Some(cell) if p.0 >> cell & 1 == 1 => '*',
                Some(_) => '.',
            });
            squares.collect()
        };
        let rows: Vec<String> = (0..shape.rows()).map(row).collect();
        rows.join("/")
    }

    fn parse(&self, text: &str) -> Result<Board, TextError> {
        let shape = self.shape();
        let help = format!("the empty board is {}", self.write(&Board(0)));
        let wrong = |at, message: String| Err(TextError::new(at, message).help(help.clone()));
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != shape.rows() as usize {
            let message = format!(
                "expected {} rows joined by /, found {}",
                shape.rows(),
                rows.len()
            );
            return wrong(0..text.len(), message);
        }
        let mut board = 0;
        let mut offset = 0;
        for (r, row) in rows.iter().enumerate() {
            let found = row.chars().count();
            if found != shape.cols() as usize {
                let message = format!(
                    "expected {} squares in this row, found {found}",
                    shape.cols()
                );
                return wrong(offset..offset + row.len(), message);
            }
            for (c, (i, square)) in row.char_indices().enumerate() {
                let at = offset + i..offset + i + square.len_utf8();
                match (shape.cell(r as u32, c as u32), square) {
                    (Some(cell), '*') => board |= 1 << cell,
                    (Some(_), '.') | (None, '#') => {}
                    (Some(_), _) => {
                        let message =
                            format!("expected * (a marble) or . (empty), found `{square}`");
                        return wrong(at, message);
                    }
                    (None, _) => {
                        let message = format!(
                            "expected #, because the board has no cell here, found `{square}`"
                        );
                        return wrong(at, message);
                    }
                }
            }
            offset += row.len() + 1;
        }
        Ok(Board(board))
    }

    /// `b2` for a single cell, `a1-a3` for a run: columns are letters, rows
    /// are numbers from the top.
    fn write_move(&self, _: &Board, by: &Run) -> String {
        let first = by.0.trailing_zeros();
        let last = 63 - by.0.leading_zeros();
        if first == last {
            self.cell_name(first)
        } else {
            format!("{}-{}", self.cell_name(first), self.cell_name(last))
        }
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some("e.g. b2 for one cell, or a1-a3 for a run by its ends")
    }

    fn read_step(&self, p: &Board, text: &str) -> Option<Step<Board, Run>> {
        self.parse_move(p, text)
    }

    fn places(&self, _: &Board, by: &Run) -> Option<Places> {
        let cells = (0..u64::BITS).filter(|cell| by.0 >> cell & 1 == 1);
        Some(Places::place(
            cells.map(|cell| self.cell_name(cell)).collect(),
        ))
    }

    fn view(&self, p: &Board) -> View {
        self.picture(p)
    }
}

impl Marbles {
    /// The letter of the column and the number of the row.
    pub(super) fn cell_name(&self, cell: u32) -> String {
        let (row, col) = self.shape().place(cell);
        cell_name(row, col)
    }
}
