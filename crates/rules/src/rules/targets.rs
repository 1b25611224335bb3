//! Successors without labels, by compiled code if there is some.

use std::cmp::Ordering;

use kibitz_game::{Expander, Step, Value};

use super::Rules;
use super::budget::Budget;
use super::failure::Failure;
use super::game::result_for;
use super::position::Position;
use super::worker::Worker;
use crate::tree::visit::{self, Node};
use crate::tree::{Program, StatementKind};

/// Generates successors, with buffers reused between calls.
pub(super) struct Targets<'r> {
    worker: Worker<'r>,
    budget: Budget,
    /// The moves of one component: rows, each followed by its tag.
    rows: Vec<i64>,
    /// Move numbers.
    numbers: Vec<usize>,
}

impl<'r> Targets<'r> {
    pub(super) fn new(rules: &'r Rules) -> Targets<'r> {
        Targets {
            worker: rules.worker(),
            budget: Budget::new(),
            rows: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// Whether moves with the same target, turn and points can differ by their label.
    /// If the file labels no move, each is labelled by its target, and such
    /// moves are the same.
    fn is_distinguished_by_label(&self) -> bool {
        self.worker.rules().has_labels && !self.numbers.is_empty()
    }
}

impl Expander for Targets<'_> {
    type Pos = Position;
    type Fault = Failure;

    fn static_value(&mut self, p: &Position) -> Result<Option<Value>, Failure> {
        let Some(row) = p.row() else {
            return Ok(None);
        };
        let over = self.worker.over(row)?;
        Ok(over.map(|result| Value::terminal(result_for(result, p.side))))
    }

    fn expand(&mut self, p: &Position, out: &mut Vec<Step<Position, ()>>) -> Result<(), Failure> {
        let rules = self.worker.rules();
        out.clear();
        self.budget.clear();
        for (place, row) in p.parts.iter().enumerate() {
            self.rows.clear();
            self.worker.moves(row, p.side, &mut self.rows)?;
            for step in self.rows.chunks_exact(row.len() + 1) {
                let (to, tag) = step.split_at(row.len());
                let target = p.after(place, to.to_vec(), tag[0], &mut self.worker)?;
                self.budget.take_move(rules, &target.to, 0)?;
                out.push(target);
            }
        }
        // The player to move follows from the turn.
        let key = |number: usize| {
            let step = &out[number];
            (&step.to.parts, step.turn, step.points)
        };
        repeated(&mut self.numbers, out.len(), |a, b| key(a).cmp(&key(b)));
        if self.is_distinguished_by_label() {
            let steps = rules.steps(p)?.into_iter();
            out.clear();
            out.extend(steps.map(|step| step.relabelled(())));
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

    /// For a position that is not a sum, rows are counted without creating
    /// positions.
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
        if self.is_distinguished_by_label() {
            return Ok(rules.steps(p)?.len() as u64);
        }
        Ok((count - self.numbers.len()) as u64)
    }
}

/// Leaves in `numbers` the indices among `count` items that equal an item with
/// a smaller index.
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

/// Whether some move has a label.
pub(super) fn has_labels(program: &Program) -> bool {
    let roles = &program.roles;
    let movers = [roles.moves, roles.left, roles.right];
    let mut has_labels = false;
    for function in movers.into_iter().flatten() {
        visit::block(&program.functions[function.0 as usize].body, &mut |node| {
            if let Node::Statement(one) = node
                && let StatementKind::Yield(yielded) = &one.kind
            {
                has_labels |= yielded.label.is_some();
            }
        });
    }
    has_labels
}
