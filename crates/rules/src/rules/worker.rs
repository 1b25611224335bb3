//! Calls of a file's functions: one worker per thread.
//!
//! Compiled code is tried first. If there is none, or it faults, the call is
//! repeated in the interpreter, which produces the fault message.

mod interpreted;
mod native;

use std::sync::Arc;

use kibitz_game::{RunContext, Side};

use super::canonical::Canonicaliser;
use super::failure::Failure;
use super::group::Group;
use super::{Kind, Rules, parts};
use crate::compile::{self, NotCompiled};
use crate::fault::{Fault, FaultKind};
use crate::source::{Diagnostic, Span};
use crate::tree::FunctionId;

/// Calls the functions of a file. All rows passed and returned are canonical.
#[derive(Debug)]
pub struct Worker<'r> {
    rules: &'r Rules,
    /// Compiled code, if there is some.
    native: Option<compile::Worker>,
    /// The symmetry group that was used last.
    group: Arc<Group>,
    /// Buffer for one row or value.
    scratch: Vec<i64>,
    /// Buffer for the moves of one position.
    move_buffer: Vec<i64>,
    /// The run context of the calls.
    context: Option<RunContext>,
}

/// The value of `claim` at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// `True` or `False`.
    Bool(bool),
    /// A number.
    Int(i64),
}

impl Rules {
    /// A new worker. It uses this thread's run context, wherever its calls are
    /// made.
    #[must_use]
    pub fn worker(&self) -> Worker<'_> {
        Worker {
            rules: self,
            native: self.compiled.as_ref().ok().map(compile::Compiled::worker),
            group: Arc::default(),
            scratch: Vec::new(),
            move_buffer: Vec::new(),
            context: RunContext::of_thread(),
        }
    }

    /// The place of a function.
    pub(super) fn span(&self, function: FunctionId) -> Span {
        self.program.functions[function.0 as usize].span
    }

    /// A fault at a position.
    pub(super) fn failed(&self, fault: Fault, doing: &str, row: &[i64]) -> Failure {
        let failure = Failure::fault(fault, &self.source);
        failure.note(format!("while {doing} {}", self.shape.write(row)))
    }

    /// The function that generates the moves of a player.
    pub(super) fn mover(&self, side: Option<Side>) -> FunctionId {
        match (self.kind(), side) {
            (Kind::Moves(moves), _) => moves,
            (Kind::Sides { right, .. }, Some(Side::Right)) => right,
            (Kind::Sides { left, .. }, _) => left,
        }
    }

    /// Calls compiled code and the interpreter at all these rows and compares
    /// the results; also calls `show`.
    ///
    /// # Errors
    /// Returns a failure if they differ or the rules fault.
    pub fn compare<'a>(
        &self,
        rows: impl IntoIterator<Item = (&'a [i64], Option<Side>)>,
    ) -> Result<(), Failure> {
        let mut worker = self.worker();
        for (row, side) in rows {
            worker.compare(row, side)?;
            worker.show(row)?;
        }
        Ok(())
    }

    /// Whether some entry point is compiled.
    #[must_use]
    pub fn is_compiled(&self) -> bool {
        let mut entry_points = compile::entry_points(&self.program);
        let compiled = self.compiled.as_ref();
        compiled.is_ok_and(|compiled| entry_points.any(|id| compiled.has(id)))
    }

    /// The entry points that are not compiled, each with a warning that gives
    /// the reason.
    #[must_use]
    pub fn not_compiled(&self) -> Vec<(&str, Failure)> {
        let left_out: Vec<(FunctionId, &NotCompiled)> = match &self.compiled {
            Ok(compiled) => {
                let left_out = compiled.left_out().iter();
                left_out.map(|(id, why)| (*id, why)).collect()
            }
            Err(why) => compile::entry_points(&self.program)
                .map(|id| (id, why))
                .collect(),
        };
        let named = left_out.into_iter().map(|(id, why)| {
            let name = self.program.functions[id.0 as usize].name.as_str();
            let span = why.span.unwrap_or_else(|| self.span(id));
            let diagnostic = Diagnostic::at(
                span,
                format!("`{name}` is not compiled: {}", why.what),
            )
            .note(format!(
                "`{name}` is interpreted, which is ten to a hundred times slower than compiled code"
            ))
            .help("if speed matters, rewrite this, e.g. with ints instead of strings");
            (name, self.failure(diagnostic))
        });
        named.collect()
    }
}

