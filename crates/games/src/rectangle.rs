//! Rectangular boards.

use kibitz_game::{Cell, Grid, Kind, Parameter, SettingError, Settings, View};

/// The number of rows.
pub(crate) const ROWS: Parameter<'static> = Parameter {
    name: "rows",
    kind: Kind::Number,
    default: "4",
    meaning: "rows of the board",
};

/// The number of columns.
pub(crate) const COLS: Parameter<'static> = Parameter {
    name: "cols",
    kind: Kind::Number,
    default: "4",
    meaning: "columns of the board",
};

/// The number of rows and columns, with at most `max` cells.
pub(crate) fn sides_of(set: &Settings, max: u32) -> Result<(u32, u32), SettingError> {
    let max = u64::from(max);
    let rows = set.number("rows", 1..=max)?;
    let cols = set.number("cols", 1..=max)?;
    if rows * cols > max {
        let text = set.text("cols");
        let message = format!("{rows} × {cols} cells; the maximum is {max}");
        return Err(set.refuse("cols", 0..text.len(), message));
    }
    Ok((rows as u32, cols as u32))
}

/// The name of a column.
pub(crate) fn column(col: u32) -> char {
    const NAMES: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJ";
    NAMES[col as usize] as char
}

/// `b3`: the letter of a column and the number of a row from the top.
pub(crate) fn cell_name(row: u32, col: u32) -> String {
    format!("{}{}", column(col), row + 1)
}

/// View of a board; `None` where it has no cell.
pub(crate) fn picture(
    rows: u32,
    cols: u32,
    piece: impl Fn(u32, u32) -> Option<Option<String>>,
) -> View {
    let cell = |row, col| {
        Some(Cell {
            name: cell_name(row, col),
            piece: piece(row, col)?,
        })
    };
    View::Grid(Grid {
        columns: (0..cols).map(|col| column(col).into()).collect(),
        rows: (1..=rows).map(|row| row.to_string()).collect(),
        cells: (0..rows)
            .map(|row| (0..cols).map(|col| cell(row, col)).collect())
            .collect(),
        hands: Vec::new(),
    })
}
