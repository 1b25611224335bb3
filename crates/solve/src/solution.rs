//! Solutions of games.

use std::fmt::Debug;
use std::ops::Range;

use kibitz_game::{Game, MoveClass, Numbering, Reason, RunContext, Step};

use kibitz_tablebase::{Entry, Packing};

use crate::value_counts::{self, ValueCounts};
use crate::{Evaluation, Outcome, RequestedFields, SolveError};

/// A visited position.
#[derive(Clone, Copy, Debug)]
pub struct Visited<'a, P: ?Sized> {
    /// The position.
    pub position: &'a P,
    /// Its evaluation.
    pub evaluation: Evaluation,
    /// The size of its orbit: the positions that a symmetry-reduced table does not distinguish.
    pub orbit_size: u64,
}

impl<'a, P> Visited<'a, P> {
    /// A position with an orbit of one.
    pub fn one(position: &'a P, evaluation: impl Into<Evaluation>) -> Visited<'a, P> {
        Visited {
            position,
            evaluation: evaluation.into(),
            orbit_size: 1,
        }
    }
}

/// Visits positions; an error ends the visit.
pub type Visitor<'a, P> = dyn FnMut(Visited<'_, P>) -> Result<(), SolveError> + 'a;

/// Classes of moves, each with an example.
pub type Groups<G> = Vec<MoveClass<Step<<G as Game>::Pos, <G as Game>::Move>>>;

/// A solution. Deterministic: the same query always has the same result.
pub trait Solution<G: Game>: Send + Sync {
    /// The evaluation of a position; `None` if it is not in this solution.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    fn probe(
        &self,
        game: &G,
        p: &G::Pos,
        context: &RunContext,
    ) -> Result<Option<Evaluation>, SolveError>;

    /// Whether it is as complete for `p` and everything reachable from it as a solution computed
    /// for `p`.
    fn covers(&self, game: &G, p: &G::Pos) -> bool;

    /// Visits all positions of the game, or those reachable from `root` if the solution was
    /// computed for that, in a fixed order. Evaluations have distances and scores if known, Grundy
    /// values if requested.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail, or the error of the visitor.
    fn visit(
        &self,
        game: &G,
        root: &G::Pos,
        context: &RunContext,
        visitor: &mut Visitor<'_, G::Pos>,
    ) -> Result<(), SolveError>;

    /// Whether [`visit`](Solution::visit) can visit what is reachable from `root`. A table file
    /// may have been made for another root.
    fn visits_from(&self, game: &G, root: &G::Pos) -> bool {
        let _ = (game, root);
        true
    }

    /// Notes for the user about the requested fields.
    fn notes(&self, wanted: RequestedFields) -> Vec<String> {
        let _ = wanted;
        Vec::new()
    }

    /// Counts what [`visit`](Solution::visit) visits.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    fn count_values(
        &self,
        game: &G,
        root: &G::Pos,
        context: &RunContext,
    ) -> Result<ValueCounts<G::Pos>, SolveError> {
        value_counts::count(game, |visitor| self.visit(game, root, context, visitor))
    }

    /// Appends the evaluations of the positions with these numbers, `None` for a hole. All of them
    /// must be in this solution.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    fn evaluations(
        &self,
        game: &G,
        numbering: &dyn Numbering<G>,
        numbers: Range<u64>,
        context: &RunContext,
        into: &mut Vec<Option<Evaluation>>,
    ) -> Result<(), SolveError> {
        evaluate(self, game, numbering, numbers, context, into)
    }

    /// Appends what a table file stores of these positions' values, like
    /// [`evaluations`](Solution::evaluations).
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    fn entries(
        &self,
        game: &G,
        numbering: &dyn Numbering<G>,
        numbers: Range<u64>,
        context: &RunContext,
        into: &mut Vec<Option<Entry>>,
    ) -> Result<(), SolveError> {
        evaluated_entries(self, game, numbering, numbers, context, into)
    }

    /// Appends each entry of these positions at least once, and none that no position has.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    fn distinct_entries(
        &self,
        game: &G,
        numbering: &dyn Numbering<G>,
        numbers: Range<u64>,
        context: &RunContext,
        into: &mut Vec<Option<Entry>>,
    ) -> Result<(), SolveError> {
        self.entries(game, numbering, numbers, context, into)
    }

    /// The positions in the order of a table file that lists them; `None` if the table files of
    /// this game do not.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    fn table_rows(
        &self,
        game: &G,
        context: &RunContext,
    ) -> Result<Option<Box<dyn TableRows + '_>>, SolveError> {
        let _ = (game, context);
        Ok(None)
    }

    /// The first-move advantage at the start, for games that either player can start: by how much
    /// moving first changes a player's score.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    fn first_move_gain(&self, game: &G, context: &RunContext) -> Result<Option<i64>, SolveError> {
        let _ = (game, context);
        Ok(None)
    }

    /// Whether there is a theory that may give a [`reason`](Solution::reason).
    fn has_reason(&self) -> bool {
        false
    }

    /// Why `p` has its value, in terms of a theory; `moves` are those of `p`, best first, or some
    /// of each class.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    fn reason(
        &self,
        game: &G,
        p: &G::Pos,
        moves: &[Step<G::Pos, G::Move>],
        context: &RunContext,
    ) -> Result<Option<Reason>, SolveError> {
        let _ = (game, p, moves, context);
        Ok(None)
    }

    /// The evaluations of `p` with either player to move, in a partizan game.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    fn outcome(
        &self,
        game: &G,
        p: &G::Pos,
        context: &RunContext,
    ) -> Result<Option<Outcome>, SolveError> {
        let _ = (game, p, context);
        Ok(None)
    }

    /// Classes of moves, for a position with too many to list; `None` if all are listed.
    fn groups(&self, game: &G, p: &G::Pos) -> Option<Groups<G>> {
        let _ = (game, p);
        None
    }

    /// The depth of `p`, i.e. the fewest moves from the roots of the solution, if known.
    fn depth(&self, game: &G, p: &G::Pos) -> Option<u32> {
        let _ = (game, p);
        None
    }
}

