//! Tables from comma-separated values.
//!
//! - A line or a column of values: a sequence, numbered from 0.
//! - A head of names and then lines `a,b,value`: an axis for each name but the last.
//! - A head `a/b,0,1,2` and then lines `0,value,value,value`: two axes.
//! - Lines of values: a matrix, `row` and `column` numbered from 0.

use std::collections::BTreeMap;
use std::fmt;

use crate::table::{Axis, MAX_CELLS, Table, TableError};

/// Why a text is not a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CsvError {
    /// A field is not what is expected there.
    Field {
        /// The line, counted from 1.
        line: usize,
        /// The field in the line, counted from 1.
        field: usize,
        /// The text.
        found: String,
        /// What is expected.
        expected: &'static str,
    },
    /// A line has another number of fields.
    Length {
        /// The line, counted from 1.
        line: usize,
        /// The number of its fields.
        found: usize,
        /// The number of fields of the first line.
        expected: usize,
    },
    /// A place occurs twice.
    Twice {
        /// The line, counted from 1.
        line: usize,
    },
    /// Numbers and labels are mixed.
    Mixed {
        /// The line of the first value that differs in kind, counted from 1.
        line: usize,
        /// The text.
        found: String,
    },
    /// There are no values.
    Empty,
    /// The values are not a table.
    Table(TableError),
}

impl fmt::Display for CsvError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CsvError::Field {
                line,
                field,
                found,
                expected,
            } => {
                write!(
                    f,
                    "line {line}, field {field}: expected {expected}, found `{found}`"
                )
            }
            CsvError::Length {
                line,
                found,
                expected,
            } => {
                write!(
                    f,
                    "line {line} has {found} fields; the first line has {expected}"
                )
            }
            CsvError::Twice { line } => {
                write!(
                    f,
                    "line {line} is about the same place as a line before; give one value"
                )
            }
            CsvError::Mixed { line, found } => write!(
                f,
                "line {line}: `{found}` after values of another kind; a table has numbers only, \
                 or outcomes only"
            ),
            CsvError::Empty => f.write_str("there are no values; a law needs a table of numbers"),
            CsvError::Table(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CsvError {}

impl From<TableError> for CsvError {
    fn from(error: TableError) -> CsvError {
        CsvError::Table(error)
    }
}

/// A line with its number.
struct Line<'a> {
    number: usize,
    fields: Vec<&'a str>,
}

/// Reads a table; `labels` are the words that are allowed as values. Empty fields are
/// holes, and an error unless `skips_holes`.
///
/// # Errors
/// Returns an error if the text is not a table.
pub fn parse_csv(text: &str, labels: &[&str], skips_holes: bool) -> Result<Table, CsvError> {
    let lines: Vec<Line<'_>> = lines(text);
    let first = lines.first().ok_or(CsvError::Empty)?;
    let width = first.fields.len();
    if let Some(line) = lines.iter().find(|line| line.fields.len() != width) {
        return Err(CsvError::Length {
            line: line.number,
            found: line.fields.len(),
            expected: width,
        });
    }
    let mut reader = Reader {
        labels,
        is_label: None,
        cells: BTreeMap::new(),
    };
    let is_value = |field: &&str| field.parse::<i64>().is_ok() || labels.contains(field);
    let has_head = is_name(first.fields[0]) && !is_value(&first.fields[0]);
    let names: Vec<String> = match (first.fields[0].split_once('/'), has_head) {
        (Some((a, b)), true) => {
            reader.grid(&lines)?;
            vec![a.to_owned(), b.to_owned()]
        }
        (None, true) if width > 1 => {
            reader.records(&lines[1..])?;
            first.fields[..width - 1]
                .iter()
                .map(|name| (*name).to_owned())
                .collect()
        }
        (_, head) => {
            let values = if head { &lines[1..] } else { &lines[..] };
            reader.matrix(values)?;
            let names: &[&str] = if width == 1 || values.len() == 1 {
                &["n"]
            } else {
                &["row", "column"]
            };
            names.iter().map(|name| (*name).to_owned()).collect()
        }
    };
    reader.table(&names, skips_holes)
}

/// The name in the first line of a column of values.
#[must_use]
pub fn csv_name<'a>(text: &'a str, labels: &[&str]) -> Option<&'a str> {
    let lines = lines(text);
    let [name] = lines.first()?.fields[..] else {
        return None;
    };
    (is_name(name) && !labels.contains(&name)).then_some(name)
}

