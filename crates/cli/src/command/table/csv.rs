//! Comma-separated values: a grid for two axes, one line per cell otherwise.

use std::fmt::Write;

use super::{Cell, Show, Shown};

pub(super) fn text(shown: &Shown<'_>) -> String {
    let mut text = String::new();
    let names: Vec<&str> = shown.axes.iter().map(|axis| axis.name.as_str()).collect();
    match (shown.show, shown.axes) {
        (Show::Losing, _) => {
            write_record(&mut text, names);
            for values in shown.losing() {
                write_record(&mut text, values);
            }
        }
        (_, [_, columns]) => {
            let corner = format!("{}/{}", names[0], names[1]);
            let heads = columns.values.iter().map(String::as_str);
            write_record(&mut text, std::iter::once(corner.as_str()).chain(heads));
            write_grid(&mut text, shown);
        }
        _ => {
            write_record(&mut text, names.into_iter().chain([shown.show.name()]));
            for (i, cell) in shown.cells().enumerate() {
                write_fields(&mut text, shown.values(i));
                text.push(',');
                write_cell(&mut text, cell);
                text.push('\n');
            }
        }
    }
    text
}

fn write_grid(text: &mut String, shown: &Shown<'_>) {
    let columns = shown.columns();
    for (i, cell) in shown.cells().enumerate() {
        if i % columns == 0 {
            write_fields(text, shown.values(i)[..1].iter().copied());
        }
        text.push(',');
        write_cell(text, cell);
        if i % columns == columns - 1 {
            text.push('\n');
        }
    }
}

fn write_record<'a>(text: &mut String, fields: impl IntoIterator<Item = &'a str>) {
    write_fields(text, fields);
    text.push('\n');
}

fn write_fields<'a>(text: &mut String, fields: impl IntoIterator<Item = &'a str>) {
    for (i, field) in fields.into_iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        if field.contains([',', '"', '\n', '\r']) {
            let _ = write!(text, "\"{}\"", field.replace('"', "\"\""));
        } else {
            text.push_str(field);
        }
    }
}

fn write_cell(text: &mut String, cell: Cell) {
    match cell {
        Cell::Empty => {}
        Cell::Value(wdl) => text.push_str(wdl.name()),
        Cell::Number(n) => {
            let _ = write!(text, "{n}");
        }
    }
}
