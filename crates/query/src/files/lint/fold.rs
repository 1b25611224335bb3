//! Whether `canon` and `symmetry` keep values: positions and their
//! representatives, in the game without folding.
//!
//! `moves` is asked of representatives only, and may be written for them alone:
//! then the game without folding is another game, and there is nothing to
//! compare. That shows where it faults though the game with folding does not,
//! and where it leads to numbers that the game with folding never meets.

use std::ops::RangeInclusive;

use kibitz_game::{Side, Slotted, Value, Watch};
use kibitz_rules::{Failure, Rules};
use kibitz_solve::SolveError;
use kibitz_solve::explore::{self, ExploredSlots};

use super::{Compared, sample, told};

/// Positions that are compared with their representatives.
const POSITIONS: usize = 1_000;

/// A position and its representative, both as the engines see them.
type Pair = (Vec<i64>, Vec<i64>);

/// Compares values; tells at how many positions.
pub(super) fn check(rules: &Rules, watch: &Watch) -> Result<Compared, SolveError> {
    let folded = explore::solve_slotted(rules, &roots(rules)?, watch)?;
    let plain = rules.unfolded().map_err(told)?;
    let sample = match sample::positions(&plain, POSITIONS, 0, watch) {
        Err(SolveError::Fault { position, fault }) => return Ok(fails_at(&position, &fault)),
        sample => sample?,
    };
    let mut pairs = Vec::new();
    for p in &sample {
        for row in p.parts() {
            let own = representative(rules, row)?;
            let node = |row: &[i64]| plain.node_of(row, p.side());
            pairs.push((node(row), node(&own)));
        }
    }
    let both = pairs.iter().flat_map(|(p, q)| [p.clone(), q.clone()]);
    let explored = match explore::solve_slotted(&plain, &both.collect::<Vec<_>>(), watch) {
        Err(SolveError::Fault { position, fault }) => return Ok(fails_at(&position, &fault)),
        explored => explored?,
    };
    let differ = |(p, q): &&Pair| explored.get(p) != explored.get(q);
    let Some((p, q)) = pairs.iter().find(differ) else {
        return Ok(Compared::Held(pairs.len() as u64));
    };
    match outsider(rules, &folded, &explored)? {
        Some(outside) => Ok(Compared::Meaningless(format!(
            "`moves` is written for representatives only: without folding, play comes to {}, and \
             with it to no such numbers",
            Slotted::write(rules, &outside)
        ))),
        None => Err(told(differs(rules, &explored, p, q))),
    }
}

/// Where the engines begin.
fn roots(rules: &Rules) -> Result<Vec<Vec<i64>>, SolveError> {
    let start = rules.start().map_err(told)?;
    let sides = match start.side() {
        None => vec![None],
        Some(_) => vec![Some(Side::Left), Some(Side::Right)],
    };
    let parts = start.parts().iter();
    let nodes = parts.flat_map(|row| sides.iter().map(|side| rules.node_of(row, *side)));
    Ok(nodes.collect())
}

/// The representative of a row, which must be its own.
fn representative(rules: &Rules, row: &[i64]) -> Result<Vec<i64>, SolveError> {
    let mut asker = rules.asker();
    let mut own = row.to_vec();
    asker.fold(&mut own).map_err(told)?;
    let mut twice = own.clone();
    asker.fold(&mut twice).map_err(told)?;
    match twice == own {
        true => Ok(own),
        false => Err(told(unstable(rules, row, &own, &twice))),
    }
}

fn fails_at(position: &str, fault: &dyn std::fmt::Display) -> Compared {
    let place = match position {
        "" => String::new(),
        _ => format!(" at {position}"),
    };
    // The first line says what; the others show the source.
    let fault = fault.to_string();
    let what = fault.lines().next().unwrap_or_default().to_owned();
    Compared::Meaningless(format!(
        "`moves` is written for representatives only: without folding it fails{place}: {what}"
    ))
}

/// A position of the game without folding whose representative has a number
/// outside all those that the game with folding has in that slot.
fn outsider(
    rules: &Rules,
    folded: &ExploredSlots,
    plain: &ExploredSlots,
) -> Result<Option<Vec<i64>>, SolveError> {
    let mut ranges: Vec<RangeInclusive<i64>> = Vec::new();
    for (node, _) in folded.iter() {
        if ranges.is_empty() {
            ranges = node.iter().map(|&number| number..=number).collect();
        }
        for (range, &number) in ranges.iter_mut().zip(&node) {
            *range = number.min(*range.start())..=number.max(*range.end());
        }
    }
    for (node, _) in plain.iter() {
        let slots = rules.shape().slots();
        let own = representative(rules, &node[..slots])?;
        if own.iter().zip(&ranges).any(|(n, range)| !range.contains(n)) {
            return Ok(Some(node));
        }
    }
    Ok(None)
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
            Slotted::write(rules, node),
            value.unwrap_or_default()
        )
    };
    let notes = vec![write(p), format!("its representative {}", write(q))];
    let message = "a position and its representative have different values";
    let help = "fold only positions that play alike";
    rules.refuse(rules.folds(), message, help, notes)
}
