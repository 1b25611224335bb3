//! Tables for people: an aligned grid, or a list.

use std::fmt::Write;

use kibitz_game::Wdl;
use kibitz_solve::Thousands;

use super::{Cell, Show, Shown};
use crate::output::{coloured, heading};

/// Lists are broken before this column.
const WIDTH: usize = 96;

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
    let mut text = heading(table.game);
    for (parameter, value) in table.set.0.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = write!(text, "  {}={value}", parameter.name);
    }
    if let Some(at) = &table.at {
        let _ = write!(text, "  at {at}");
    }
    text.push_str(match shown.show {
        Show::Outcome => "\nW: the player who moves wins, L: loses, D: draw\n",
        Show::Grundy => "\nGrundy values\n",
        Show::Plies => "\nplies until the end, D: draw\n",
        Show::Losing => "\n",
    });
    text
}

fn write_grid(text: &mut String, shown: &Shown<'_>) {
    let (column_axis, row_axes) = match shown.axes {
        [only] => (None, std::slice::from_ref(only)),
        [rows @ .., columns] => (Some(columns), rows),
        [] => return,
    };
    let columns = if column_axis.is_some() {
        shown.columns()
    } else {
        1
    };
    let width = cell_width(shown);
    let row_widths: Vec<usize> = row_axes
        .iter()
        .map(|axis| widest(axis.values.iter().chain([&axis.name])))
        .collect();
    let corner: Vec<&str> = row_axes.iter().map(|axis| axis.name.as_str()).collect();
    write_heads(text, &corner, &row_widths);
    match column_axis {
        None => {
            let _ = writeln!(text, "  {:>width$}", shown.show.name());
        }
        Some(axis) => {
            let _ = write!(text, " \\ {}", axis.name);
            text.push('\n');
            write_heads(text, &vec![""; corner.len()], &row_widths);
            for value in &axis.values {
                push_right(text, value, value.chars().count(), width + 2);
            }
            text.push('\n');
        }
    }
    let mut number = String::new();
    let cells = shown.cells().zip(&shown.table.cells).enumerate();
    for (i, (cell, verdict)) in cells {
        if i % columns == 0 {
            let values = shown.values(i);
            write_heads(text, &values[..row_axes.len()], &row_widths);
        }
        let wdl = verdict.map(|v| v.wdl);
        write_cell(text, cell, wdl, width + 2, &mut number);
        if i % columns == columns - 1 {
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
    }
}

fn write_heads(text: &mut String, heads: &[&str], widths: &[usize]) {
    for (i, (head, width)) in heads.iter().zip(widths).enumerate() {
        let apart = if i == 0 { 0 } else { 1 };
        push_right(text, head, head.chars().count(), width + apart);
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

/// Something that takes `length` columns, at the right end of so many.
fn push_right(text: &mut String, shown: &str, length: usize, width: usize) {
    text.extend(std::iter::repeat_n(' ', width.saturating_sub(length)));
    text.push_str(shown);
}

/// The columns that any head or cell takes at most.
fn cell_width(shown: &Shown<'_>) -> usize {
    let most = shown.cells().map(|cell| match cell {
        Cell::Number(n) => n,
        Cell::Value(_) | Cell::Empty => 0,
    });
    let digits = most.max().unwrap_or(0).max(1).ilog10() as usize + 1;
    match shown.axes {
        [_] => digits.max(shown.show.name().len()),
        [.., columns] => digits.max(widest(&columns.values)),
        [] => digits,
    }
}

fn widest<'a>(texts: impl IntoIterator<Item = &'a String>) -> usize {
    let widths = texts.into_iter().map(|text| text.chars().count());
    widths.max().unwrap_or(0)
}

/// The lost positions, by their values: `(1, 2), (3, 5)`.
fn write_losing(text: &mut String, shown: &Shown<'_>) {
    let names: Vec<&str> = shown.axes.iter().map(|axis| axis.name.as_str()).collect();
    let there = shown.table.cells.iter().flatten().count();
    let lost = shown.losing().count();
    let _ = writeln!(
        text,
        "lost for the player who moves: {} of {} positions, as {}",
        Thousands(lost as u64),
        Thousands(there as u64),
        tuple(&names)
    );
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
