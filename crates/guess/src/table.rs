//! Tables of values over named integer axes.

use std::fmt;

/// An axis: a name and consecutive integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    name: String,
    first: i64,
    len: usize,
}

impl Axis {
    /// An axis with the values `first`, `first + 1`, …
    ///
    /// # Errors
    /// Returns an error if there are fewer than two values, or the numbers leave the
    /// range 0..2⁴⁸.
    pub fn new(name: &str, first: i64, len: usize) -> Result<Axis, TableError> {
        const MAX: i64 = 1 << 48;
        let name = name.to_owned();
        if len < 2 {
            return Err(TableError::ShortAxis { name });
        }
        let last = i64::try_from(len).ok().and_then(|n| first.checked_add(n));
        match last {
            Some(last) if first >= 0 && last <= MAX => Ok(Axis { name, first, len }),
            _ => Err(TableError::AxisRange { name }),
        }
    }

    /// The axis with these values.
    ///
    /// # Errors
    /// Returns an error if they are not consecutive integers, or as [`Axis::new`].
    pub fn of_values(name: &str, values: &[i64]) -> Result<Axis, TableError> {
        let gap = values
            .windows(2)
            .find(|w| w[0].checked_add(1) != Some(w[1]));
        if let Some(gap) = gap {
            return Err(TableError::Gap {
                name: name.to_owned(),
                before: gap[0],
                after: gap[1],
            });
        }
        Axis::new(name, values.first().copied().unwrap_or(0), values.len())
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The least value.
    #[must_use]
    pub fn first(&self) -> i64 {
        self.first
    }

    /// The greatest value.
    #[must_use]
    pub fn last(&self) -> i64 {
        self.first + self.len as i64 - 1
    }

    /// The number of values.
    #[must_use]
    #[expect(
        clippy::len_without_is_empty,
        reason = "an axis has at least two values"
    )]
    pub fn len(&self) -> usize {
        self.len
    }
}

/// A table: a number or a label for each combination of values of its axes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    axes: Vec<Axis>,
    /// The last axis varies fastest; `None` is a hole that is left out.
    cells: Vec<Option<i64>>,
    /// Names of the values, if they are labels: the value is an index.
    labels: Option<Vec<String>>,
}

/// Maximum number of cells.
pub(crate) const MAX_CELLS: usize = 1 << 22;

/// Maximum number of axes.
const MAX_AXES: usize = 8;

/// Values beyond this are refused, so that sums and small multiples do not overflow.
const MAX_VALUE: u64 = 1 << 48;

impl Table {
    /// A table of numbers; the last axis varies fastest. A cell may be a hole: then
    /// nothing is claimed about it.
    ///
    /// # Errors
    /// Returns an error if the number of cells does not fit the axes, a number is
    /// too large, or there are no cells.
    pub fn of_numbers(axes: Vec<Axis>, cells: Vec<Option<i64>>) -> Result<Table, TableError> {
        let shape: Option<usize> = axes.iter().try_fold(1usize, |n, a| n.checked_mul(a.len));
        if axes.is_empty() || axes.len() > MAX_AXES || shape.is_none_or(|n| n > MAX_CELLS) {
            return Err(TableError::Size);
        }
        if shape != Some(cells.len()) || cells.iter().all(Option::is_none) {
            return Err(TableError::Cells {
                found: cells.iter().flatten().count(),
                expected: shape.unwrap_or(0),
            });
        }
        let large = cells
            .iter()
            .flatten()
            .find(|v| v.unsigned_abs() > MAX_VALUE);
        if let Some(value) = large {
            return Err(TableError::LargeValue { value: *value });
        }
        Ok(Table {
            axes,
            cells,
            labels: None,
        })
    }

    /// A table of labels, each cell the index of its label.
    ///
    /// # Errors
    /// As [`Table::of_numbers`].
    ///
    /// # Panics
    /// Panics if a cell is not the index of a label.
    pub fn of_labels(
        axes: Vec<Axis>,
        cells: Vec<Option<usize>>,
        labels: Vec<String>,
    ) -> Result<Table, TableError> {
        assert!(cells.iter().flatten().all(|cell| *cell < labels.len()));
        let cells = cells
            .into_iter()
            .map(|cell| cell.map(|c| c as i64))
            .collect();
        let table = Table::of_numbers(axes, cells)?;
        Ok(Table {
            labels: Some(labels),
            ..table
        })
    }

    /// The axes.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The cells; the last axis varies fastest.
    #[must_use]
    pub fn cells(&self) -> &[Option<i64>] {
        &self.cells
    }

    /// The labels, if the values are labels.
    #[must_use]
    pub fn labels(&self) -> Option<&[String]> {
        self.labels.as_deref()
    }

    /// The values of the axes at a cell.
    #[must_use]
    pub fn place(&self, mut cell: usize) -> Vec<i64> {
        let mut place = vec![0; self.axes.len()];
        for (value, axis) in place.iter_mut().zip(&self.axes).rev() {
            *value = axis.first + (cell % axis.len) as i64;
            cell /= axis.len;
        }
        place
    }

    /// A value as the user knows it: a number or a label.
    #[must_use]
    pub fn value(&self, value: i64) -> Value {
        let label = self.labels.as_ref();
        match label.and_then(|labels| labels.get(usize::try_from(value).ok()?)) {
            Some(label) => Value::Label(label.clone()),
            None => Value::Number(value),
        }
    }
}

/// The value of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Number(i64),
    /// A label.
    Label(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Label(label) => f.write_str(label),
        }
    }
}

/// Why cells are not a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableError {
    /// An axis has fewer than two values.
    ShortAxis {
        /// The name of the axis.
        name: String,
    },
    /// An axis is not consecutive.
    Gap {
        /// The name of the axis.
        name: String,
        /// The value before the gap.
        before: i64,
        /// The value after it.
        after: i64,
    },
    /// An axis has negative or huge values.
    AxisRange {
        /// The name of the axis.
        name: String,
    },
    /// There are no axes, or too many axes or cells.
    Size,
    /// Cells are missing.
    Cells {
        /// The number of cells with a value.
        found: usize,
        /// The number of cells of the axes.
        expected: usize,
    },
    /// A value is too large.
    LargeValue {
        /// The value.
        value: i64,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::ShortAxis { name } => write!(
                f,
                "`{name}` has fewer than two values; a law needs a range to vary over, e.g. \
                 {name}=0..40"
            ),
            TableError::Gap {
                name,
                before,
                after,
            } => write!(
                f,
                "the values of `{name}` are not consecutive: {before} is followed by {after}; \
                 give every integer of a range once, in ascending order"
            ),
            TableError::AxisRange { name } => {
                write!(f, "the values of `{name}` must be between 0 and 2^48")
            }
            TableError::Size => write!(
                f,
                "a table has 1 to {MAX_AXES} axes and at most {MAX_CELLS} cells"
            ),
            TableError::Cells { found, expected } => write!(
                f,
                "{found} of {expected} cells have a value; every cell needs one"
            ),
            TableError::LargeValue { value } => {
                write!(
                    f,
                    "the value {value} is too large; at most 2^48 is possible"
                )
            }
        }
    }
}

impl std::error::Error for TableError {}
