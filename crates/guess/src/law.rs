//! A law with its exceptions, and what it says about tables.

use crate::expr::{Binary, Expr};
use crate::{Table, Value, period, source};

/// A law of a table: an expression, and the cells that it does not describe.
#[derive(Clone, Debug)]
pub struct Law {
    pub(crate) family: &'static str,
    pub(crate) expr: Expr,
    pub(crate) exceptions: Vec<Exception>,
    /// The names of the axes.
    pub(crate) names: Vec<String>,
    pub(crate) labels: Option<Vec<String>>,
    /// The description length.
    pub(crate) bits: f64,
}

/// A cell that a law does not describe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// The values of the axes.
    pub place: Vec<i64>,
    /// The value of the cell, as a number or the index of a label.
    pub value: i64,
}

/// A cell that refutes a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The values of the axes.
    pub place: Vec<i64>,
    /// What the law says; `None` if it says nothing there.
    pub expected: Option<Value>,
    /// The value of the cell.
    pub found: Value,
}

impl Law {
    /// The name of the family, e.g. `periodic`.
    #[must_use]
    pub fn family(&self) -> &'static str {
        self.family
    }

    /// The law as an expression, without its exceptions.
    #[must_use]
    pub fn expr(&self) -> &Expr {
        &self.expr
    }

    /// From which number on a law of one axis is periodic, and the period; `None` if its
    /// form does not show one.
    #[must_use]
    pub fn period(&self) -> Option<(i64, i64)> {
        if self.names.len() != 1 {
            return None;
        }
        let (start, period) = period::eventual(&self.expr)?;
        Some((start.max(self.exceptions_end().unwrap_or(0)), period))
    }

    /// The number after the last exception, of a law of one axis.
    fn exceptions_end(&self) -> Option<i64> {
        self.exceptions.last().map(|last| last.place[0] + 1)
    }

    /// The cells that the expression does not describe.
    #[must_use]
    pub fn exceptions(&self) -> &[Exception] {
        &self.exceptions
    }

    /// The value at a place, exceptions included.
    #[must_use]
    pub fn value(&self, place: &[i64]) -> Option<i64> {
        let mut exceptions = self.exceptions.iter();
        match exceptions.find(|exception| exception.place == place) {
            Some(exception) => Some(exception.value),
            None => self.expr.eval(place),
        }
    }

    /// The first cell of a table, in ascending order of the sum of its place, that
    /// contradicts the law.
    #[must_use]
    pub fn counterexample(&self, table: &Table) -> Option<Counterexample> {
        let cells = table.cells().iter().enumerate();
        let wrong = cells.filter_map(|(cell, value)| {
            let (found, place) = ((*value)?, table.place(cell));
            let expected = self.value(&place);
            (expected != Some(found)).then(|| Counterexample {
                place,
                expected: expected.map(|v| table.value(v)),
                found: table.value(found),
            })
        });
        wrong.min_by_key(|wrong| wrong.place.iter().sum::<i64>())
    }

    /// The law in words.
    #[must_use]
    pub fn text(&self) -> String {
        let formula = self.formula();
        let mut text = match (self.family, modulus(&self.expr)) {
            ("periodic" | "arithmetic-periodic", period) => {
                let period = period.unwrap_or(1);
                let start = self.exceptions_end().max(period::prefix_end(&self.expr));
                let from = start.map_or(String::new(), |start| format!(" from {start} on"));
                format!("{} with period {period}{from}: {formula}", self.family)
            }
            ("constant", _) => format!("constant: {formula}"),
            _ => formula,
        };
        if !self.exceptions.is_empty() {
            let list = self.exceptions.iter().map(|e| {
                let place: Vec<String> = e.place.iter().map(i64::to_string).collect();
                let value = source::value(e.value, self.labels.as_deref());
                format!("({}): {value}", place.join(", "))
            });
            let list: Vec<String> = list.collect();
            text.push_str(&format!("; except at {}", list.join(", ")));
        }
        text
    }

    /// The law as a formula, without its exceptions.
    #[must_use]
    pub fn formula(&self) -> String {
        source::formula(self)
    }

    /// A Python function `law` of the axes in their order that returns the value.
    #[must_use]
    pub fn python(&self) -> String {
        source::python(self)
    }

    /// The same in C++17; of 64-bit integers.
    #[must_use]
    pub fn cpp(&self) -> String {
        source::cpp(self)
    }
}

/// The first modulus in an expression.
fn modulus(expr: &Expr) -> Option<i64> {
    match expr {
        Expr::Binary(Binary::Mod, _, modulus) => match **modulus {
            Expr::Const(period) => Some(period),
            _ => None,
        },
        _ => expr.parts().into_iter().find_map(modulus),
    }
}
