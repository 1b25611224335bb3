//! What loops run over.

use super::{MAX_STEPS, PartRange, Run, Stop};
use crate::rules::heap::symbol::{Linear, Symbol};
use crate::tree::{Expression, Iteration, IterationKind};

/// The items of a loop.
pub(super) enum Items {
    /// As many for all heaps.
    Known(Vec<Symbol>),
    /// All parts of a range that depends on the heap.
    Parts(PartRange),
}

impl Run<'_> {
    pub(super) fn items(&mut self, over: &Iteration) -> Result<Items, Stop> {
        self.step()?;
        match &over.kind {
            IterationKind::Range { start, stop, step } => {
                let number = |run: &mut Run<'_>, given: &Option<Expression>, usual: i64| {
                    given
                        .as_ref()
                        .map_or(Ok(Symbol::constant(usual)), |one| run.evaluate(one))
                };
                let start = number(self, start, 0)?;
                let stop = self.evaluate(stop)?;
                let step = number(self, step, 1)?;
                range(&start, stop, step.known().ok_or(Stop::Unknown)?)
            }
            IterationKind::Sequence(sequence) => match self.evaluate(sequence)? {
                Symbol::Items(items) => Ok(Items::Known(items)),
                _ => Err(Stop::Unknown),
            },
            IterationKind::Enumerate(inner, start) => {
                let first = match start {
                    Some(start) => self.evaluate(start)?.known().ok_or(Stop::Unknown)?,
                    None => 0,
                };
                let items = self.known(inner)?;
                let numbered = (first..).zip(items);
                let pairs =
                    numbered.map(|(i, item)| Symbol::Items(vec![Symbol::constant(i), item]));
                Ok(Items::Known(pairs.collect()))
            }
            IterationKind::Zip(parts) => {
                let columns = parts.iter().map(|part| self.known(part));
                let columns = columns.collect::<Result<Vec<Vec<Symbol>>, Stop>>()?;
                let rows = columns.iter().map(Vec::len).min().unwrap_or(0);
                let row = |i: usize| columns.iter().map(|column| column[i].clone()).collect();
                Ok(Items::Known(
                    (0..rows).map(|i| Symbol::Items(row(i))).collect(),
                ))
            }
            IterationKind::Reversed(inner) => Ok(match self.items(inner)? {
                Items::Known(items) => Items::Known(items.into_iter().rev().collect()),
                // Their order does not matter.
                parts @ Items::Parts(_) => parts,
            }),
        }
    }

    fn known(&mut self, over: &Iteration) -> Result<Vec<Symbol>, Stop> {
        match self.items(over)? {
            Items::Known(items) => Ok(items),
            Items::Parts(_) => Err(Stop::Unknown),
        }
    }
}

fn range(start: &Symbol, stop: Symbol, step: i64) -> Result<Items, Stop> {
    let first = start.linear().filter(|_| step != 0).ok_or(Stop::Unknown)?;
    let length = stop
        .linear()
        .and_then(|stop| stop.plus(first.times(-1)?)?.known());
    match (length, first.known()) {
        (Some(length), _) => counted(first, length, step).map(Items::Known),
        (None, Some(first)) if step == 1 => Ok(Items::Parts(PartRange { first, end: stop })),
        _ => Err(Stop::Unknown),
    }
}

/// The numbers `first`, `first + step`, … before `first + length`.
fn counted(first: Linear, length: i64, step: i64) -> Result<Vec<Symbol>, Stop> {
    let offsets = (0..MAX_STEPS as i64).map(|i| i.checked_mul(step));
    let mut items = Vec::new();
    for offset in offsets {
        let offset = offset.ok_or(Stop::Unknown)?;
        let is_over = if step > 0 {
            offset >= length
        } else {
            offset <= length
        };
        if is_over {
            return Ok(items);
        }
        let item = first.plus(Linear::constant(offset)).ok_or(Stop::Unknown)?;
        items.push(Symbol::Number(item));
    }
    Err(Stop::Unknown)
}
