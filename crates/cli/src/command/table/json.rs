//! One JSON document: nested arrays, one line per innermost array.

use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

use super::nested::{self, Style};
use super::{Cell, Show, Shown, is_number};
use crate::failure::Failure;

pub(super) fn text(shown: &Shown<'_>) -> Result<String, Failure> {
    let mut text = String::from("{\n");
    let _ = writeln!(text, "  \"game\": {},", json(&shown.table.game)?);
    let _ = writeln!(text, "  \"set\": {},", json(&shown.table.set)?);
    text.push_str("  \"params\": [");
    for (i, axis) in shown.axes.iter().enumerate() {
        let values: Vec<Value> = axis.values.iter().map(|v| value(v)).collect();
        let _ = write!(
            text,
            "{}\n    {{\"name\": {}, \"values\": {}}}",
            if i == 0 { "" } else { "," },
            json(&axis.name)?,
            json(&values)?
        );
    }
    text.push_str("\n  ],\n");
    let _ = writeln!(text, "  \"show\": {},", json(&shown.show.name())?);
    if shown.show == Show::Losing {
        text.push_str("  \"losing\": [");
        for (i, values) in shown.losing().enumerate() {
            text.push_str(if i == 0 { "\n    " } else { ",\n    " });
            let values: Vec<Value> = values.into_iter().map(value).collect();
            text.push_str(&json(&values)?);
        }
        text.push_str("\n  ]\n}\n");
    } else {
        text.push_str("  \"cells\": ");
        nested::write(&mut text, shown, &STYLE, write_cell);
        text.push_str("\n}\n");
    }
    Ok(text)
}

fn json(value: &impl Serialize) -> Result<String, Failure> {
    Ok(serde_json::to_string(value).map_err(anyhow::Error::from)?)
}

/// A value of an axis; numbers become JSON numbers.
fn value(text: &str) -> Value {
    match text.parse::<u64>() {
        Ok(number) if is_number(text) => number.into(),
        _ => text.into(),
    }
}

const STYLE: Style = Style {
    open: '[',
    close: ']',
    margins: ["\n    ", "\n  "],
};

fn write_cell(text: &mut String, cell: Cell) {
    let _ = match cell {
        Cell::Empty => write!(text, "null"),
        Cell::Value(wdl) => write!(text, "\"{}\"", wdl.name()),
        Cell::Number(n) => write!(text, "{n}"),
    };
}
