//! Axes of tables: `n=1..40`, `n=0..100:5`, `n=1,2,5..9`.

use std::ops::Range;

use kibitz_game::{TextError, parse_count};

/// A name with its values in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The name.
    pub name: String,
    /// Its values, at least one.
    pub values: Vec<String>,
    /// The text as given.
    pub(super) text: String,
}

/// Maximum number of values of an axis.
const MAX_VALUES: usize = 1 << 24;

impl Axis {
    /// Parses `NAME=VALUES`, where values are inclusive ranges, optionally with
    /// a step, and single values, separated by commas.
    ///
    /// ```
    /// use kibitz_query::Axis;
    ///
    /// let axis = Axis::parse("n=1..3,10..30:10,x").unwrap();
    /// assert_eq!(axis.name, "n");
    /// assert_eq!(axis.values, ["1", "2", "3", "10", "20", "30", "x"]);
    /// assert_eq!(Axis::parse("n=3..1").unwrap_err().at, 2..6);
    /// ```
    ///
    /// # Errors
    /// Returns an error if the text does not have this form.
    pub fn parse(text: &str) -> Result<Axis, TextError> {
        let Some((name, values)) = text.split_once('=') else {
            let error = TextError::new(0..text.len(), "expected NAME=VALUES");
            return Err(error.help("give a range, e.g. n=1..40, or a list, e.g. n=1,2,5"));
        };
        if name.trim().is_empty() {
            return Err(TextError::new(0..name.len(), "missing name before `=`"));
        }
        let mut axis = Axis {
            name: name.trim().to_owned(),
            values: Vec::new(),
            text: text.trim_start().to_owned(),
        };
        let mut start = name.len() + 1;
        for item in values.split(',') {
            axis.add(item, start..start + item.len())?;
            start += item.len() + 1;
        }
        Ok(axis)
    }

    fn add(&mut self, item: &str, at: Range<usize>) -> Result<(), TextError> {
        // Other text with two dots is not a range, e.g. a board.
        let is_range = item.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let Some((first, rest)) = item.split_once("..").filter(|_| is_range) else {
            if item.is_empty() {
                let error = TextError::new(at, "missing value");
                return Err(error.help("give a range, e.g. 1..40, or a list, e.g. 1,2,5"));
            }
            self.values.push(item.to_owned());
            return self.check_length(at);
        };
        let (last, step) = match rest.split_once(':') {
            Some((last, step)) => (last, Some(step)),
            None => (rest, None),
        };
        let last_at = at.start + first.len() + 2;
        let step_at = last_at + last.len() + 1;
        let first = number(first, at.start, "the first number of a range")?;
        let last = number(last, last_at, "the last number of a range")?;
        let step = match step {
            None => 1,
            Some(step) => match number(step, step_at, "the step of a range")? {
                0 => {
                    let zero = step_at..step_at + step.len();
                    return Err(TextError::new(zero, "the step must be at least 1"));
                }
                step => step,
            },
        };
        if last < first {
            let error = TextError::new(at, format!("invalid range: {last} is less than {first}"));
            return Err(error.help(format!("write {last}..{first}")));
        }
        let length = (last - first) / step + 1;
        if length > MAX_VALUES as u64 {
            return Err(too_long(at));
        }
        let values = (0..length).map(|i| (first + i * step).to_string());
        self.values.extend(values);
        self.check_length(at)
    }

    fn check_length(&self, at: Range<usize>) -> Result<(), TextError> {
        match self.values.len() > MAX_VALUES {
            true => Err(too_long(at)),
            false => Ok(()),
        }
    }
}

fn too_long(at: Range<usize>) -> TextError {
    TextError::new(at, format!("more than {MAX_VALUES} values in one axis"))
}

fn number(word: &str, start: usize, what: &str) -> Result<u64, TextError> {
    parse_count(word.trim(), start..start + word.len(), what)
}
