//! Boards: grids with cells missing.

use kibitz_game::TextError;

/// Which cells of a grid there are, numbered in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    rows: u32,
    cols: u32,
    /// For each square of the grid the number of its cell.
    cell_at: Vec<Option<u8>>,
    /// For each cell its row and column.
    places: Vec<(u32, u32)>,
}

/// Rows down, columns to the right: along a row, along a column, and along
/// the diagonals.
const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

impl Shape {
    /// A board has at most this many cells.
    pub const MOST_CELLS: u32 = 36;

    /// Columns have names of one letter.
    const MOST_COLUMNS: usize = 36;

    /// A board without gaps, of at most 36 cells.
    ///
    /// # Panics
    /// Where it has none or too many.
    #[must_use]
    pub fn rectangle(rows: u32, cols: u32) -> Shape {
        let cells = rows * cols;
        assert!(
            (1..=Shape::MOST_CELLS).contains(&cells),
            "{rows} × {cols} cells"
        );
        Shape::new(rows, cols, vec![true; cells as usize])
    }

    fn new(rows: u32, cols: u32, squares: Vec<bool>) -> Shape {
        let mut places = Vec::new();
        let mut cell_at = Vec::new();
        for (i, is_cell) in squares.into_iter().enumerate() {
            cell_at.push(is_cell.then_some(places.len() as u8));
            if is_cell {
                places.push((i as u32 / cols, i as u32 % cols));
            }
        }
        Shape {
            rows,
            cols,
            cell_at,
            places,
        }
    }

    /// Reads rows joined by `/`, `.` for a cell and `#` for none.
    ///
    /// # Errors
    /// Where the text is something else.
    pub fn parse(text: &str) -> Result<Shape, TextError> {
        let rows: Vec<&str> = text.split('/').collect();
        let cols = rows[0].chars().count();
        let mut squares = Vec::new();
        let mut offset = 0;
        for row in &rows {
            for (i, c) in row.char_indices() {
                let at = offset + i..offset + i + c.len_utf8();
                match c {
                    '.' => squares.push(true),
                    '#' => squares.push(false),
                    _ => {
                        let message = format!("expected . (a cell) or # (none), found `{c}`");
                        return Err(TextError::new(at, message));
                    }
                }
            }
            if row.chars().count() != cols || cols == 0 {
                let message = format!("expected rows of equal length, like the first of {cols}");
                return Err(TextError::new(offset..offset + row.len(), message));
            }
            offset += row.len() + 1;
        }
        if cols > Shape::MOST_COLUMNS {
            let message = format!("expected at most {} columns", Shape::MOST_COLUMNS);
            return Err(TextError::new(0..rows[0].len(), message));
        }
        let cells = squares.iter().filter(|is_cell| **is_cell).count();
        if cells == 0 || cells > Shape::MOST_CELLS as usize {
            let message = format!("expected 1 to {} cells, found {cells}", Shape::MOST_CELLS);
            return Err(TextError::new(0..text.len(), message));
        }
        Ok(Shape::new(rows.len() as u32, cols as u32, squares))
    }

    /// Rows of the grid.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Columns of the grid.
    #[must_use]
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// How many cells there are.
    #[must_use]
    pub fn cells(&self) -> u32 {
        self.places.len() as u32
    }

    /// The row and column of a cell.
    #[must_use]
    pub fn place(&self, cell: u32) -> (u32, u32) {
        self.places[cell as usize]
    }

    /// The cell at a row and column, if there is one.
    #[must_use]
    pub fn cell(&self, row: u32, col: u32) -> Option<u32> {
        if row >= self.rows || col >= self.cols {
            return None;
        }
        self.cell_at[(row * self.cols + col) as usize].map(u32::from)
    }

    /// All runs of 1 to `longest` neighbouring cells along a line.
    #[must_use]
    pub fn runs(&self, longest: u32) -> Vec<u64> {
        let single = (0..self.cells()).map(|cell| 1u64 << cell);
        let mut runs: Vec<u64> = single.collect();
        for cell in 0..self.cells() {
            for (down, right) in DIRECTIONS {
                let (row, col) = self.place(cell);
                let mut run = 1u64 << cell;
                for k in 1..longest as i32 {
                    let row = row.checked_add_signed(down * k);
                    let col = col.checked_add_signed(right * k);
                    let next = row.zip(col).and_then(|(r, c)| self.cell(r, c));
                    let Some(next) = next else { break };
                    run |= 1 << next;
                    runs.push(run);
                }
            }
        }
        runs
    }

    /// The cells in the reading order of the picture in which the grid stands
    /// on its upper left corner: diagonal by diagonal, each from its lower
    /// left end.
    #[must_use]
    pub fn diamond_order(&self) -> Vec<u32> {
        let mut cells: Vec<u32> = (0..self.cells()).collect();
        cells.sort_by_key(|cell| {
            let (row, col) = self.place(*cell);
            (row + col, col)
        });
        cells
    }
}
