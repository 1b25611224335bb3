//! The board as a picture, and moves as people spell them.

use kibitz_game::{Step, View};

use super::{Board, Marbles, Run};
use crate::rectangle::picture;

impl Marbles {
    /// The grid; what has no cell is left out.
    pub(super) fn picture(&self, p: &Board) -> View {
        let shape = self.shape();
        picture(shape.rows(), shape.cols(), |row, col| {
            let cell = shape.cell(row, col)?;
            Some((p.0 >> cell & 1 == 1).then(|| "*".to_owned()))
        })
    }

    /// A run by its ends, in either order.
    pub(super) fn spelled(&self, p: &Board, text: &str) -> Option<Step<Board, Run>> {
        let text: String = text.split_whitespace().collect();
        let (first, last) = text.split_once('-').unwrap_or((&text, &text));
        let ends = 1 << self.cell_called(first)? | 1 << self.cell_called(last)?;
        // A run is told by its ends: no two have the same.
        let is_meant = |run: u64| ends_of(run) == ends && run & p.0 == 0;
        let run = self.runs.iter().copied().find(|run| is_meant(*run))?;
        Some(Step::pass(Board(p.0 | run), Run(run)))
    }

    fn cell_called(&self, name: &str) -> Option<u32> {
        (0..self.shape().cells()).find(|cell| self.cell_name(*cell) == name)
    }
}

/// The first and the last cell of a run.
fn ends_of(run: u64) -> u64 {
    1 << run.trailing_zeros() | 1 << (63 - run.leading_zeros())
}
