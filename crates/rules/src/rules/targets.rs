//! The game for whoever looks at many positions: where moves lead, by compiled
//! code where there is some, and without names.

use std::cmp::Ordering;

use kibitz_game::{Expander, Turn, Value};

use super::Rules;
use super::budget::Budget;
use super::failure::Failure;
use super::game::result_for;
use super::position::Position;
use super::worker::Worker;
use crate::tree::walk::{self, Node};
use crate::tree::{Program, StatementKind};

/// Finds where moves lead, with room that is kept from call to call.
pub(super) struct Targets<'r> {
    worker: Worker<'r>,
    budget: Budget,
    /// The moves of one part: rows, each followed by whose turn it is.
    rows: Vec<i64>,
    /// Numbers of moves.
    numbers: Vec<usize>,
}

impl<'r> Targets<'r> {
    pub(super) fn new(rules: &'r Rules) -> Targets<'r> {
        Targets {
            worker: rules.asker(),
            budget: Budget::new(),
            rows: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// Whether moves that lead to one position with the same player to move may
    /// be two, which only their names tell. Where the file names no move, each
    /// is named by its target, and such moves are one.
    fn is_told_by_names(&self) -> bool {
        self.worker.rules().has_labels && !self.numbers.is_empty()
    }
}

impl Expander for Targets<'_> {
    type Pos = Position;
    type Fault = Failure;

    fn decided(&mut self, p: &Position) -> Result<Option<Value>, Failure> {
        let Some(row) = p.row() else {
            return Ok(None);
        };
        let over = self.worker.over(row)?;
        Ok(over.map(|result| Value::now(result_for(result, p.side))))
    }

    fn expand(&mut self, p: &Position, out: &mut Vec<(Position, Turn)>) -> Result<(), Failure> {
        let rules = self.worker.rules();
        out.clear();
        self.budget.clear();
        for (place, row) in p.parts.iter().enumerate() {
            self.rows.clear();
            self.worker.moves(row, p.side, &mut self.rows)?;
            for step in self.rows.chunks_exact(row.len() + 1) {
                let (to, is_again) = step.split_at(row.len());
                let target = p.after(place, to.to_vec(), is_again[0] != 0, &mut self.worker)?;
                self.budget.take_move(rules, &target.0, 0)?;
                out.push(target);
            }
        }
        // Who moves there follows from the turn.
        let key = |number: usize| (&out[number].0.parts, out[number].1);
        repeated(&mut self.numbers, out.len(), |a, b| key(a).cmp(&key(b)));
        if self.is_told_by_names() {
            let steps = rules.steps(p)?.into_iter();
            out.clear();
            out.extend(steps.map(|step| (step.to, step.turn)));
            return Ok(());
        }
        self.numbers.sort_unstable();
        let mut repeated = self.numbers.iter().peekable();
        let mut number = 0;
        out.retain(|_| {
            let is_new = repeated.next_if_eq(&&number).is_none();
            number += 1;
            is_new
        });
        Ok(())
    }

    /// Of a position that is no sum, rows are counted, and no position is made.
    fn degree(&mut self, p: &Position) -> Result<u64, Failure> {
        let rules = self.worker.rules();
        let (Some(row), None) = (p.row(), rules.program.roles.split) else {
            let mut out = Vec::new();
            self.expand(p, &mut out)?;
            return Ok(out.len() as u64);
        };
        self.rows.clear();
        self.worker.moves(row, p.side, &mut self.rows)?;
        let stride = row.len() + 1;
        let step = |number: usize| &self.rows[number * stride..][..stride];
        let count = self.rows.len() / stride;
        repeated(&mut self.numbers, count, |a, b| step(a).cmp(step(b)));
        if self.is_told_by_names() {
            return Ok(rules.steps(p)?.len() as u64);
        }
        Ok((count - self.numbers.len()) as u64)
    }
}

/// Leaves in `numbers` those of `count` things that equal one with a smaller
/// number.
fn repeated(numbers: &mut Vec<usize>, count: usize, compare: impl Fn(usize, usize) -> Ordering) {
    numbers.clear();
    numbers.extend(0..count);
    numbers.sort_unstable_by(|a, b| compare(*a, *b).then(a.cmp(b)));
    let mut before = None;
    numbers.retain(|&number| {
        let last = before.replace(number);
        last.is_some_and(|last| compare(last, number) == Ordering::Equal)
    });
}

/// Whether some move has a name of its own.
pub(super) fn has_labels(program: &Program) -> bool {
    let roles = &program.roles;
    let movers = [roles.moves, roles.left, roles.right];
    let mut has_labels = false;
    for function in movers.into_iter().flatten() {
        walk::block(&program.functions[function.0 as usize].body, &mut |node| {
            if let Node::Statement(one) = node
                && let StatementKind::Yield(yielded) = &one.kind
            {
                has_labels |= yielded.label.is_some();
            }
        });
    }
    has_labels
}
