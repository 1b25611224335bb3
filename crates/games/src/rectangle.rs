//! Boards with rows and columns.

use kibitz_game::{Cell, Grid, Kind, Parameter, SettingError, Settings, View};

/// How many rows the board has.
pub(crate) const ROWS: Parameter<'static> = Parameter {
    name: "rows",
    kind: Kind::Number,
    default: "4",
    meaning: "rows of the board",
};

/// How many columns the board has.
pub(crate) const COLS: Parameter<'static> = Parameter {
    name: "cols",
    kind: Kind::Number,
    default: "4",
    meaning: "columns of the board",
};

/// Rows and columns as they are set, with at most so many cells.
pub(crate) fn sides_of(set: &Settings, most: u32) -> Result<(u32, u32), SettingError> {
    let most = u64::from(most);
    let rows = set.number("rows", 1..=most)?;
    let cols = set.number("cols", 1..=most)?;
    if rows * cols > most {
        let text = set.text("cols");
        let message = format!("{rows} × {cols} cells; a board has at most {most}");
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

/// A board as a picture, by what is on each cell: nothing where there is no
/// cell.
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
