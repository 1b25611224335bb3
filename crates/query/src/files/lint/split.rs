//! Checks `split`: the nim-sum of the components must be the Grundy value of
//! the position in the game without `split`.

use kibitz_game::{Grundy, RunContext};
use kibitz_rules::{Failure, Rules};
use kibitz_solve::SolveError;
use kibitz_solve::explore_vectors::{self, GrundyError, SolvedVectors};
use kibitz_solve::grundy::Components;

use super::{Comparison, fault};
use crate::files::rule_file::extend;

/// Compares Grundy values. `moves` is called for components only and may be
/// correct for them alone; then the comparison does not apply.
pub(super) fn check(rules: &Rules, context: &RunContext) -> Result<Comparison, SolveError> {
    let whole = rules.without_split().map_err(fault)?;
    let start = whole.start().map_err(fault)?;
    let roots: Vec<Vec<i64>> = start.parts().iter().map(|row| row.to_vec()).collect();
    let explored = explore_vectors::solve(&whole, &roots, context)?;
    let grundies = match explore_vectors::grundies(&whole, &explored, context) {
        Ok(grundies) => grundies,
        // With cycles there are no Grundy values to compare.
        Err(GrundyError::Cycle(_)) => return Ok(Comparison::Agrees(0)),
        Err(GrundyError::Solve(e)) => return Err(e),
    };
    let mut part_values = PartValues {
        rules,
        known: Components::default(),
    };
    let mut compared = 0;
    for (row, _) in explored.iter() {
        let Some(parts) = part_values.of(&row, context)? else {
            continue;
        };
        compared += 1;
        if let Some(whole) = grundies.get(&row).filter(|whole| *whole != parts) {
            return match moves_handle_sums(rules, &explored)? {
                true => Err(fault(differs(rules, &row, parts, whole))),
                false => Ok(Comparison::NotComparable(
                    "`moves` is correct for single components only".to_owned(),
                )),
            };
        }
    }
    Ok(Comparison::Agrees(compared))
}

/// Nim-sums of components.
struct PartValues<'a> {
    rules: &'a Rules,
    known: Components<Box<[i64]>>,
}

impl PartValues<'_> {
    /// The nim-sum of a position's components; `None` if they have a cycle.
    fn of(&mut self, row: &[i64], context: &RunContext) -> Result<Option<Grundy>, SolveError> {
        let mut worker = self.rules.worker();
        let mut parts = Vec::new();
        worker.parts(row.to_vec(), &mut parts).map_err(fault)?;
        extend(&mut self.known, &parts, &mut worker, context, |_, e| {
            fault(e)
        })?;
        let mut values = parts.iter().map(|part| self.known.get(part).ok()?);
        Ok(values.try_fold(Grundy::ZERO, |sum, value| Some(sum ^ value?)))
    }
}

/// Whether `moves` handles several components: there is a position each of
/// whose components is left unchanged by some move. If `moves` plays in one
/// component and drops the others, no move leaves that component unchanged,
/// since the game has no cycles.
fn moves_handle_sums(rules: &Rules, explored: &SolvedVectors) -> Result<bool, SolveError> {
    let mut worker = rules.worker();
    for (row, _) in explored.iter() {
        let mut parts = Vec::new();
        worker.parts(row.clone(), &mut parts).map_err(fault)?;
        if parts.is_empty() || (parts.len() == 1 && *parts[0] == *row) {
            continue;
        }
        let options = worker.options(&row).map_err(fault)?;
        let is_kept = |part| options.iter().any(|option| option.contains(part));
        if parts.iter().all(is_kept) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn differs(rules: &Rules, row: &[i64], parts: Grundy, whole: Grundy) -> Failure {
    let notes = vec![
        format!("at {}", rules.shape().write(row)),
        format!(
            "the nim-sum of its components is {parts}; without `split` its Grundy value is {whole}"
        ),
    ];
    let message = "the components that `split` yields do not have the value of the whole";
    let help =
        "a move in one component must not change another, and every move must be in some component";
    rules.refuse(rules.program().roles.split, message, help, notes)
}
