//! Calls of the interpreter: slower, with fault messages.

use kibitz_game::RunContext;

use super::Worker;
use crate::fault::{Fault, FaultKind};
use crate::interpret::{Value, Yielded, position};
use crate::rules::Failure;
use crate::rules::budget::Budget;
use crate::tree::FunctionId;

/// A move: its target, whether the same player moves again, and its label.
type NamedMove = (Vec<i64>, i64, Option<String>);

impl Worker<'_> {
    /// Appends the rows that a generator yields.
    pub(super) fn interpreted_rows(
        &self,
        function: FunctionId,
        row: &[i64],
        doing: &str,
        out: &mut Vec<i64>,
    ) -> Result<(), Failure> {
        let begin = out.len();
        let mut budget = Budget::new();
        for given in self.yields(function, row, doing, false)? {
            budget.take(
                self.rules,
                size_of_val(&*given.fields) + size_of_val(&given),
            )?;
            let appended = position::append(&self.rules.shape, &given.fields, given.span, out);
            if let Err(fault) = appended {
                out.truncate(begin);
                return Err(self.rules.failed(fault, doing, row));
            }
            out.push(given.tag);
        }
        Ok(())
    }

    /// The moves of a position with their labels.
    pub(in crate::rules) fn named_moves(
        &mut self,
        row: &[i64],
        side: Option<kibitz_game::Side>,
    ) -> Result<Vec<NamedMove>, Failure> {
        const DOING: &str = "expanding";
        let yields = self.yields(self.rules.mover(side), row, DOING, true)?;
        let mut moves = Vec::with_capacity(yields.len());
        for given in yields {
            let to = position::slots(&self.rules.shape, &given.fields, given.span);
            let mut to = to.map_err(|fault| self.rules.failed(fault, DOING, row))?;
            self.canonicalise(&mut to)?;
            moves.push((to, given.tag, given.label));
        }
        Ok(moves)
    }

    /// Appends the position that a function returns.
    pub(super) fn interpreted_row(
        &self,
        function: FunctionId,
        row: &[i64],
        out: &mut Vec<i64>,
    ) -> Result<(), Failure> {
        const DOING: &str = "canonicalising";
        let value = self.value(function, row, DOING)?;
        let fields = match &value {
            Value::Tuple(items) if self.rules.shape.fields.len() != 1 => items,
            other => std::slice::from_ref(other),
        };
        let span = self.rules.span(function);
        position::append(&self.rules.shape, fields, span, out)
            .map_err(|fault| self.rules.failed(fault, DOING, row))
    }

    /// The number that a function returns, or `None`.
    pub(super) fn interpreted_number(
        &self,
        function: FunctionId,
        row: &[i64],
        doing: &str,
    ) -> Result<Option<i64>, Failure> {
        let value = self.value(function, row, doing)?;
        if matches!(value, Value::None) {
            return Ok(None);
        }
        value.number().map(Some).ok_or_else(|| {
            let name = &self.rules.program.functions[function.0 as usize].name;
            let message = format!("`{name}` returned a value that is not a number");
            let fault = Fault::at(FaultKind::Value, self.rules.span(function), message);
            self.rules.failed(fault, doing, row)
        })
    }

    /// The picture of a position; `None` if the file has no `show`.
    ///
    /// # Errors
    /// Returns a failure if the function faults.
    pub fn show(&mut self, row: &[i64]) -> Result<Option<String>, Failure> {
        let Some(show) = self.rules.program.roles.show else {
            return Ok(None);
        };
        Ok(match self.value(show, row, "showing")? {
            Value::Str(text) => Some(text.to_string()),
            _ => None,
        })
    }

    fn value(&self, function: FunctionId, row: &[i64], doing: &str) -> Result<Value, Failure> {
        let arguments = position::arguments(&self.rules.shape, row);
        let machines = &self.rules.machines;
        let _here = self.context.as_ref().map(RunContext::here);
        let result = machines.ask(|machine| machine.call(function, arguments));
        result.map_err(|fault| self.rules.failed(fault, doing, row))
    }

    fn yields(
        &self,
        function: FunctionId,
        row: &[i64],
        doing: &str,
        wants_labels: bool,
    ) -> Result<Vec<Yielded>, Failure> {
        let arguments = position::arguments(&self.rules.shape, row);
        self.generate_interpreted(function, arguments, (row, doing), wants_labels)
    }

    fn generate_interpreted(
        &self,
        function: FunctionId,
        arguments: Vec<Value>,
        (row, doing): (&[i64], &str),
        wants_labels: bool,
    ) -> Result<Vec<Yielded>, Failure> {
        let machines = &self.rules.machines;
        let _here = self.context.as_ref().map(RunContext::here);
        let result = machines.ask(|machine| machine.generate(function, arguments, wants_labels));
        result.map_err(|fault| self.rules.failed(fault, doing, row))
    }

    /// Whether the generator of moves leaves the lists of the position that it is given changed.
    pub(super) fn changes_position(
        &self,
        function: FunctionId,
        row: &[i64],
    ) -> Result<bool, Failure> {
        let given = position::arguments(&self.rules.shape, row);
        // The clones are the same lists.
        self.generate_interpreted(function, given.clone(), (row, "expanding"), false)?;
        Ok(given != position::arguments(&self.rules.shape, row))
    }
}
