//! Whoever asks a file's functions: one for each thread.
//!
//! Compiled code is asked first. Where there is none, or it fails, the same
//! call is made in the interpreter: it knows the words for a fault.

mod interpreted;
mod native;

use std::sync::Arc;

use kibitz_game::{Side, Watch};

use super::failure::Failure;
use super::fold::Folding;
use super::group::Group;
use super::{Kind, Rules, parts};
use crate::compile::{self, NotCompiled};
use crate::fault::{Fault, FaultKind};
use crate::source::{Mistake, Span};
use crate::tree::FunctionId;

/// Asks the functions of a file. Rows are representatives wherever a row is
/// taken or given.
#[derive(Debug)]
pub struct Worker<'r> {
    rules: &'r Rules,
    /// Compiled code, where there is some.
    native: Option<compile::Worker>,
    /// The symmetries that were known last.
    group: Arc<Group>,
    /// Room for one row or value.
    scratch: Vec<i64>,
    /// Room for the moves of one position.
    room: Vec<i64>,
    /// What watches over the calls.
    watch: Option<Watch>,
}

/// What `claim` says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// `True` or `False`.
    Bool(bool),
    /// A number.
    Int(i64),
}

impl Rules {
    /// One more to ask the functions. What watches over this thread watches
    /// over its calls, wherever they are made.
    #[must_use]
    pub fn asker(&self) -> Worker<'_> {
        Worker {
            rules: self,
            native: self.compiled.as_ref().ok().map(compile::Compiled::worker),
            group: Arc::default(),
            scratch: Vec::new(),
            room: Vec::new(),
            watch: Watch::of_thread(),
        }
    }

    /// Where a function stands.
    pub(super) fn span(&self, function: FunctionId) -> Span {
        self.program.functions[function.0 as usize].span
    }

    /// A fault while a position was being looked at.
    pub(super) fn failed(&self, fault: Fault, doing: &str, row: &[i64]) -> Failure {
        let failure = Failure::fault(fault, &self.source);
        failure.note(format!("while {doing} {}", self.shape.write(row)))
    }

    /// The function with the moves of a player.
    pub(super) fn mover(&self, side: Option<Side>) -> FunctionId {
        match (self.kind(), side) {
            (Kind::Moves(moves), _) => moves,
            (Kind::Sides { right, .. }, Some(Side::Right)) => right,
            (Kind::Sides { left, .. }, _) => left,
        }
    }

    /// Asks compiled code and the interpreter the same at all these rows, and
    /// the interpreter for a picture of each.
    ///
    /// # Errors
    /// Where they differ, or the rules fail.
    pub fn compare<'a>(
        &self,
        rows: impl IntoIterator<Item = (&'a [i64], Option<Side>)>,
    ) -> Result<(), Failure> {
        let mut asker = self.asker();
        for (row, side) in rows {
            asker.compare(row, side)?;
            asker.show(row)?;
        }
        Ok(())
    }

    /// Whether some function that kibitz asks of positions is compiled.
    #[must_use]
    pub fn is_compiled(&self) -> bool {
        let mut asked = compile::asked(&self.program);
        let compiled = self.compiled.as_ref();
        compiled.is_ok_and(|compiled| asked.any(|id| compiled.has(id)))
    }

    /// The functions that kibitz asks of positions and that are not compiled:
    /// the name of each, and a warning that says why.
    #[must_use]
    pub fn not_compiled(&self) -> Vec<(&str, Failure)> {
        let left_out: Vec<(FunctionId, &NotCompiled)> = match &self.compiled {
            Ok(compiled) => {
                let left_out = compiled.left_out().iter();
                left_out.map(|(id, why)| (*id, why)).collect()
            }
            Err(why) => compile::asked(&self.program).map(|id| (id, why)).collect(),
        };
        let named = left_out.into_iter().map(|(id, why)| {
            let name = self.program.functions[id.0 as usize].name.as_str();
            let span = why.span.unwrap_or_else(|| self.span(id));
            let mistake = Mistake::at(span, format!("`{name}` is not compiled: {}", why.what))
                .note(format!("each call of `{name}` is interpreted, which takes ten to a hundred times as long as compiled code"))
                .help("write this in another way, with ints in the place of text, if speed matters");
            (name, self.told(mistake))
        });
        named.collect()
    }
}

impl<'r> Worker<'r> {
    pub(super) fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// Room for the moves of one position.
    pub(super) fn room(&mut self) -> &mut Vec<i64> {
        &mut self.room
    }

    /// Whether the game is over, as `over` tells it: 1, 0 or -1.
    ///
    /// # Errors
    /// Where the function fails, or says something else.
    #[inline]
    pub fn over(&mut self, row: &[i64]) -> Result<Option<i64>, Failure> {
        let Some(over) = self.rules.program.roles.over else {
            return Ok(None);
        };
        let result = match self.native_number(over, row) {
            Some(result) => result,
            None => self.interpreted_number(over, row, "asking `over` about")?,
        };
        match result {
            None | Some(-1..=1) => Ok(result),
            Some(other) => Err(self.no_result(over, row, other)),
        }
    }

