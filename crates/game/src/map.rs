//! Maps: many positions of a game on one picture.

use serde::Serialize;

/// The sides of a map: the position of a cell is written as the label of its
/// row, the text between, and the label of its column.
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
    /// What each row begins its positions with, from the top.
    pub rows: Vec<String>,
    /// What each column ends its positions with, from the left.
    pub columns: Vec<String>,
    /// What stands between the two.
    pub between: &'static str,
    /// What the rows are.
    pub row_title: &'static str,
    /// What the columns are.
    pub column_title: &'static str,
}

impl Axes {
    /// No side should have more labels than this: a page shows them all.
    pub const MOST: usize = 1024;

    /// Appends the text of a cell. Not every cell need be a position.
    ///
    /// # Panics
    /// Where there is no such row or column.
    pub fn write(&self, row: usize, column: usize, text: &mut String) {
        text.push_str(&self.rows[row]);
        text.push_str(self.between);
        text.push_str(&self.columns[column]);
    }

    /// How many cells there are.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.rows.len() * self.columns.len()
    }

    /// Two equal sides of numbers, written with a space between them.
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
