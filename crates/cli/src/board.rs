//! Positions drawn for a terminal.
//!
//! One file for each kind of [`View`]. Everything is aligned by the width that
//! a terminal gives to characters, and painted afterwards; whoever prints it
//! strips the colours where they are not wanted.

mod grid;
mod piles;
mod table;

use kibitz_game::{Holder, View};
use unicode_width::UnicodeWidthStr;

/// Lines are kept within this.
const WIDTH: usize = 80;

const BOLD: &str = "1";
const DIM: &str = "2";
const RED: &str = "31";
const BRIGHT: &str = "1;33";

/// Which characters a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Charset {
    Unicode,
    Ascii,
}

impl Charset {
    /// One of two spellings of the same thing.
    pub(crate) fn pick<T>(self, unicode: T, ascii: T) -> T {
        match self {
            Charset::Unicode => unicode,
            Charset::Ascii => ascii,
        }
    }

    /// A text in the characters that can be shown.
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

/// What people call the players, and who sits on this side of the table.
#[derive(Clone, Debug)]
pub(crate) struct Seating {
    pub(crate) mover: String,
    pub(crate) opponent: String,
    pub(crate) near: Holder,
}

/// Draws a position; what is not as it was `before` stands out.
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

/// The columns that a text takes on a terminal.
fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// The widest of some texts.
fn widest<'a>(texts: impl IntoIterator<Item = &'a str>) -> usize {
    texts.into_iter().map(width).max().unwrap_or(0)
}

/// A text with spaces after it.
fn left(text: &str, columns: usize) -> String {
    let spaces = columns.saturating_sub(width(text));
    format!("{text}{}", " ".repeat(spaces))
}

/// A text with spaces before it.
fn right(text: &str, columns: usize) -> String {
    let spaces = columns.saturating_sub(width(text));
    format!("{}{text}", " ".repeat(spaces))
}

fn paint(colour: &str, text: &str) -> String {
    format!("\x1b[{colour}m{text}\x1b[0m")
}

#[cfg(test)]
mod tests;