    #[cold]
    fn no_result(&self, over: FunctionId, row: &[i64], result: i64) -> Failure {
        let message = format!("`over` returned {result}, and it returns None, 1, -1 or 0");
        let fault = Fault::at(FaultKind::Value, self.rules.span(over), message);
        let help = "None: play on; 1, -1, 0: the mover has won, lost, drawn";
        let doing = "asking `over` about";
        self.rules.failed(fault.help(help), doing, row)
    }

    /// Appends the moves of a position: rows of representatives, each followed
    /// by 1 where the same player moves again, else 0.
    ///
    /// # Errors
    /// Where the rules fail.
    #[inline]
    pub fn moves(
        &mut self,
        row: &[i64],
        side: Option<Side>,
        out: &mut Vec<i64>,
    ) -> Result<(), Failure> {
        let begin = out.len();
        self.generate(self.rules.mover(side), row, "expanding", out)?;
        self.fold_all(out, begin)
    }

    /// The rows that `split` makes of a position.
    pub(super) fn split(
        &mut self,
        split: FunctionId,
        row: &[i64],
    ) -> Result<Vec<Vec<i64>>, Failure> {
        let mut out = Vec::new();
        self.generate(split, row, "splitting", &mut out)?;
        self.fold_all(&mut out, 0)?;
        let rows = out.chunks_exact(row.len() + 1);
        if rows.len() > parts::MOST_PARTS {
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

    /// Replaces rows, each followed by one number, by their representatives.
    #[inline]
    fn fold_all(&mut self, rows: &mut [i64], begin: usize) -> Result<(), Failure> {
        if !self.rules.is_folded() {
            return Ok(());
        }
        let slots = self.rules.shape.slots();
        let mut own = Vec::with_capacity(slots);
        for step in rows[begin..].chunks_exact_mut(slots + 1) {
            own.clear();
            own.extend_from_slice(&step[..slots]);
            self.fold(&mut own)?;
            step[..slots].copy_from_slice(&own);
        }
        Ok(())
    }

    /// Replaces a row by its representative.
    ///
    /// # Errors
    /// Where `canon` or `symmetry` fails.
    pub fn fold(&mut self, row: &mut Vec<i64>) -> Result<(), Failure> {
        match &self.rules.folding {
            Folding::None => Ok(()),
            Folding::Symmetry(cells) => {
                let least = cells.least(self.rules, row[0], &mut self.group);
                row[0] = least.map_err(|e| e.note(self.folding(row)))?;
                Ok(())
            }
            Folding::Canon(canon) => {
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

    fn folding(&self, row: &[i64]) -> String {
        format!("while folding {}", self.rules.shape.write(row))
    }

    /// How many positions a representative stands for, where that is known.
    ///
    /// # Errors
    /// Where `symmetry` fails.
    pub fn images(&mut self, row: &[i64]) -> Result<Option<u64>, Failure> {
        match &self.rules.folding {
            Folding::None => Ok(Some(1)),
            Folding::Canon(_) => Ok(None),
            Folding::Symmetry(cells) => {
                let images = cells.images(self.rules, row[0], &mut self.group);
                images.map(Some)
            }
        }
    }

    /// What `claim` says of a position; nothing where there is none.
    ///
    /// # Errors
    /// Where the function fails.
    pub fn claim(&mut self, row: &[i64]) -> Result<Option<Claimed>, Failure> {
        let Some(claim) = self.rules.program.roles.claim else {
            return Ok(None);
        };
        let claimed = match self.native_number(claim, row) {
            Some(claimed) => claimed,
            None => self.interpreted_number(claim, row, "asking `claim` about")?,
        };
        let is_bool = self.rules.returns_bool(claim);
        Ok(claimed.map(|claimed| match is_bool {
            true => Claimed::Bool(claimed != 0),
            false => Claimed::Int(claimed),
        }))
    }

    /// Asks both compiled code and the interpreter.
    fn compare(&mut self, row: &[i64], side: Option<Side>) -> Result<(), Failure> {
        let roles = self.rules.program.roles;
        for function in [roles.over, roles.claim].into_iter().flatten() {
            let own = self.interpreted_number(function, row, "looking at")?;
            if self
                .native_number(function, row)
                .is_some_and(|native| native != own)
            {
                return Err(self.disagreement(function, row));
            }
        }
        // Play ends at a decided position: `moves` need not be right there.
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
        let message = "compiled code and the interpreter disagree about this function";
        let notes = vec![format!("at {}", self.rules.shape.write(row))];
        let help = "this is a bug in kibitz, please report it with the file";
        self.rules.refuse(Some(function), message, help, notes)
    }
}
