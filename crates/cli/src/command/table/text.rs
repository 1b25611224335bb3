//! Tables as text: an aligned grid, or a list.

use std::fmt::Write;

use kibitz_game::Wdl;
use kibitz_query::Axis;
use kibitz_solve::Thousands;

use super::{Cell, Show, Shown};
use crate::output::{coloured, title};

/// Maximum line width of lists.
const WIDTH: usize = 96;
/// Spaces between two cells.
const APART: usize = 2;

pub(super) fn text(shown: &Shown<'_>) -> String {
    let mut text = head(shown);
    if shown.show == Show::Losing {
        write_losing(&mut text, shown);
    } else {
        write_grid(&mut text, shown);
    }
    for note in &shown.table.notes {
        let _ = writeln!(text, "note  {note}");
    }
    text
}

fn head(shown: &Shown<'_>) -> String {
    let table = shown.table;
    let mut text = title(&table.game, &table.set);
    if let Some(at) = &table.at {
        let _ = write!(text, "  at {at}");
    }
    text.push_str(match shown.show {
        Show::Outcome => "\nW: the player to move wins, L: loses, D: draw\n",
        Show::Grundy => "\nGrundy values\n",
        Show::Plies => "\ndistance in plies, D: draw\n",
        Show::Score => "\nscore of the player to move\n",
        Show::Losing => "\n",
    });
    text
}

fn write_grid(text: &mut String, shown: &Shown<'_>) {
    let (row_axes, column_axis) = match shown.axes {
        [only] => (std::slice::from_ref(only), None),
        [rows @ .., columns] => (rows, Some(columns)),
        [] => return,
    };
    let heads = Heads::new(row_axes, column_axis);
    let width = cell_width(shown) + APART;
    heads.write_corner(text);
    let names = column_axis.map_or(std::slice::from_ref(&shown.name), |axis| &axis.values);
    for name in names {
        push_right(text, name, name.chars().count(), width);
    }
    text.push('\n');
    let mut number = String::new();
    let cells = shown.cells().zip(&shown.table.cells).enumerate();
    for (i, (cell, evaluation)) in cells {
        if i % names.len() == 0 {
            heads.write(text, &shown.values(i));
        }
        let wdl = evaluation.map(|v| v.wdl);
        write_cell(text, cell, wdl, width, &mut number);
        if (i + 1) % names.len() == 0 {
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
    }
}

/// Row headers.
struct Heads {
    corner: String,
    /// Widths of the values of each axis, and in total.
    widths: Vec<usize>,
    width: usize,
}

impl Heads {
    fn new(rows: &[Axis], columns: Option<&Axis>) -> Heads {
        let names: Vec<&str> = rows.iter().map(|axis| axis.name.as_str()).collect();
        let mut corner = names.join(" ");
        if let Some(columns) = columns {
            corner += &format!("/{}", columns.name);
        }
        let widths: Vec<usize> = rows.iter().map(|axis| widest(&axis.values)).collect();
        let together = widths.iter().sum::<usize>() + widths.len() - 1;
        Heads {
            width: together.max(corner.chars().count()),
            corner,
            widths,
        }
    }

    fn write_corner(&self, text: &mut String) {
        push_right(text, &self.corner, self.corner.chars().count(), self.width);
    }

    fn write(&self, text: &mut String, values: &[&str]) {
        let mut head = String::new();
        for (i, (value, width)) in values.iter().zip(&self.widths).enumerate() {
            let apart = usize::from(i > 0);
            push_right(&mut head, value, value.chars().count(), width + apart);
        }
        push_right(text, &head, head.chars().count(), self.width);
    }
}

fn write_cell(text: &mut String, cell: Cell, wdl: Option<Wdl>, width: usize, buffer: &mut String) {
    match (cell, wdl) {
        (Cell::Value(wdl), _) | (Cell::Empty, Some(wdl @ Wdl::Draw)) => {
            push_right(text, &letter(wdl), 1, width);
        }
        (Cell::Number(n), _) => {
            buffer.clear();
            let _ = write!(buffer, "{n}");
            push_right(text, buffer, buffer.len(), width);
        }
        (Cell::Empty, Some(_)) => push_right(text, "?", 1, width),
        (Cell::Empty, None) => push_right(text, "", 0, width),
    }
}

/// `W` in green, `D` in yellow, `L` in red.
fn letter(wdl: Wdl) -> String {
    let (name, letter) = match wdl {
        Wdl::Win => ("win", "W"),
        Wdl::Draw => ("draw", "D"),
        Wdl::Loss => ("loss", "L"),
    };
    coloured(name).replace(name, letter)
}

/// Appends a text of display width `length`, right-aligned in `width` columns.
fn push_right(text: &mut String, shown: &str, length: usize, width: usize) {
    text.extend(std::iter::repeat_n(' ', width.saturating_sub(length)));
    text.push_str(shown);
}

/// Maximum width of a header or cell.
fn cell_width(shown: &Shown<'_>) -> usize {
    let widths = shown.cells().map(|cell| match cell {
        Cell::Number(n) => n.to_string().len(),
        Cell::Value(_) | Cell::Empty => 1,
    });
    let digits = widths.max().unwrap_or(1);
    match shown.axes {
        [_] => digits.max(shown.name.len()),
        [.., columns] => digits.max(widest(&columns.values)),
        [] => digits,
    }
}

fn widest<'a>(texts: impl IntoIterator<Item = &'a String>) -> usize {
    let widths = texts.into_iter().map(|text| text.chars().count());
    widths.max().unwrap_or(0)
}

/// The lost positions as values of the axes: `(1, 2), (3, 5)`.
fn write_losing(text: &mut String, shown: &Shown<'_>) {
    let names: Vec<&str> = shown.axes.iter().map(|axis| axis.name.as_str()).collect();
    let there = shown.table.cells.iter().flatten().count();
    let lost = shown.losing().count();
    let _ = write!(
        text,
        "lost for the player to move: {} of {} positions",
        Thousands(lost as u64),
        Thousands(there as u64)
    );
    let _ = match lost {
        0 => writeln!(text),
        _ => writeln!(text, "; values of {}:", tuple(&names)),
    };
    let mut column = 0;
    for (i, values) in shown.losing().enumerate() {
        let mut item = tuple(&values);
        if i + 1 < lost {
            item.push(',');
        }
        let length = item.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(&item);
        column += length;
    }
    if column > 0 {
        text.push('\n');
    }
}

fn tuple(values: &[&str]) -> String {
    match values {
        [one] => (*one).to_owned(),
        several => format!("({})", several.join(", ")),
    }
}
