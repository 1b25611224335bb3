//! Solutions that consist of a numbering of positions and values by number.

use std::ops::Range;

use kibitz_game::{Game, Numbering, RunContext};
use kibitz_tablebase::Entry;

use crate::acyclic::{GrundyValues, Scores};
use crate::solution::{Solution, Visited, Visitor, known};
use crate::{Evaluation, SolveError, ValueCounts, ValueTable};

/// Evaluations by number: a [`ValueTable`] in memory, a table file, or any readable storage.
pub trait Values: Send + Sync {
    /// The evaluation at a number below the size of the numbering; `None` for a hole.
    ///
    /// # Errors
    /// Returns an error if it cannot be read.
    fn get(&self, rank: u64) -> Result<Option<Evaluation>, SolveError>;

    /// Appends the evaluations at adjacent numbers. Worth implementing if that is faster than
    /// [`get`](Values::get) for each.
    ///
    /// # Errors
    /// Returns an error if one cannot be read.
    fn extend(
        &self,
        ranks: Range<u64>,
        into: &mut Vec<Option<Evaluation>>,
    ) -> Result<(), SolveError> {
        for rank in ranks {
            into.push(self.get(rank)?);
        }
        Ok(())
    }

    /// All different evaluations, and `None` if there are holes, if that is known.
    fn distinct(&self) -> Option<&[Option<Evaluation>]> {
        None
    }
}

impl Values for ValueTable {
    #[inline]
    fn get(&self, rank: u64) -> Result<Option<Evaluation>, SolveError> {
        Ok(ValueTable::get(self, rank).map(Evaluation::from))
    }
}

/// A numbering, and values by number.
///
/// ```
/// use kibitz_game::{ByIndex, Plies, RunContext, Value};
/// use kibitz_solve::{Evaluation, Solution, SolveError, Tabled, Values};
/// # use std::convert::Infallible;
/// # use kibitz_game::{Flow, Game, Indexed, CONTINUE, Step};
/// # struct Take;
/// # impl Game for Take {
/// #     type Pos = u64;
/// #     type Move = u64;
/// #     type Fault = Infallible;
/// #     fn expand<F: FnMut(Step<u64, u64>) -> Flow>(&self, &n: &u64, mut visit: F)
/// #         -> Result<Flow, Infallible> {
/// #         for take in 1..=n.min(2) {
/// #             if visit(Step::alternate(n - take, take)).is_break() { return Ok(Flow::Break(())); }
/// #         }
/// #         Ok(CONTINUE)
/// #     }
/// # }
/// # impl Indexed for Take {
/// #     fn size(&self) -> u64 { 5 }
/// #     fn rank(&self, p: &u64) -> u64 { *p }
/// #     fn unrank(&self, rank: u64) -> Option<u64> { Some(rank) }
/// # }
///
/// /// One byte for each position, as a file may have them: the plies, odd if it
/// /// is won.
/// struct Pod<'a>(&'a [u8]);
///
/// impl Values for Pod<'_> {
///     fn get(&self, rank: u64) -> Result<Option<Evaluation>, SolveError> {
///         let value = self.0.get(rank as usize).map(|byte| match byte % 2 {
///             1 => Value::Win(Plies::new((*byte).into())),
///             _ => Value::Loss(Plies::new((*byte).into())),
///         });
///         Ok(value.map(Evaluation::from))
///     }
/// }
///
/// // Take 1 or 2 of 4; a player who cannot take loses.
/// let solution = Tabled::new(ByIndex, Pod(&[0, 1, 1, 2, 3]));
/// let probe = solution.probe(&Take, &3, &RunContext::new()).unwrap().unwrap();
/// assert_eq!(probe.plies, Some(Plies::new(2)));
/// ```
#[derive(Debug)]
pub struct Tabled<N, V> {
    numbering: N,
    values: V,
    grundy: Option<GrundyValues>,
    scores: Option<Scores>,
}

impl<N, V> Tabled<N, V> {
    /// Values alone.
    pub fn new(numbering: N, values: V) -> Tabled<N, V> {
        Tabled {
            numbering,
            values,
            grundy: None,
            scores: None,
        }
    }

    /// Adds Grundy values.
    pub(crate) fn with_grundy(mut self, grundy: GrundyValues) -> Tabled<N, V> {
        self.grundy = Some(grundy);
        self
    }

    /// Adds scores.
    pub(crate) fn with_scores(mut self, scores: Scores) -> Tabled<N, V> {
        self.scores = Some(scores);
        self
    }

    pub(crate) fn numbering(&self) -> &N {
        &self.numbering
    }
}

/// Numbers that are read together if several of them are wanted.
const NEAR: u64 = 1 << 12;

impl<N, V: Values> Tabled<N, V> {
    /// Appends the evaluations at adjacent numbers.
    fn read(
        &self,
        ranks: Range<u64>,
        into: &mut Vec<Option<Evaluation>>,
    ) -> Result<(), SolveError> {
        if self.grundy.is_none() && self.scores.is_none() {
            return self.values.extend(ranks, into);
        }
        for rank in ranks {
            into.push(self.at(rank)?);
        }
        Ok(())
    }

