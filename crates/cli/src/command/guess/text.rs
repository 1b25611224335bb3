//! The law as text.

use std::fmt::Write;

use kibitz_guess::{Axis, Law, Table};
use kibitz_query::LawReport;

use crate::output;

/// At most this many rows and columns of a table are printed.
const MAX_SHOWN: usize = 16;

pub(super) fn text(report: &LawReport) -> String {
    let mut text = String::new();
    match &report.law {
        Some(law) => write_law(&mut text, law, report),
        None => write_none(&mut text, report),
    }
    for note in &report.notes {
        let _ = writeln!(text, "note  {note}");
    }
    text
}

fn write_law(text: &mut String, law: &Law, report: &LawReport) {
    let status = report.proof().unwrap_or_else(|| "conjecture".to_owned());
    let _ = writeln!(text, "{}  {}", output::heading(&status), law.family());
    for line in output::wrapped(&law.text(), &[]) {
        let _ = writeln!(text, "  {line}");
    }
    let _ = writeln!(
        text,
        "fitted to {} cells, tested on {} others; {}",
        report.fitted,
        report.tested,
        range(&report.table)
    );
    if !law.exceptions().is_empty() && report.table.axes().len() <= 2 {
        let _ = writeln!(text, "\nthe table, exceptions marked with *");
        write_table(text, law, &report.table);
    }
    let _ = write!(text, "\n{}\n{}", output::heading("Python"), law.python());
    let _ = write!(text, "\n{}\n{}", output::heading("C++"), law.cpp());
}

fn write_none(text: &mut String, report: &LawReport) {
    let _ = writeln!(text, "{}", output::heading("no pattern found"));
    let cells = report.fitted + report.tested;
    let _ = writeln!(text, "{cells} cells; {}", range(&report.table));
    if let Some((law, cell)) = &report.refuted {
        let names = report.table.axes().iter().zip(&cell.place);
        let place: Vec<String> = names
            .map(|(axis, x)| format!("{}={x}", axis.name()))
            .collect();
        let expected = match &cell.expected {
            Some(value) => value.to_string(),
            None => "nothing".to_owned(),
        };
        let refuted = format!(
            "counterexample at {}: found {}, expected {expected} by a law that fits the beginning: {}",
            place.join(" "),
            cell.found,
            law.text()
        );
        for line in output::wrapped(&refuted, &[]) {
            let _ = writeln!(text, "{line}");
        }
    }
}

/// `n=0..200`.
fn range(table: &Table) -> String {
    let axes = table.axes().iter();
    let ranges = axes.map(|axis| format!("{}={}..{}", axis.name(), axis.first(), axis.last()));
    ranges.collect::<Vec<_>>().join(" ")
}

/// The beginning of a table with one or two axes. Each line begins with the value of the first axis;
/// those of the second one are above the columns.
fn write_table(text: &mut String, law: &Law, table: &Table) {
    let axes = table.axes();
    let columns = axes.get(1).map_or(MAX_SHOWN, Axis::len);
    let shown = columns.min(MAX_SHOWN);
    let head = match axes {
        [row, column] => {
            let names = format!("{}/{}", row.name(), column.name());
            let values = (0..shown).map(|i| format!("{:>5} ", column.first() + i as i64));
            Some((names, values.collect::<String>()))
        }
        _ => None,
    };
    let exceptions = law.exceptions();
    let last = exceptions.iter().map(|e| e.place[0]).max().unwrap_or(0);
    let width = head.as_ref().map_or(0, |(names, _)| names.chars().count());
    let width = width.max(last.to_string().len() + 1);
    if let Some((names, values)) = head {
        let _ = writeln!(text, "{names:>width$}  {}", values.trim_end());
    }
    let most = if axes.len() == 1 {
        usize::MAX
    } else {
        MAX_SHOWN
    };
    for (number, cells) in table.cells().chunks(columns).enumerate().take(most) {
        let first = table.place(number * columns)[0];
        // A sequence ends after its exceptions.
        if axes.len() == 1 && first > last {
            break;
        }
        let mut line = format!("{first:>width$}  ");
        for (cell, value) in (number * columns..).zip(&cells[..shown.min(cells.len())]) {
            let value = value.map_or_else(String::new, |value| table.value(value).to_string());
            let place = table.place(cell);
            let mark = match exceptions.iter().any(|e| e.place == place) {
                true => "*",
                false => " ",
            };
            let _ = write!(line, "{value:>5}{mark}");
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
}
