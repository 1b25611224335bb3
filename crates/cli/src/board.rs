//! Drawing positions in a terminal, one module per kind of [`View`].
//!
//! Text is aligned by display width and coloured afterwards; the output function
//! strips the colours if the terminal does not support them.

mod grid;
mod piles;
mod table;

use kibitz_game::{Holder, View};
use unicode_width::UnicodeWidthStr;

/// Maximum line width.
const WIDTH: usize = 80;

const BOLD: &str = "1";
const DIM: &str = "2";
const RED: &str = "31";
const BRIGHT: &str = "1;33";

/// The characters that may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Charset {
    Unicode,
    Ascii,
}

impl Charset {
    /// Selects by character set.
    pub(crate) fn pick<T>(self, unicode: T, ascii: T) -> T {
        match self {
            Charset::Unicode => unicode,
            Charset::Ascii => ascii,
        }
    }

    /// Converts a text to the character set.
    pub(crate) fn spell(self, text: &str) -> String {
        match self {
            Charset::Unicode => text.to_owned(),
            Charset::Ascii => {
                let plain = text.replace('…', "...").replace('×', "x");
                plain
                    .chars()
                    .map(|c| if c.is_ascii() { c } else { '?' })
                    .collect()
            }
        }
    }
}

/// Names of the players, and whose hand is drawn below the table.
#[derive(Clone, Debug)]
pub(crate) struct Seating {
    pub(crate) mover: String,
    pub(crate) opponent: String,
    pub(crate) near: Holder,
}

/// Draws a position; differences from `before` are highlighted.
pub(crate) fn draw(
    view: &View,
    before: Option<&View>,
    seating: &Seating,
    charset: Charset,
) -> String {
    match (view, before) {
        (View::Grid(grid), before) => {
            let before = match before {
                Some(View::Grid(before)) => Some(before),
                _ => None,
            };
            grid::draw(grid, before, charset) + &grid::beside(grid, seating)
        }
        (View::Piles { what, piles }, Some(View::Piles { piles: before, .. })) => {
            piles::draw(what, piles, before, charset)
        }
        (View::Piles { what, piles }, _) => piles::draw(what, piles, piles, charset),
        (View::Table(table), _) => table::draw(table, seating, charset),
        (View::Text { text }, _) => text.lines().map(|line| format!("  {line}\n")).collect(),
    }
}

/// Display width of a text.
fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Maximum display width.
fn widest<'a>(texts: impl IntoIterator<Item = &'a str>) -> usize {
    texts.into_iter().map(width).max().unwrap_or(0)
}

/// Left-aligned in `columns`.
fn left(text: &str, columns: usize) -> String {
    let spaces = columns.saturating_sub(width(text));
    format!("{text}{}", " ".repeat(spaces))
}

/// Right-aligned in `columns`.
fn right(text: &str, columns: usize) -> String {
    let spaces = columns.saturating_sub(width(text));
    format!("{}{text}", " ".repeat(spaces))
}

fn paint(colour: &str, text: &str) -> String {
    format!("\x1b[{colour}m{text}\x1b[0m")
}

#[cfg(test)]
mod tests;
