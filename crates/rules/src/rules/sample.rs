//! The lengths of fields, from random play.
//!
//! The number of slots of a position is fixed when a file is opened, so the
//! lengths of its lists, tuples and strings are learned beforehand, always from
//! the same plays. A position that later exceeds them is a fault.

use crate::fault::Fault;
use crate::interpret::position::Lengths;
use crate::interpret::{Machine, Value};
use crate::shape::Shape;
use crate::tree::FunctionId;

/// Plays from the start, and the most positions of a play.
const PLAYS: usize = 16;
const PLIES: usize = 100;
/// The most positions that are generated in all.
const MAX_POSITIONS: usize = 1_500;

/// The shape of a file's positions.
pub(super) fn shape(machine: &Machine) -> Result<Shape, Fault> {
    let mut sample = Sample {
        machine,
        lengths: Lengths::new(machine.program()),
        seed: 1,
        count: 0,
    };
    let starts: Vec<Vec<Value>> = machine
        .start_positions()?
        .into_iter()
        .map(|start| start.fields)
        .collect();
    starts.iter().for_each(|start| sample.lengths.meet(start));
    if sample.lengths.is_open() {
        for play in 0..PLAYS {
            sample.play(starts[play % starts.len()].clone());
        }
        sample.lengths.widen();
    }
    Ok(sample.lengths.shape(machine.program()))
}

struct Sample<'m> {
    machine: &'m Machine,
    lengths: Lengths,
    seed: u64,
    count: usize,
}

impl Sample<'_> {
    /// A random play. A fault ends all plays; it will be reported when the
    /// position is expanded.
    fn play(&mut self, mut position: Vec<Value>) {
        let roles = self.machine.program().roles;
        for _ in 0..PLIES {
            if self.count > MAX_POSITIONS || self.is_over(&position) {
                return;
            }
            let movers = [roles.moves, roles.left, roles.right];
            let movers: Vec<FunctionId> = movers.into_iter().flatten().collect();
            let mover = movers[self.random(movers.len())];
            let mut next = self.yields(mover, &position);
            if let Some(split) = roles.split
                && let Some(first) = next.first()
            {
                let parts = self.yields(split, &first.clone());
                next.extend(parts);
            }
            if next.is_empty() {
                return;
            }
            let chosen = self.random(next.len());
            position = next.swap_remove(chosen);
            if let Some(canon) = roles.canon {
                match self.machine.call(canon, position.clone()) {
                    Ok(value) => position = self.fields(value),
                    Err(_) => return,
                }
                self.lengths.meet(&position);
            }
        }
    }

    /// The positions that a function yields.
    fn yields(&mut self, function: FunctionId, position: &[Value]) -> Vec<Vec<Value>> {
        let arguments: Vec<Value> = position.iter().map(Value::snapshot).collect();
        let yields = self.machine.generate(function, arguments, false);
        if yields.is_err() {
            self.count = MAX_POSITIONS;
        }
        let yields: Vec<Vec<Value>> = yields.into_iter().flatten().map(|one| one.fields).collect();
        self.count += yields.len() + 1;
        yields.iter().for_each(|fields| self.lengths.meet(fields));
        yields
    }

    fn is_over(&self, position: &[Value]) -> bool {
        let Some(over) = self.machine.program().roles.over else {
            return false;
        };
        let arguments = position.iter().map(Value::snapshot).collect();
        !matches!(self.machine.call(over, arguments), Ok(Value::None))
    }

    /// The fields of a returned position.
    fn fields(&self, value: Value) -> Vec<Value> {
        match &value {
            Value::Tuple(items) if self.machine.program().fields.len() != 1 => items.to_vec(),
            _ => vec![value],
        }
    }

    /// A number below `count`, by a linear congruence.
    fn random(&mut self, count: usize) -> usize {
        const FACTOR: u64 = 6_364_136_223_846_793_005;
        self.seed = self.seed.wrapping_mul(FACTOR).wrapping_add(1);
        (self.seed >> 33) as usize % count
    }
}