    /// The evaluation at a number.
    pub(crate) fn at(&self, rank: u64) -> Result<Option<Evaluation>, SolveError> {
        let stored = self.values.get(rank)?;
        Ok(stored.map(|stored| Evaluation {
            grundy: self
                .grundy
                .as_ref()
                .map_or(stored.grundy, |all| Some(all.get(rank))),
            score: self
                .scores
                .as_ref()
                .map_or(stored.score, |all| all.get(rank)),
            ..stored
        }))
    }
}

impl<G: Game, N: Numbering<G>, V: Values> Solution<G> for Tabled<N, V> {
    fn probe(
        &self,
        game: &G,
        p: &G::Pos,
        _: &RunContext,
    ) -> Result<Option<Evaluation>, SolveError> {
        match self.numbering.rank(game, p) {
            Some(rank) => self.at(rank),
            None => Ok(None),
        }
    }

    fn covers(&self, game: &G, p: &G::Pos) -> bool {
        let rank = self.numbering.rank(game, p);
        rank.is_some_and(|rank| matches!(self.values.get(rank), Ok(Some(_))))
    }

    fn visit(
        &self,
        game: &G,
        _: &G::Pos,
        _: &RunContext,
        visitor: &mut Visitor<'_, G::Pos>,
    ) -> Result<(), SolveError> {
        for rank in 0..self.numbering.size(game) {
            if let Some(evaluation) = self.at(rank)? {
                self.visit_rank(game, rank, evaluation, &mut *visitor)?;
            }
        }
        Ok(())
    }

    /// By a separate loop: it needs only the values, and is by far the most frequent visit of large
    /// tables.
    fn count_values(
        &self,
        game: &G,
        _: &G::Pos,
        _: &RunContext,
    ) -> Result<ValueCounts<G::Pos>, SolveError> {
        let mut counts = ValueCounts::default();
        for rank in 0..self.numbering.size(game) {
            if let Some(value) = self.values.get(rank)? {
                let visitor = |visited: Visited<'_, G::Pos>| counts.add_visited(game, &visited);
                self.visit_rank(game, rank, value, visitor)?;
            }
        }
        Ok(counts.finish())
    }

    fn evaluations(
        &self,
        game: &G,
        numbering: &dyn Numbering<G>,
        numbers: Range<u64>,
        context: &RunContext,
        into: &mut Vec<Option<Evaluation>>,
    ) -> Result<(), SolveError> {
        if numbering.name() == self.numbering.name() {
            return self.read(numbers, into);
        }
        context.check()?;
        // Values may be in files, so those that are close to each other are read together.
        let mut found: Vec<(u64, usize)> = Vec::new();
        for number in numbers {
            if let Some(p) = numbering.unrank(game, number) {
                found.push((known(self.numbering.rank(game, &p), &p)?, into.len()));
            }
            into.push(None);
        }
        found.sort_unstable_by_key(|(rank, _)| *rank);
        let mut values = Vec::new();
        for near in found.chunk_by(|(a, _), (b, _)| a / NEAR == b / NEAR) {
            let (first, last) = (near[0].0, near[near.len() - 1].0);
            values.clear();
            self.read(first..last + 1, &mut values)?;
            for &(rank, place) in near {
                let value = values.get((rank - first) as usize).copied().flatten();
                into[place] = Some(known(value, &rank)?);
            }
        }
        Ok(())
    }

    /// Those of the whole table, if they are known: every one belongs to a position.
    fn distinct_entries(
        &self,
        game: &G,
        numbering: &dyn Numbering<G>,
        mut numbers: Range<u64>,
        context: &RunContext,
        into: &mut Vec<Option<Entry>>,
    ) -> Result<(), SolveError> {
        let known = self.values.distinct();
        let Some(known) = known.filter(|_| self.grundy.is_none() && self.scores.is_none()) else {
            return self.entries(game, numbering, numbers, context, into);
        };
        let entry = |one: &Evaluation| Entry::of(one.wdl, one.plies);
        if numbering.name() == self.numbering.name() {
            into.extend(known.iter().map(|one| one.as_ref().map(entry)));
            return Ok(());
        }
        context.check()?;
        into.extend(known.iter().flatten().map(|one| Some(entry(one))));
        // Holes of another numbering are other numbers.
        let has_hole = numbers.any(|number| numbering.unrank(game, number).is_none());
        into.extend(has_hole.then_some(None));
        Ok(())
    }
}

impl<N, V> Tabled<N, V> {
    /// Passes the position of a number to the visitor, if it is one that is visited.
    #[inline]
    fn visit_rank<G: Game>(
        &self,
        game: &G,
        rank: u64,
        evaluation: Evaluation,
        mut visitor: impl FnMut(Visited<'_, G::Pos>) -> Result<(), SolveError>,
    ) -> Result<(), SolveError>
    where
        N: Numbering<G>,
    {
        let Some(position) = self.numbering.unrank(game, rank) else {
            return Ok(());
        };
        match self.numbering.orbit_size(game, &position) {
            0 => Ok(()),
            orbit_size => visitor(Visited {
                position: &position,
                evaluation,
                orbit_size,
            }),
        }
    }
}
