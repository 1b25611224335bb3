//! Map of all boards: upper rows by lower rows.

use kibitz_game::{Axes, Notation};

use super::{Board, Marbles};

/// Maximum number of cells for which there is a map.
const MAX_CELLS: u32 = 16;

impl Marbles {
    /// A board is its upper rows, `/`, and its lower rows.
    pub(super) fn halves(&self) -> Option<Axes> {
        let shape = self.shape();
        let upper_rows = shape.rows() / 2;
        if upper_rows == 0 || shape.cells() > MAX_CELLS {
            return None;
        }
        let places = (0..shape.cells()).map(|cell| shape.place(cell));
        let upper_cells = places.filter(|(row, _)| *row < upper_rows).count() as u32;
        let lower_cells = shape.cells() - upper_cells;
        if 1 << upper_cells.max(lower_cells) > Axes::MAX {
            return None;
        }
        let half = |filled: u64, is_upper: bool| {
            let text = self.write(&Board(filled));
            let rows: Vec<&str> = text.split('/').collect();
            let (upper, lower) = rows.split_at(upper_rows as usize);
            if is_upper { upper } else { lower }.join("/")
        };
        Some(Axes {
            rows: (0..1 << upper_cells).map(|set| half(set, true)).collect(),
            columns: (0..1 << lower_cells)
                .map(|set| half(set << upper_cells, false))
                .collect(),
            between: "/",
            row_title: "upper rows",
            column_title: "lower rows",
        })
    }
}
