//! Checks that `canon` and `symmetry` preserve values: compares positions with
//! their canonical forms in the game without symmetry reduction.
//!
//! `moves` is called for canonical forms only and may be correct for them
//! alone; the game without symmetry reduction is then a different game, and the
//! comparison does not apply. This is detected if that game faults where the
//! reduced one does not, or reaches slot values outside the ranges of the
//! reduced one.

use std::ops::RangeInclusive;

use kibitz_game::{RunContext, Side, StateVectorGame, Value};
use kibitz_rules::{Failure, Rules};
use kibitz_solve::SolveError;
use kibitz_solve::explore_vectors::{self, SolvedVectors};

use super::{Comparison, fault, sample};

/// Number of positions compared with their canonical forms.
const POSITIONS: usize = 1_000;

/// A position and its canonical form, as state vectors.
type Pair = (Vec<i64>, Vec<i64>);

/// Compares the values of positions and their canonical forms.
pub(super) fn check(rules: &Rules, context: &RunContext) -> Result<Comparison, SolveError> {
    let reduced = explore_vectors::solve(rules, &roots(rules)?, context)?;
    let plain = rules.without_symmetry_reduction().map_err(fault)?;
    let sample = match sample::positions(&plain, POSITIONS, 0, context) {
        Err(SolveError::Fault { position, fault }) => return Ok(fails_at(&position, &fault)),
        sample => sample?,
    };
    let mut pairs = Vec::new();
    for p in &sample {
        for row in p.parts() {
            let form = canonical(rules, row)?;
            let node = |row: &[i64]| plain.node_of(row, p.side());
            pairs.push((node(row), node(&form)));
        }
    }
    let both = pairs.iter().flat_map(|(p, q)| [p.clone(), q.clone()]);
    let explored = match explore_vectors::solve(&plain, &both.collect::<Vec<_>>(), context) {
        Err(SolveError::Fault { position, fault }) => return Ok(fails_at(&position, &fault)),
        explored => explored?,
    };
    let differ = |(p, q): &&Pair| explored.get(p) != explored.get(q);
    let Some((p, q)) = pairs.iter().find(differ) else {
        return Ok(Comparison::Agrees(pairs.len() as u64));
    };
    match out_of_range(rules, &reduced, &explored)? {
        Some(outside) => Ok(Comparison::NotComparable(format!(
            "`moves` is correct for canonical forms only: without symmetry reduction, play reaches \
             {}, whose numbers do not occur with it",
            StateVectorGame::write(rules, &outside)
        ))),
        None => Err(fault(differs(rules, &explored, p, q))),
    }
}

/// The roots of the enumeration.
fn roots(rules: &Rules) -> Result<Vec<Vec<i64>>, SolveError> {
    let start = rules.start().map_err(fault)?;
    let sides = match start.side() {
        None => vec![None],
        Some(_) => vec![Some(Side::Left), Some(Side::Right)],
    };
    let parts = start.parts().iter();
    let nodes = parts.flat_map(|row| sides.iter().map(|side| rules.node_of(row, *side)));
    Ok(nodes.collect())
}

/// The canonical form of a row; an error if it is not its own canonical form.
fn canonical(rules: &Rules, row: &[i64]) -> Result<Vec<i64>, SolveError> {
    let mut worker = rules.worker();
    let mut form = row.to_vec();
    worker.canonicalise(&mut form).map_err(fault)?;
    let mut twice = form.clone();
    worker.canonicalise(&mut twice).map_err(fault)?;
    match twice == form {
        true => Ok(form),
        false => Err(fault(unstable(rules, row, &form, &twice))),
    }
}

fn fails_at(position: &str, fault: &dyn std::fmt::Display) -> Comparison {
    let place = match position {
        "" => String::new(),
        _ => format!(" at {position}"),
    };
    // Only the first line; the others show the source.
    let fault = fault.to_string();
    let what = fault.lines().next().unwrap_or_default().to_owned();
    Comparison::NotComparable(format!(
        "`moves` is correct for canonical forms only: without symmetry reduction it fails{place}: {what}"
    ))
}

/// A position of the game without symmetry reduction whose canonical form has a
/// number outside the range of that slot in the reduced game.
fn out_of_range(
    rules: &Rules,
    reduced: &SolvedVectors,
    plain: &SolvedVectors,
) -> Result<Option<Vec<i64>>, SolveError> {
    let mut ranges: Vec<RangeInclusive<i64>> = Vec::new();
    for (node, _) in reduced.iter() {
        if ranges.is_empty() {
            ranges = node.iter().map(|&number| number..=number).collect();
        }
        for (range, &number) in ranges.iter_mut().zip(&node) {
            *range = number.min(*range.start())..=number.max(*range.end());
        }
    }
    for (node, _) in plain.iter() {
        let slots = rules.shape().slots();
        let form = canonical(rules, &node[..slots])?;
        if form
            .iter()
            .zip(&ranges)
            .any(|(n, range)| !range.contains(n))
        {
            return Ok(Some(node));
        }
    }
    Ok(None)
}

fn unstable(rules: &Rules, row: &[i64], form: &[i64], twice: &[i64]) -> Failure {
    let write = |row: &[i64]| rules.shape().write(row);
    let notes = vec![
        format!("{} becomes {}", write(row), write(form)),
        format!("{} becomes {}", write(form), write(twice)),
    ];
    let message = "a canonical form is not its own canonical form";
    let help = "`canon` must be idempotent: it must leave a canonical form unchanged";
    rules.refuse(rules.canonicalising_function(), message, help, notes)
}

fn differs(rules: &Rules, explored: &SolvedVectors, p: &[i64], q: &[i64]) -> Failure {
    let write = |node: &[i64]| {
        let value = explored.get(node).map(|value: Value| value.to_string());
        format!(
            "{}: {}",
            StateVectorGame::write(rules, node),
            value.unwrap_or_default()
        )
    };
    let notes = vec![write(p), format!("its canonical form {}", write(q))];
    let message = "a position and its canonical form have different values";
    let help = "map only equivalent positions to one canonical form";
    rules.refuse(rules.canonicalising_function(), message, help, notes)
}
