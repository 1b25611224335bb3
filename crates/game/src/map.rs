//! Maps: many positions of a game in one picture.

use serde::Serialize;

/// The axes of a map: the position of a cell is written as the label of its row, the text between,
/// and the label of its column.
///
/// ```
/// use kibitz_game::Axes;
///
/// let numbers: Vec<String> = (0..3).map(|n| n.to_string()).collect();
/// let axes = Axes {
///     rows: numbers.clone(),
///     columns: numbers,
///     between: " ",
///     row_title: "heap 1",
///     column_title: "heap 2",
/// };
/// let mut text = String::new();
/// axes.write(1, 2, &mut text);
/// assert_eq!(text, "1 2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Axes {
    /// The labels of the rows, from the top: the beginnings of positions.
    pub rows: Vec<String>,
    /// The labels of the columns, from the left: the ends of positions.
    pub columns: Vec<String>,
    /// The text between the two labels.
    pub between: &'static str,
    /// The title of the rows.
    pub row_title: &'static str,
    /// The title of the columns.
    pub column_title: &'static str,
}

impl Axes {
    /// Maximum number of labels per axis: a page shows them all.
    pub const MAX: usize = 1024;

    /// Appends the text of a cell. Not every cell need be a position.
    ///
    /// # Panics
    /// Panics if there is no such row or column.
    pub fn write(&self, row: usize, column: usize, text: &mut String) {
        text.push_str(&self.rows[row]);
        text.push_str(self.between);
        text.push_str(&self.columns[column]);
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.rows.len() * self.columns.len()
    }

    /// Two equal axes of numbers, separated by a space.
    #[must_use]
    pub fn numbers(
        range: std::ops::RangeInclusive<u64>,
        row_title: &'static str,
        column_title: &'static str,
    ) -> Axes {
        let labels: Vec<String> = range.map(|n| n.to_string()).collect();
        Axes {
            rows: labels.clone(),
            columns: labels,
            between: " ",
            row_title,
            column_title,
        }
    }
}
