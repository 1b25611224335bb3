//! `grid(rows, cols, cells, letters)`: a board as text.

use super::Fallible;
use super::run::Run;
use super::value::Value;
use crate::source::Span;
use crate::tree::Expression;

impl Run<'_> {
    /// The same as in the module for CPython: cell `i` is in row `i // cols`
    /// and column `i % cols`.
    pub(super) fn grid(
        &mut self,
        values: &[Value],
        arguments: &[Expression],
        span: Span,
    ) -> Fallible<Value> {
        let ([rows, cols, cells, letters], [rows_at, cols_at, cells_at, letters_at]) =
            (values, arguments)
        else {
            unreachable!("grid has four arguments");
        };
        let rows = self.number_in(rows, rows_at)?.max(0);
        let cols = self.number_in(cols, cols_at)?.max(0);
        let steps = rows.saturating_mul(cols.saturating_add(1));
        self.charge(usize::try_from(steps).unwrap_or(usize::MAX), span)?;
        let mut text = String::new();
        for row in 0..rows {
            text.push_str(if row == 0 { "" } else { "\n" });
            for col in 0..cols {
                let at = row * cols + col;
                let which = match cells.number() {
                    // Bits above the number's own are sign bits.
                    Some(set) => set >> at.min(63) & 1,
                    None => {
                        let cell = self.item_of(cells, at, (cells_at, cells_at), span)?;
                        self.number_in(&cell, cells_at)?
                    }
                };
                match self.item_of(letters, which, (letters_at, letters_at), span)? {
                    Value::Str(letter) => text.push_str(&letter),
                    other => return Err(self.wrong_type(letters_at.span, &other, "a string")),
                }
            }
        }
        Ok(Value::text(text))
    }

    fn number_in(&self, value: &Value, e: &Expression) -> Fallible<i64> {
        let number = value.number();
        number.ok_or_else(|| self.wrong_type(e.span, value, "a number"))
    }
}
