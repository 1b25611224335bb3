//! View of the board, and the move parser.

use kibitz_game::{Step, View};

use super::{Board, Marbles, Run};
use crate::rectangle::picture;

impl Marbles {
    /// The grid without the missing cells.
    pub(super) fn picture(&self, p: &Board) -> View {
        let shape = self.shape();
        picture(shape.rows(), shape.cols(), |row, col| {
            let cell = shape.cell(row, col)?;
            Some((p.0 >> cell & 1 == 1).then(|| "*".to_owned()))
        })
    }

    /// A run given by its ends, in either order.
    pub(super) fn parse_move(&self, p: &Board, text: &str) -> Option<Step<Board, Run>> {
        let text: String = text.split_whitespace().collect();
        let (first, last) = text.split_once('-').unwrap_or((&text, &text));
        let ends = 1 << self.cell_called(first)? | 1 << self.cell_called(last)?;
        // The ends determine the run.
        let is_intended = |run: u64| ends_of(run) == ends && run & p.0 == 0;
        let run = self.runs.iter().copied().find(|run| is_intended(*run))?;
        Some(Step::alternate(Board(p.0 | run), Run(run)))
    }

    fn cell_called(&self, name: &str) -> Option<u32> {
        (0..self.shape().cells()).find(|cell| self.cell_name(*cell) == name)
    }
}

/// The first and the last cell of a run.
fn ends_of(run: u64) -> u64 {
    1 << run.trailing_zeros() | 1 << (63 - run.leading_zeros())
}
