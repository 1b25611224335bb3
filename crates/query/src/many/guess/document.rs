//! What is known about a law, as a document for JSON.

use kibitz_guess::{Counterexample, Exception, Law, Table, Value as CellValue};
use serde::Serialize;
use serde_json::{Map, Value};

use super::LawReport;

/// What is known about the law of a table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LawDocument {
    /// `proved`, `conjecture` or `none`.
    pub status: &'static str,
    /// The law, if there is one.
    pub law: Option<LawOut>,
    /// The number of cells that it was fitted to.
    pub fitted: usize,
    /// The number of other cells that it was compared with.
    pub tested: usize,
    /// The first and the last value of each axis.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub range: Map<String, Value>,
    /// The theorem that proves it.
    pub theorem: Option<&'static str>,
    /// Without a law: a cell that refutes one, with that law.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Object>))]
    pub counterexample: Option<Map<String, Value>>,
}

/// A law in several languages.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LawOut {
    /// The name of its family.
    pub family: &'static str,
    /// In words.
    pub text: String,
    /// As a formula.
    pub formula: String,
    /// A function `law` of the axes in Python.
    pub python: String,
    /// The same in C++.
    pub cpp: String,
    /// The cells that it does not describe, with their values.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Object>))]
    pub exceptions: Vec<Map<String, Value>>,
}

impl LawReport {
    /// The report as a document.
    #[must_use]
    pub fn document(&self) -> LawDocument {
        let axes = self.table.axes().iter();
        let range = axes.map(|axis| {
            let ends = vec![axis.first(), axis.last()];
            (axis.name().to_owned(), ends.into())
        });
        let refuted = self.refuted.as_ref();
        LawDocument {
            status: self.status(),
            law: self.law.as_ref().map(|law| law_out(law, &self.table)),
            fitted: self.fitted,
            tested: self.tested,
            range: range.collect(),
            theorem: self.theorem,
            counterexample: refuted.map(|(law, cell)| refutation(law, cell, &self.table)),
        }
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
