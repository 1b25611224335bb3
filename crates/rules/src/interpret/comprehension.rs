//! Comprehensions: nested clauses and their items.

use std::ops::ControlFlow;

use super::Fallible;
use super::cursor::Cursor;
use super::run::{Frame, Run};
use super::value::Value;
use crate::tree::{Comprehension, Place, Target};

/// Called for each item; `Break` stops the iteration.
type Visit<'v, 'm> =
    &'v mut dyn FnMut(&mut Run<'m>, &mut Frame<'m>, Value) -> Fallible<ControlFlow<()>>;

impl<'m> Run<'m> {
    /// Evaluates the iterable of the first clause.
    pub(super) fn begin(
        &mut self,
        frame: &mut Frame<'m>,
        from: &'m Comprehension,
    ) -> Fallible<Cursor> {
        let cursor = self.cursor(frame, &from.clauses[0].over)?;
        for clause in &from.clauses {
            unbind(frame, &clause.target);
        }
        Ok(cursor)
    }

    /// All items.
    pub(super) fn items(
        &mut self,
        frame: &mut Frame<'m>,
        from: &'m Comprehension,
        first: Cursor,
    ) -> Fallible<Vec<Value>> {
        let mut items = Vec::new();
        self.each(frame, from, first, |run, _, item| {
            run.gather_item();
            items.push(item);
            Ok(())
        })?;
        self.forget_items(items.len());
        Ok(items)
    }

    /// Visits every item.
    pub(super) fn each(
        &mut self,
        frame: &mut Frame<'m>,
        from: &'m Comprehension,
        first: Cursor,
        mut visit: impl FnMut(&mut Run<'m>, &mut Frame<'m>, Value) -> Fallible<()>,
    ) -> Fallible<()> {
        let mut visit = |run: &mut Run<'m>, frame: &mut Frame<'m>, item| {
            visit(run, frame, item).map(ControlFlow::Continue)
        };
        let _ = self.clause(frame, from, 0, first, &mut visit)?;
        Ok(())
    }

    /// Whether some item has a given truth value; stops at the first.
    pub(super) fn has(
        &mut self,
        frame: &mut Frame<'m>,
        from: &'m Comprehension,
        wanted: bool,
    ) -> Fallible<bool> {
        let first = self.begin(frame, from)?;
        let flow = self.clause(frame, from, 0, first, &mut |_, _, item| {
            Ok(if item.is_true() == wanted {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        })?;
        Ok(flow.is_break())
    }

    /// Iterates over a clause and, nested, over those that follow.
    fn clause(
        &mut self,
        frame: &mut Frame<'m>,
        from: &'m Comprehension,
        number: usize,
        mut cursor: Cursor,
        visit: Visit<'_, 'm>,
    ) -> Fallible<ControlFlow<()>> {
        let clause = &from.clauses[number];
        self.enter(clause.over.span);
        'items: while let Some(item) = cursor.next()? {
            self.count_iteration()?;
            self.assign(frame, &clause.target, item)?;
            for condition in &clause.conditions {
                if !self.is_true(frame, condition)? {
                    continue 'items;
                }
            }
            let flow = match from.clauses.get(number + 1) {
                Some(inner) => {
                    let cursor = self.cursor(frame, &inner.over)?;
                    self.deeper(inner.over.span, |run| {
                        run.clause(frame, from, number + 1, cursor, visit)
                    })?
                }
                None => {
                    let item = self.value(frame, &from.item)?;
                    visit(self, frame, item)?
                }
            };
            if flow.is_break() {
                self.leave();
                return Ok(flow);
            }
        }
        self.leave();
        Ok(ControlFlow::Continue(()))
    }
}

/// A comprehension's names start unbound, whatever they held the last time.
fn unbind(frame: &mut Frame<'_>, target: &Target) {
    match target {
        Target::Place(Place::Local(id, _)) => frame.locals[id.0 as usize] = None,
        Target::Place(_) => {}
        Target::Unpack(targets, _) => targets.iter().for_each(|target| unbind(frame, target)),
    }
}