/// The lines that are not empty, split at commas, semicolons or tabs.
fn lines(text: &str) -> Vec<Line<'_>> {
    let lines = text
        .lines()
        .zip(1..)
        .filter(|(line, _)| !line.trim().is_empty());
    let split = lines.map(|(line, number)| {
        let fields = line.split([',', ';', '\t']);
        let fields = fields.map(|field| field.trim().trim_matches('"').trim());
        Line {
            number,
            fields: fields.collect(),
        }
    });
    split.collect()
}

struct Reader<'a> {
    labels: &'a [&'a str],
    /// Whether the values are labels, once one is known.
    is_label: Option<bool>,
    cells: BTreeMap<Vec<i64>, i64>,
}

impl Reader<'_> {
    /// Reads a value; an empty field is a hole.
    fn value(&mut self, place: Vec<i64>, line: &Line<'_>, field: usize) -> Result<(), CsvError> {
        let text = line.fields[field];
        if text.is_empty() {
            return Ok(());
        }
        let label = self.labels.iter().position(|label| *label == text);
        let (is_label, value) = match (text.parse::<i64>(), label) {
            (Ok(number), _) => (false, number),
            (_, Some(index)) => (true, index as i64),
            _ => {
                return Err(CsvError::Field {
                    line: line.number,
                    field: field + 1,
                    found: text.to_owned(),
                    expected: "an integer, or one of win, loss and draw",
                });
            }
        };
        if *self.is_label.get_or_insert(is_label) != is_label {
            return Err(CsvError::Mixed {
                line: line.number,
                found: text.to_owned(),
            });
        }
        match self.cells.insert(place, value) {
            Some(_) => Err(CsvError::Twice { line: line.number }),
            None => Ok(()),
        }
    }

    fn grid(&mut self, lines: &[Line<'_>]) -> Result<(), CsvError> {
        let head = &lines[0];
        for line in &lines[1..] {
            let a = axis_value(line, 0)?;
            for field in 1..line.fields.len() {
                self.value(vec![a, axis_value(head, field)?], line, field)?;
            }
        }
        Ok(())
    }

    fn records(&mut self, lines: &[Line<'_>]) -> Result<(), CsvError> {
        for line in lines {
            let last = line.fields.len() - 1;
            let place = (0..last).map(|field| axis_value(line, field));
            self.value(place.collect::<Result<_, _>>()?, line, last)?;
        }
        Ok(())
    }

    fn matrix(&mut self, lines: &[Line<'_>]) -> Result<(), CsvError> {
        for (row, line) in (0..).zip(lines) {
            for (field, column) in (0..line.fields.len()).zip(0..) {
                let place = match (line.fields.len(), lines.len()) {
                    (1, _) => vec![row],
                    (_, 1) => vec![column],
                    _ => vec![row, column],
                };
                self.value(place, line, field)?;
            }
        }
        Ok(())
    }

    fn table(self, names: &[String], skips_holes: bool) -> Result<Table, CsvError> {
        let mut axes = Vec::new();
        for (i, name) in names.iter().enumerate() {
            let values = self.cells.keys().map(|place| place[i]);
            let (Some(first), Some(last)) = (values.clone().min(), values.max()) else {
                return Err(CsvError::Empty);
            };
            let len = last
                .checked_sub(first)
                .and_then(|n| usize::try_from(n).ok());
            axes.push(Axis::new(
                name,
                first,
                len.map_or(usize::MAX, |n| n.saturating_add(1)),
            )?);
        }
        let total = axes
            .iter()
            .try_fold(1usize, |n, axis| n.checked_mul(axis.len()));
        let total = total.filter(|n| *n <= MAX_CELLS).ok_or(TableError::Size)?;
        if self.cells.len() < total && !skips_holes {
            return Err(TableError::Cells {
                found: self.cells.len(),
                expected: total,
            }
            .into());
        }
        let mut cells = vec![None; total];
        for (place, value) in &self.cells {
            let index = place.iter().zip(&axes).fold(0, |index, (x, axis)| {
                index * axis.len() + (x - axis.first()) as usize
            });
            cells[index] = Some(*value);
        }
        Ok(match self.is_label {
            Some(true) => {
                let labels = self
                    .labels
                    .iter()
                    .map(|label| (*label).to_owned())
                    .collect();
                let cells = cells.iter().map(|cell| cell.map(|v| v as usize)).collect();
                Table::of_labels(axes, cells, labels)?
            }
            _ => Table::of_numbers(axes, cells)?,
        })
    }
}

/// Whether a text can be the name of a column: it begins with a letter.
fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The value of an axis in a line.
fn axis_value(line: &Line<'_>, field: usize) -> Result<i64, CsvError> {
    line.fields[field].parse().map_err(|_| CsvError::Field {
        line: line.number,
        field: field + 1,
        found: line.fields[field].to_owned(),
        expected: "the value of an axis, an integer",
    })
}