impl<'r> Worker<'r> {
    pub(super) fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// Buffer for the moves of one position.
    pub(super) fn move_buffer(&mut self) -> &mut Vec<i64> {
        &mut self.move_buffer
    }

    /// The value of `over`: 1, 0 or -1, or `None`.
    ///
    /// # Errors
    /// Returns a failure if the function faults or returns another number.
    #[inline]
    pub fn over(&mut self, row: &[i64]) -> Result<Option<i64>, Failure> {
        let Some(over) = self.rules.program.roles.over else {
            return Ok(None);
        };
        let result = match self.native_number(over, row) {
            Some(result) => result,
            None => self.interpreted_number(over, row, "evaluating `over` at")?,
        };
        match result {
            None | Some(-1..=1) => Ok(result),
            Some(other) => Err(self.no_result(over, row, other)),
        }
    }

    #[cold]
    fn no_result(&self, over: FunctionId, row: &[i64], result: i64) -> Failure {
        let message = format!("`over` returned {result}, expected None, 1, -1 or 0");
        let fault = Fault::at(FaultKind::Value, self.rules.span(over), message);
        let help = "None: the game continues; 1, -1, 0: the mover has won, lost, drawn";
        let doing = "evaluating `over` at";
        self.rules.failed(fault.help(help), doing, row)
    }

    /// Appends the moves of a position: canonical rows, each followed by 1 if
    /// the same player moves again, else 0.
    ///
    /// # Errors
    /// Returns a failure if the rules fault.
    #[inline]
    pub fn moves(
        &mut self,
        row: &[i64],
        side: Option<Side>,
        out: &mut Vec<i64>,
    ) -> Result<(), Failure> {
        let begin = out.len();
        self.generate(self.rules.mover(side), row, "expanding", out)?;
        self.canonicalise_all(out, begin)
    }

    /// The rows that `split` yields for a position.
    pub(super) fn split(
        &mut self,
        split: FunctionId,
        row: &[i64],
    ) -> Result<Vec<Vec<i64>>, Failure> {
        let mut out = Vec::new();
        self.generate(split, row, "splitting", &mut out)?;
        self.canonicalise_all(&mut out, 0)?;
        let rows = out.chunks_exact(row.len() + 1);
        if rows.len() > parts::MAX_PARTS {
            let fault = parts::too_many(self.rules.span(split));
            return Err(self.rules.failed(fault, "splitting", row));
        }
        Ok(rows.map(|piece| piece[..row.len()].to_vec()).collect())
    }

    #[inline]
    fn generate(
        &mut self,
        function: FunctionId,
        row: &[i64],
        doing: &str,
        out: &mut Vec<i64>,
    ) -> Result<(), Failure> {
        if self.native_rows(function, row, out) {
            return Ok(());
        }
        self.interpreted_rows(function, row, doing, out)
    }

    /// Replaces rows, each followed by one number, by their canonical forms.
    #[inline]
    fn canonicalise_all(&mut self, rows: &mut [i64], begin: usize) -> Result<(), Failure> {
        if !self.rules.is_symmetry_reduced() {
            return Ok(());
        }
        let slots = self.rules.shape.slots();
        let mut own = Vec::with_capacity(slots);
        for step in rows[begin..].chunks_exact_mut(slots + 1) {
            own.clear();
            own.extend_from_slice(&step[..slots]);
            self.canonicalise(&mut own)?;
            step[..slots].copy_from_slice(&own);
        }
        Ok(())
    }

