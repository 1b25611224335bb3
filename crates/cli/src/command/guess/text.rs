//! The law as text.

use std::fmt::Write;

use kibitz_guess::{Law, Table};
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

/// The beginning of a table with one or two axes.
fn write_table(text: &mut String, law: &Law, table: &Table) {
    let axes = table.axes();
    let (rows, columns) = match axes {
        [row, column] => (row.len().min(MAX_SHOWN), column.len()),
        _ => (table.cells().len().div_ceil(MAX_SHOWN), MAX_SHOWN),
    };
    let last = law
        .exceptions()
        .iter()
        .map(|e| e.place[0])
        .max()
        .unwrap_or(0);
    for row in 0..rows {
        for column in 0..columns.min(MAX_SHOWN) {
            let cell = row * columns + column;
            let Some(Some(value)) = table.cells().get(cell) else {
                text.push_str("        ");
                continue;
            };
            let place = table.place(cell);
            let is_exception = law.exceptions().iter().any(|e| e.place == place);
            let mark = if is_exception { "*" } else { " " };
            let _ = write!(text, "{:>5}{mark}", table.value(*value).to_string());
        }
        text.push('\n');
        // A sequence ends after its exceptions.
        if axes.len() == 1 && axes[0].first() + ((row + 1) * columns) as i64 > last {
            break;
        }
    }
}
