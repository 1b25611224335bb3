//! Board shapes: grids with missing cells.

use kibitz_game::TextError;

/// The cells of a grid, numbered in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    rows: u32,
    cols: u32,
    /// The cell at each square of the grid, if any.
    cell_at: Vec<Option<u8>>,
    /// The row and column of each cell.
    places: Vec<(u32, u32)>,
}

/// Row and column offsets along a row, a column, and both diagonals.
const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

impl Shape {
    /// The maximum number of cells.
    pub const MAX_CELLS: u32 = 36;

    /// Columns are named by one character.
    const MAX_COLUMNS: usize = 36;

    /// A board without gaps, of at most 36 cells.
    ///
    /// # Panics
    ///
    /// Panics if it has no cells or too many.
    #[must_use]
    pub fn rectangle(rows: u32, cols: u32) -> Shape {
        let cells = rows * cols;
        assert!(
            (1..=Shape::MAX_CELLS).contains(&cells),
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

    /// Parses rows joined by `/`, `.` for a cell and `#` for none.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a valid shape.
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
        if cols > Shape::MAX_COLUMNS {
            let message = format!("expected at most {} columns", Shape::MAX_COLUMNS);
            return Err(TextError::new(0..rows[0].len(), message));
        }
        let cells = squares.iter().filter(|is_cell| **is_cell).count();
        if cells == 0 || cells > Shape::MAX_CELLS as usize {
            let message = format!("expected 1 to {} cells, found {cells}", Shape::MAX_CELLS);
            return Err(TextError::new(0..text.len(), message));
        }
        Ok(Shape::new(rows.len() as u32, cols as u32, squares))
    }

    /// The number of rows of the grid.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of columns of the grid.
    #[must_use]
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// The number of cells.
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

    /// The cells in reading order of the diamond, in which the grid stands on
    /// its upper left corner: diagonal by diagonal, each from its lower left
    /// end.
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