/// Positions in ascending order of their state vectors, numbered from 0, as a table file lists
/// them.
pub trait TableRows: Sync {
    /// The number of positions.
    fn positions(&self) -> u64;

    /// How vectors are packed into rows.
    fn packing(&self) -> &Packing;

    /// Passes the vectors of some numbers to `visit`, in order, each with its depth: the fewest
    /// moves from the root.
    ///
    /// # Errors
    /// Returns an error if one cannot be read.
    fn vectors(
        &self,
        numbers: Range<u64>,
        visit: &mut dyn FnMut(&[i64], Option<u32>),
    ) -> Result<(), SolveError>;

    /// Whether positions have Grundy values: all or none.
    ///
    /// # Errors
    /// Returns an error if the first one cannot be read.
    fn has_grundy(&self) -> Result<bool, SolveError> {
        let mut has_grundy = false;
        self.evaluations(0..self.positions().min(1), &mut |first| {
            has_grundy = first.is_some_and(|first| first.grundy.is_some());
        })?;
        Ok(has_grundy)
    }

    /// Passes the evaluations of some numbers to `visit`, in order.
    ///
    /// # Errors
    /// Returns an error if one cannot be read.
    fn evaluations(
        &self,
        numbers: Range<u64>,
        visit: &mut dyn FnMut(Option<Evaluation>),
    ) -> Result<(), SolveError>;
}

/// The value of a position, or the error that the engine should have one.
pub(crate) fn known<T>(value: Option<T>, p: &impl Debug) -> Result<T, SolveError> {
    value.ok_or_else(|| SolveError::missing(p))
}

/// Appends the evaluations of the positions with these numbers by probing for each.
pub(crate) fn evaluate<G: Game, S: Solution<G> + ?Sized>(
    solution: &S,
    game: &G,
    numbering: &dyn Numbering<G>,
    numbers: Range<u64>,
    context: &RunContext,
    into: &mut Vec<Option<Evaluation>>,
) -> Result<(), SolveError> {
    for number in numbers {
        into.push(match numbering.unrank(game, number) {
            Some(p) => Some(known(solution.probe(game, &p, context)?, &p)?),
            None => None,
        });
    }
    Ok(())
}

/// The entries of the positions with these numbers by their evaluations.
pub(crate) fn evaluated_entries<G: Game, S: Solution<G> + ?Sized>(
    solution: &S,
    game: &G,
    numbering: &dyn Numbering<G>,
    numbers: Range<u64>,
    context: &RunContext,
    into: &mut Vec<Option<Entry>>,
) -> Result<(), SolveError> {
    let mut all = Vec::with_capacity((numbers.end - numbers.start) as usize);
    solution.evaluations(game, numbering, numbers, context, &mut all)?;
    let entry = |one: Evaluation| Entry::of(one.wdl, one.plies);
    into.extend(all.into_iter().map(|one| one.map(entry)));
    Ok(())
}