    /// Replaces a row by its canonical form.
    ///
    /// # Errors
    /// Returns a failure if `canon` or `symmetry` faults.
    pub fn canonicalise(&mut self, row: &mut Vec<i64>) -> Result<(), Failure> {
        match &self.rules.canonicaliser {
            Canonicaliser::None => Ok(()),
            Canonicaliser::Symmetry(cells) => {
                let least = cells.least(self.rules, row[0], &mut self.group);
                row[0] = least.map_err(|e| e.note(self.canonicalising(row)))?;
                Ok(())
            }
            Canonicaliser::Canon(canon) => {
                let mut own = std::mem::take(&mut self.scratch);
                own.clear();
                let outcome = match self.native_value(*canon, row, &mut own) {
                    true => Ok(()),
                    false => self.interpreted_row(*canon, row, &mut own),
                };
                if outcome.is_ok() {
                    std::mem::swap(row, &mut own);
                }
                self.scratch = own;
                outcome
            }
        }
    }

    fn canonicalising(&self, row: &[i64]) -> String {
        format!("while canonicalising {}", self.rules.shape.write(row))
    }

    /// The orbit size of a canonical row, if it is known.
    ///
    /// # Errors
    /// Returns a failure if `symmetry` faults.
    pub fn images(&mut self, row: &[i64]) -> Result<Option<u64>, Failure> {
        match &self.rules.canonicaliser {
            Canonicaliser::None => Ok(Some(1)),
            Canonicaliser::Canon(_) => Ok(None),
            Canonicaliser::Symmetry(cells) => {
                let images = cells.images(self.rules, row[0], &mut self.group);
                images.map(Some)
            }
        }
    }

    /// The value of `claim` at a position; `None` if the file has no claim.
    ///
    /// # Errors
    /// Returns a failure if the function faults.
    pub fn claim(&mut self, row: &[i64]) -> Result<Option<Claimed>, Failure> {
        let Some(claim) = self.rules.program.roles.claim else {
            return Ok(None);
        };
        let claimed = match self.native_number(claim, row) {
            Some(claimed) => claimed,
            None => self.interpreted_number(claim, row, "evaluating `claim` at")?,
        };
        let is_bool = self.rules.returns_bool(claim);
        Ok(claimed.map(|claimed| match is_bool {
            true => Claimed::Bool(claimed != 0),
            false => Claimed::Int(claimed),
        }))
    }

    /// Calls both compiled code and the interpreter.
    fn compare(&mut self, row: &[i64], side: Option<Side>) -> Result<(), Failure> {
        let roles = self.rules.program.roles;
        for function in [roles.over, roles.claim].into_iter().flatten() {
            let own = self.interpreted_number(function, row, "comparing the back ends at")?;
            if self
                .native_number(function, row)
                .is_some_and(|native| native != own)
            {
                return Err(self.disagreement(function, row));
            }
        }
        // The game ends at a decided position: `moves` need not be valid there.
        let mover = match self.over(row)? {
            Some(_) => None,
            None => Some(self.rules.mover(side)),
        };
        for function in [mover, roles.split].into_iter().flatten() {
            let mut own = Vec::new();
            self.interpreted_rows(function, row, "expanding", &mut own)?;
            let mut native = Vec::new();
            if self.native_rows(function, row, &mut native) && native != own {
                return Err(self.disagreement(function, row));
            }
        }
        if let Some(canon) = roles.canon {
            let (mut own, mut native) = (Vec::new(), Vec::new());
            self.interpreted_row(canon, row, &mut own)?;
            if self.native_value(canon, row, &mut native) && native != own {
                return Err(self.disagreement(canon, row));
            }
        }
        Ok(())
    }

    #[cold]
    fn disagreement(&self, function: FunctionId, row: &[i64]) -> Failure {
        let message = "internal error: compiled code and the interpreter disagree on this function";
        let notes = vec![format!("at {}", self.rules.shape.write(row))];
        let help = "this is a bug in kibitz; please report it with the file";
        self.rules.refuse(Some(function), message, help, notes)
    }
}
