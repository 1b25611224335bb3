//! Whether `canon` and `symmetry` keep values: positions and their
//! representatives, in the game without folding.

use kibitz_game::{Value, Watch};
use kibitz_rules::{Failure, Rules};
use kibitz_solve::explore::{self, ExploredSlots};
use kibitz_solve::{Cause, SolveError};

use super::sample;

/// Positions that are compared with their representatives.
const POSITIONS: usize = 1_000;

/// Compares values; tells at how many positions.
pub(super) fn check(rules: &Rules, watch: &Watch) -> Result<u64, SolveError> {
    let told = |e: Failure| SolveError::Fault {
        position: String::new(),
        fault: Cause::new(e),
    };
    let plain = rules.unfolded().map_err(told)?;
    let sample = sample::positions(&plain, POSITIONS, 0, watch)?;
    let mut asker = rules.asker();
    let mut pairs = Vec::new();
    for p in &sample {
        for row in p.parts() {
            let mut own = row.to_vec();
            asker.fold(&mut own).map_err(told)?;
            let mut twice = own.clone();
            asker.fold(&mut twice).map_err(told)?;
            if twice != own {
                return Err(told(unstable(rules, row, &own, &twice)));
            }
            let node = |row: &[i64]| plain.node_of(row, p.side());
            pairs.push((node(row), node(&own)));
        }
    }
    let roots: Vec<Vec<i64>> = pairs
        .iter()
        .flat_map(|(p, q)| [p.clone(), q.clone()])
        .collect();
    let explored = explore::solve_slotted(&plain, &roots, watch)?;
    for (p, q) in &pairs {
        if explored.get(p) != explored.get(q) {
            return Err(told(differs(rules, &explored, p, q)));
        }
    }
    Ok(pairs.len() as u64)
}

fn unstable(rules: &Rules, row: &[i64], own: &[i64], twice: &[i64]) -> Failure {
    let write = |row: &[i64]| rules.shape().write(row);
    let notes = vec![
        format!("{} becomes {}", write(row), write(own)),
        format!("{} becomes {}", write(own), write(twice)),
    ];
    let message = "a representative has another representative";
    let help = "the representative of a representative is itself";
    rules.refuse(rules.folds(), message, help, notes)
}

fn differs(rules: &Rules, explored: &ExploredSlots, p: &[i64], q: &[i64]) -> Failure {
    let write = |node: &[i64]| {
        let value = explored.get(node).map(|value: Value| value.to_string());
        format!(
            "{}: {}",
            kibitz_game::Slotted::write(rules, node),
            value.unwrap_or_default()
        )
    };
    let notes = vec![write(p), format!("its representative {}", write(q))];
    let message = "a position and its representative have different values";
    let help = "fold only positions that play alike";
    rules.refuse(rules.folds(), message, help, notes)
}
