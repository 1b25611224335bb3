//! The law as JSON.

use kibitz_guess::{Counterexample, Exception, Law, Table, Value as CellValue};
use kibitz_query::LawReport;
use serde::Serialize;
use serde_json::{Map, Value};

#[derive(Serialize)]
pub(super) struct Document {
    status: &'static str,
    law: Option<LawOut>,
    fitted: usize,
    tested: usize,
    range: Map<String, Value>,
    theorem: Option<&'static str>,
    counterexample: Option<Map<String, Value>>,
}

#[derive(Serialize)]
struct LawOut {
    family: &'static str,
    text: String,
    formula: String,
    python: String,
    cpp: String,
    exceptions: Vec<Map<String, Value>>,
}

pub(super) fn document(report: &LawReport) -> Document {
    let axes = report.table.axes().iter();
    let range = axes.map(|axis| {
        (
            axis.name().to_owned(),
            vec![axis.first(), axis.last()].into(),
        )
    });
    Document {
        status: report.status(),
        law: report.law.as_ref().map(|law| law_out(law, &report.table)),
        fitted: report.fitted,
        tested: report.tested,
        range: range.collect(),
        theorem: report.theorem,
        counterexample: report
            .refuted
            .as_ref()
            .map(|(law, cell)| refutation(law, cell, &report.table)),
    }
}

fn law_out(law: &Law, table: &Table) -> LawOut {
    let exception = |e: &Exception| {
        let mut out = place(&e.place, table);
        out.insert("value".to_owned(), value(&table.value(e.value)));
        out
    };
    LawOut {
        family: law.family(),
        text: law.text(),
        formula: law.formula(),
        python: law.python(),
        cpp: law.cpp(),
        exceptions: law.exceptions().iter().map(exception).collect(),
    }
}

/// `{"at": {"n": 5}}`.
fn place(place: &[i64], table: &Table) -> Map<String, Value> {
    let axes = table.axes().iter().zip(place);
    let at: Map<String, Value> = axes
        .map(|(axis, x)| (axis.name().to_owned(), (*x).into()))
        .collect();
    Map::from_iter([("at".to_owned(), Value::Object(at))])
}

fn value(value: &CellValue) -> Value {
    match value {
        CellValue::Number(number) => (*number).into(),
        CellValue::Label(label) => label.as_str().into(),
    }
}

/// The law that was refuted, and the cell.
fn refutation(law: &Law, cell: &Counterexample, table: &Table) -> Map<String, Value> {
    let mut out = place(&cell.place, table);
    let expected = cell.expected.as_ref().map_or(Value::Null, value);
    out.insert("expected".to_owned(), expected);
    out.insert("found".to_owned(), value(&cell.found));
    out.insert("law".to_owned(), law.text().into());
    out
}
