//! Tables that list the positions reachable from a root.

use kibitz_game::{Expander, Game, Numbering, RunContext, Step};
use kibitz_tablebase::Table;

use crate::checker::{CHUNK, CheckError, Verdict, check_numbers, check_size, fault, in_chunks};
use crate::compare::Items;
use crate::entries::Entries;
use crate::reachable::{Depths, find_cycle};
use crate::{Problem, Wrong};

/// Checks a table that lists all positions reachable from `roots`, like
/// [`check`](crate::check()); also that it lists these positions and no others, with their depths
/// if it has them.
///
/// # Errors
/// Returns an error if the table cannot be read or is of another size, a limit is reached, or the
/// rules fail.
pub fn check_listed<G: Game>(
    game: &G,
    numbering: &(impl Numbering<G> + ?Sized),
    roots: &[G::Pos],
    table: &Table,
    context: &RunContext,
) -> Result<Verdict<G::Pos>, CheckError> {
    check_size(table, numbering.size(game))?;
    let mut root_numbers = Vec::with_capacity(roots.len());
    for root in roots {
        match numbering.rank(game, root) {
            Some(number) => root_numbers.push(number),
            None => return Ok(Wrong::verdict(0, Some(root.clone()), Problem::Missing)),
        }
    }
    let position = |number| numbering.unrank(game, number);
    // The mex of every position proves Grundy values only if there are no cycles.
    if table.has_grundy() {
        let mut successors = Successors {
            game,
            numbering,
            expander: game.expander(),
            positions: Vec::new(),
        };
        let successors = |number, into: &mut Vec<u64>| successors.append(number, into);
        if let Some(number) = find_cycle(table.positions(), successors, context)? {
            return Ok(Wrong::verdict(number, position(number), Problem::Cycle));
        }
    }
    let items = Items {
        entries: Entries::new(table, context)?,
        is_acyclic: table.has_grundy(),
        is_scored: false,
        depths: Depths::new(table, &root_numbers, context)?,
    };
    let verdict = in_chunks(table, CHUNK, context, |numbers| {
        check_numbers(game, numbering, &items, None, numbers)
    })?;
    match (verdict, items.depths) {
        (Verdict::Correct(counts), Some(depths)) => {
            let wrong = depths.verdict(position)?;
            Ok(wrong.unwrap_or(Verdict::Correct(counts)))
        }
        (verdict, _) => Ok(verdict),
    }
}

/// Successors by numbers.
struct Successors<'a, G: Game, N: ?Sized, E> {
    game: &'a G,
    numbering: &'a N,
    expander: E,
    positions: Vec<Step<G::Pos, ()>>,
}

impl<G, N, E> Successors<'_, G, N, E>
where
    G: Game,
    N: Numbering<G> + ?Sized,
    E: Expander<Pos = G::Pos, Fault = G::Fault>,
{
    /// Appends the numbers of the successors that are listed.
    fn append(&mut self, number: u64, into: &mut Vec<u64>) -> Result<(), CheckError> {
        let Some(p) = self.numbering.unrank(self.game, number) else {
            return Ok(());
        };
        let decided = self.expander.static_value(&p).map_err(|e| fault(&p, e))?;
        if decided.is_some() {
            return Ok(());
        }
        let expanded = self.expander.expand(&p, &mut self.positions);
        expanded.map_err(|e| fault(&p, e))?;
        let ranks = self.positions.iter();
        into.extend(ranks.filter_map(|step| self.numbering.rank(self.game, &step.to)));
        Ok(())
    }
}
