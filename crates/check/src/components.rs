//! Tables that list the components of sums, with their Grundy values.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use kibitz_game::{Grundy, RunContext, Wdl};
use kibitz_tablebase::{Entry, Table};

use crate::checker::{CheckError, Verdict, in_chunks};
use crate::reachable::{Depths, find_cycle};
use crate::{Counts, Problem, Wrong};

/// Components that a thread checks in one step: few, because some have very many options.
const CHUNK: u64 = 1 << 6;

/// The options of a component, each a sum of components, by their numbers; or what is wrong with
/// it.
pub type Options<P> = Result<Vec<Vec<u64>>, Problem<P>>;

/// Checks a table that lists all components reachable from some, with their Grundy values: each is
/// the least that no option has, the value of an option being the nim-sum of its components. By
/// induction, since there are no cycles, every value is right.
///
/// `roots` are the numbers of the components of the root, or a component that is not listed.
/// `options` makes a function, one for each thread, that gives the options of the component of a
/// number. `position` gives the component itself.
///
/// # Errors
/// Returns an error if the table cannot be read or is of another size, a limit is reached, or the
/// rules fail.
pub fn check_components<P, O>(
    table: &Table,
    roots: Result<Vec<u64>, P>,
    options: impl Fn() -> O + Sync,
    position: impl Fn(u64) -> Option<P> + Sync,
    context: &RunContext,
) -> Result<Verdict<P>, CheckError>
where
    P: Send,
    O: FnMut(u64) -> Result<Options<P>, CheckError>,
{
    let roots = match roots {
        Ok(roots) => roots,
        Err(part) => return Ok(Wrong::verdict(0, Some(part), Problem::Missing)),
    };
    let depths = Depths::new(table, &roots, context)?;
    // If every move lowers the number, there are no cycles.
    let is_ordered = AtomicBool::new(true);
    let verdict = in_chunks(table, CHUNK, context, |numbers| {
        let mut options = options();
        let mut counts = Counts::default();
        for number in numbers {
            let stored = table.get(number)?;
            let problem = match options(number)? {
                Ok(options) => {
                    if options.iter().flatten().any(|part| *part >= number) {
                        is_ordered.store(false, Relaxed);
                    }
                    match (problem(table, number, stored, &options)?, &depths) {
                        (None, Some(depths)) => {
                            let parts = options.iter().flatten().copied();
                            depths.problem(number, parts, &position)?
                        }
                        (problem, _) => problem,
                    }
                }
                Err(problem) => Some(problem),
            };
            if let Some(problem) = problem {
                return Ok(Wrong::verdict(number, position(number), problem));
            }
            counts.see(stored);
        }
        Ok(Verdict::Correct(counts))
    })?;
    if matches!(verdict, Verdict::Correct(_)) && !is_ordered.load(Relaxed) {
        let mut of_number = options();
        let successors = |number: u64, into: &mut Vec<u64>| {
            into.extend(of_number(number)?.unwrap_or_default().into_iter().flatten());
            Ok(())
        };
        if let Some(number) = find_cycle(table.positions(), successors, context)? {
            return Ok(Wrong::verdict(number, position(number), Problem::Cycle));
        }
    }
    match (verdict, depths) {
        (Verdict::Correct(counts), Some(depths)) => {
            let wrong = depths.verdict(position)?;
            Ok(wrong.unwrap_or(Verdict::Correct(counts)))
        }
        (verdict, _) => Ok(verdict),
    }
}

/// What is wrong with a component that has these options.
fn problem<P>(
    table: &Table,
    number: u64,
    stored: Option<Entry>,
    options: &[Vec<u64>],
) -> Result<Option<Problem<P>>, CheckError> {
    let mut values = Vec::with_capacity(options.len());
    for option in options {
        let mut sum = Some(Grundy::ZERO);
        for part in option {
            sum = sum.zip(table.grundy(*part)?).map(|(sum, part)| sum ^ part);
        }
        values.push(sum);
    }
    values.sort_unstable();
    values.dedup();
    let is_gap = |(least, value): &(u64, &Option<Grundy>)| value.map(Grundy::get) != Some(*least);
    let mex = (0..).zip(&values).find(is_gap);
    let mex = mex.map_or(values.len() as u64, |(least, _)| least);
    // A component without a value precedes all others.
    let implied = (!values.contains(&None)).then(|| Grundy::new(mex));
    let grundy = table.grundy(number)?;
    if grundy != implied || grundy.is_none() {
        let stored = grundy;
        return Ok(Some(Problem::Grundy { stored, implied }));
    }
    let wdl = match mex {
        0 => Wdl::Loss,
        _ => Wdl::Win,
    };
    let implied = Entry::from(wdl);
    Ok(match stored {
        Some(stored) if stored == implied => None,
        Some(stored) => Some(Problem::Differs {
            stored,
            implied,
            by: None,
        }),
        None => Some(Problem::Missing),
    })
}
