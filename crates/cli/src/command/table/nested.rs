//! Nested arrays, one level per axis.

use super::{Cell, Shown};

/// Syntax of arrays.
pub(super) struct Style {
    pub(super) open: char,
    pub(super) close: char,
    /// Text before each innermost array, and before the end of the outermost one.
    pub(super) margins: [&'static str; 2],
}

/// Writes all cells, one line per innermost array.
pub(super) fn write(
    text: &mut String,
    shown: &Shown<'_>,
    style: &Style,
    mut write_cell: impl FnMut(&mut String, Cell),
) {
    let [margin, last_margin] = style.margins;
    // Number of cells in an array of each level, innermost first.
    let mut sizes: Vec<usize> = Vec::new();
    for axis in shown.axes.iter().rev() {
        sizes.push(axis.values.len() * sizes.last().unwrap_or(&1));
    }
    let is_flat = sizes.len() < 2;
    let total = shown.table.cells.len();
    let bounds = |cell: usize| {
        let crossed = sizes.iter().filter(|size| cell.is_multiple_of(**size));
        crossed.count()
    };
    for (i, cell) in shown.cells().enumerate() {
        let mut opening = bounds(i);
        if i == 0 && !is_flat {
            text.push(style.open);
            text.push_str(margin);
            opening -= 1;
        } else if i > 0 {
            text.push(',');
            text.push_str(if opening > 0 { margin } else { " " });
        }
        text.extend(std::iter::repeat_n(style.open, opening));
        write_cell(text, cell);
        let closing = bounds(i + 1);
        if i + 1 == total && !is_flat {
            text.extend(std::iter::repeat_n(style.close, closing - 1));
            text.push_str(last_margin);
            text.push(style.close);
        } else {
            text.extend(std::iter::repeat_n(style.close, closing));
        }
    }
}
