//! The different values of a table.

use std::collections::HashSet;

use kibitz_game::{Plies, Value};

/// Distances below this are found without hashing.
const USUAL: usize = 1 << 14;

/// A set of values, and of holes.
#[derive(Debug)]
pub(super) struct Distinct {
    /// Whether there are wins and losses of each usual distance.
    usual: Vec<[bool; 2]>,
    has_draw: bool,
    has_hole: bool,
    others: HashSet<Value>,
}

impl Distinct {
    pub(super) fn new() -> Distinct {
        Distinct {
            usual: vec![[false; 2]; USUAL],
            has_draw: false,
            has_hole: false,
            others: HashSet::new(),
        }
    }

    #[inline]
    pub(super) fn add(&mut self, value: Option<Value>) {
        let (plies, side) = match value {
            None => return self.has_hole = true,
            Some(Value::Draw) => return self.has_draw = true,
            Some(Value::Win(plies)) => (plies, 0),
            Some(Value::Loss(plies)) => (plies, 1),
        };
        match self.usual.get_mut(plies.get() as usize) {
            Some(found) => found[side] = true,
            None => self.others.extend(value),
        }
    }

    /// All of them, in no particular order, `None` for a hole.
    pub(super) fn into_values(self) -> Vec<Option<Value>> {
        let usual = self.usual.iter().zip(0..).flat_map(|(found, plies)| {
            let plies = Plies::new(plies);
            let [win, loss] = *found;
            let win = win.then_some(Value::Win(plies));
            win.into_iter().chain(loss.then_some(Value::Loss(plies)))
        });
        let draw = self.has_draw.then_some(Value::Draw);
        let values = usual.chain(draw).chain(self.others).map(Some);
        values.chain(self.has_hole.then_some(None)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_is_found_once() {
        let plies = [0, 1, 77, USUAL as u32 - 1, USUAL as u32, u32::MAX];
        let decided = plies.map(Plies::new);
        let wins = decided.map(|n| Some(Value::Win(n)));
        let losses = decided.map(|n| Some(Value::Loss(n)));
        let all = [&wins[..], &losses, &[None, Some(Value::Draw)]].concat();
        for left_out in 0..all.len() {
            let mut distinct = Distinct::new();
            let some: Vec<_> = all
                .iter()
                .enumerate()
                .filter(|(i, _)| *i != left_out)
                .collect();
            some.iter()
                .chain(&some)
                .for_each(|(_, value)| distinct.add(**value));
            let found = distinct.into_values();
            assert_eq!(found.len(), some.len());
            assert!(some.iter().all(|(_, value)| found.contains(*value)));
        }
    }
}
