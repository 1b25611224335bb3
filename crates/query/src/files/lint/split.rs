//! Whether parts have the value of the whole: the game without `split`.

use kibitz_game::{Grundy, Watch};
use kibitz_rules::{Failure, Rules};
use kibitz_solve::explore::{self, ExploredSlots, NoGrundy};
use kibitz_solve::{SolveError, sums};

use super::{Compared, told};

/// Compares Grundy values; tells at how many positions. `moves` is asked of parts
/// only, and may be written for them alone: then there is nothing to compare.
pub(super) fn check(rules: &Rules, watch: &Watch) -> Result<Compared, SolveError> {
    let whole = rules.unsplit().map_err(told)?;
    let start = whole.start().map_err(told)?;
    let roots: Vec<Vec<i64>> = start.parts().iter().map(|row| row.to_vec()).collect();
    let explored = explore::solve_slotted(&whole, &roots, watch)?;
    let grundies = match explore::grundies(&whole, &explored, watch) {
        Ok(grundies) => grundies,
        // Where play goes on for ever, there is nothing to compare with.
        Err(NoGrundy::Cycle(_)) => return Ok(Compared::Held(0)),
        Err(NoGrundy::Solve(e)) => return Err(e),
    };
    let mut memory = PartValues { rules, sums: None };
    let mut compared = 0;
    for (row, _) in explored.iter() {
        let Some(parts) = memory.of(&row, watch)? else {
            continue;
        };
        compared += 1;
        if let Some(whole) = grundies.get(&row).filter(|whole| *whole != parts) {
            return match moves_know_wholes(rules, &explored)? {
                true => Err(told(differs(rules, &row, parts, whole))),
                false => Ok(Compared::Meaningless(
                    "`moves` is written for single parts".to_owned(),
                )),
            };
        }
    }
    Ok(Compared::Held(compared))
}

/// Values by parts, the last solved sum kept: most positions are in it.
struct PartValues<'a> {
    rules: &'a Rules,
    sums: Option<sums::Sums>,
}

impl PartValues<'_> {
    /// The nim-sum of a position's parts; nothing where they go in circles.
    fn of(&mut self, row: &[i64], watch: &Watch) -> Result<Option<Grundy>, SolveError> {
        let mut asker = self.rules.asker();
        let mut parts = Vec::new();
        asker.parts(row.to_vec(), &mut parts).map_err(told)?;
        if let Some(value) = self.sums.as_ref().and_then(|sums| sums.get(&parts)) {
            return Ok(Some(value));
        }
        match sums::solve(&parts, watch, |row| asker.options(row).map_err(told)) {
            Ok(solved) => {
                let value = solved.get(&parts);
                self.sums = Some(solved);
                Ok(value)
            }
            Err(sums::NoSums::Solve(e)) => Err(e),
            Err(sums::NoSums::Cycle(_)) => Ok(None),
        }
    }
}

/// Whether `moves` deals with several parts: some position falls apart so that
/// each of its parts outlives one of the moves. Where `moves` looks at one part
/// and forgets the others, no move leaves that part as it was, for play ends.
fn moves_know_wholes(rules: &Rules, explored: &ExploredSlots) -> Result<bool, SolveError> {
    let mut asker = rules.asker();
    for (row, _) in explored.iter() {
        let mut parts = Vec::new();
        asker.parts(row.clone(), &mut parts).map_err(told)?;
        if parts.is_empty() || (parts.len() == 1 && *parts[0] == *row) {
            continue;
        }
        let options = asker.options(&row).map_err(told)?;
        let outlives = |part| options.iter().any(|option| option.contains(part));
        if parts.iter().all(outlives) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn differs(rules: &Rules, row: &[i64], parts: Grundy, whole: Grundy) -> Failure {
    let notes = vec![
        format!("at {}", rules.shape().write(row)),
        format!("the nim-sum of its parts is {parts}; without `split` its Grundy value is {whole}"),
    ];
    let message = "the parts that `split` yields are not worth what the whole is";
    let help = "a move in one part must not change another, and no move may be lost";
    rules.refuse(rules.program().roles.split, message, help, notes)
}
