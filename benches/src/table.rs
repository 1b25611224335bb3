//! Plain text tables: the first column left-aligned, the others right-aligned.

use std::fmt;
use std::time::Duration;

/// Rows of text under a header.
#[derive(Clone, Debug)]
pub struct Table<const N: usize> {
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    /// A table without rows.
    pub fn new(header: [&str; N]) -> Self {
        let rows = vec![header.map(String::from)];
        Self { rows }
    }

    /// Appends a row.
    pub fn push(&mut self, row: [String; N]) {
        self.rows.push(row);
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().map(|row| &row[column]);
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    }
}

impl<const N: usize> fmt::Display for Table<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths: [usize; N] = std::array::from_fn(|column| self.width(column));
        for (number, row) in self.rows.iter().enumerate() {
            for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
                match column {
                    0 => write!(f, "{cell:<width$}")?,
                    _ => write!(f, "  {cell:>width$}")?,
                }
            }
            writeln!(f)?;
            if number == 0 {
                let rule = widths.map(|width| "-".repeat(width)).join("  ");
                writeln!(f, "{rule}")?;
            }
        }
        Ok(())
    }
}

/// A time in seconds, or in milliseconds if it is short.
pub fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 0.1 {
        format!("{:.2} ms", seconds * 1e3)
    } else {
        format!("{seconds:.2} s")
    }
}

/// `12.34`: milliseconds.
pub fn ms(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1e3)
}

/// `12.34 (11.98)`: a median in milliseconds and the minimum in brackets.
pub fn ms_and_min(median: Duration, min: Duration) -> String {
    format!("{} ({})", ms(median), ms(min))
}

/// `ok`, or `MISSED` in capitals to stand out.
pub fn verdict(reached: bool) -> &'static str {
    if reached { "ok" } else { "MISSED" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new(["game", "×"]);
        table.push(["numbers".into(), "4.0".into()]);
        table.push(["nine".into(), verdict(false).into()]);
        let lines = [
            "game          ×",
            "-------  ------",
            "numbers     4.0",
            "nine     MISSED",
            "",
        ];
        assert_eq!(table.to_string(), lines.join("\n"));
    }

    #[test]
    fn times_are_formatted_as_milliseconds() {
        let micros = Duration::from_micros;
        assert_eq!(ms_and_min(micros(1_234), micros(999)), "1.23 (1.00)");
    }
}
