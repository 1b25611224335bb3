//! Solutions that are a numbering of positions and values by number.

use kibitz_game::{Game, Indexed, Value, Watch};

use crate::acyclic::{GrundyValues, Scores};
use crate::solution::{Seen, Solution, Visitor};
use crate::{SolveError, Table, Tally, Verdict};

/// Numbers the positions of a game.
pub trait Numbering<G: Game>: Send + Sync {
    /// All numbers are below this.
    fn size(&self, game: &G) -> u64;

    /// The number of a position, or of the one that stands for it; `None` for
    /// a position without one.
    fn rank(&self, game: &G, p: &G::Pos) -> Option<u64>;

    /// The position of a number; `None` for a hole.
    fn unrank(&self, game: &G, rank: u64) -> Option<G::Pos>;

    /// How many positions the one of a number stands for; 0 for one that is not
    /// visited.
    fn copies(&self, game: &G, p: &G::Pos) -> u64 {
        let _ = (game, p);
        1
    }
}

/// The ranks of an indexed game.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByIndex;

impl<G: Indexed> Numbering<G> for ByIndex {
    fn size(&self, game: &G) -> u64 {
        game.size()
    }

    fn rank(&self, game: &G, p: &G::Pos) -> Option<u64> {
        Some(game.rank(p))
    }

    fn unrank(&self, game: &G, rank: u64) -> Option<G::Pos> {
        game.unrank(rank)
    }

    fn copies(&self, game: &G, p: &G::Pos) -> u64 {
        if game.is_counted(p) {
            game.copies(p)
        } else {
            0
        }
    }
}

/// Values by number: a [`Table`] in memory, or anything that can be read.
pub trait Values: Send + Sync {
    /// The value at a number below the size of the numbering; `None` for a
    /// hole.
    ///
    /// # Errors
    /// Where it cannot be read.
    fn get(&self, rank: u64) -> Result<Option<Value>, SolveError>;
}

impl Values for Table {
    fn get(&self, rank: u64) -> Result<Option<Value>, SolveError> {
        Ok(Table::get(self, rank))
    }
}

/// A numbering, and values by number.
///
/// ```
/// use kibitz_game::{Plies, Value, Watch};
/// use kibitz_solve::{ByIndex, Solution, SolveError, Tabled, Values};
/// # use std::convert::Infallible;
/// # use kibitz_game::{Flow, Game, Indexed, MORE, Step};
/// # struct Take;
/// # impl Game for Take {
/// #     type Pos = u64;
/// #     type Move = u64;
/// #     type Fault = Infallible;
/// #     fn expand<F: FnMut(Step<u64, u64>) -> Flow>(&self, &n: &u64, mut visit: F)
/// #         -> Result<Flow, Infallible> {
/// #         for take in 1..=n.min(2) {
/// #             if visit(Step::pass(n - take, take)).is_break() { return Ok(Flow::Break(())); }
/// #         }
/// #         Ok(MORE)
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
/// struct Bytes<'a>(&'a [u8]);
///
/// impl Values for Bytes<'_> {
///     fn get(&self, rank: u64) -> Result<Option<Value>, SolveError> {
///         Ok(self.0.get(rank as usize).map(|byte| match byte % 2 {
///             1 => Value::Win(Plies::new((*byte).into())),
///             _ => Value::Loss(Plies::new((*byte).into())),
///         }))
///     }
/// }
///
/// // Take 1 or 2 of 4; who cannot take loses.
/// let solution = Tabled::new(ByIndex, Bytes(&[0, 1, 1, 2, 3]));
/// let verdict = solution.verdict(&Take, &3, &Watch::new()).unwrap().unwrap();
/// assert_eq!(verdict.plies, Some(Plies::new(2)));
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

    /// With Grundy values beside them.
    pub(crate) fn with_grundy(mut self, grundy: GrundyValues) -> Tabled<N, V> {
        self.grundy = Some(grundy);
        self
    }

    /// With scores beside them.
    pub(crate) fn with_scores(mut self, scores: Scores) -> Tabled<N, V> {
        self.scores = Some(scores);
        self
    }

    pub(crate) fn numbering(&self) -> &N {
        &self.numbering
    }
}

impl<N, V: Values> Tabled<N, V> {
    /// What is known at a number.
    pub(crate) fn at(&self, rank: u64) -> Result<Option<Verdict>, SolveError> {
        let value = self.values.get(rank)?;
        Ok(value.map(|value| Verdict {
            grundy: self.grundy.as_ref().map(|all| all.get(rank)),
            score: self.scores.as_ref().and_then(|all| all.get(rank)),
            ..Verdict::from(value)
        }))
    }
}

impl<G: Game, N: Numbering<G>, V: Values> Solution<G> for Tabled<N, V> {
    fn verdict(&self, game: &G, p: &G::Pos, _: &Watch) -> Result<Option<Verdict>, SolveError> {
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
        _: &Watch,
        see: &mut Visitor<'_, G::Pos>,
    ) -> Result<(), SolveError> {
        for rank in 0..self.numbering.size(game) {
            if let Some(verdict) = self.at(rank)? {
                self.seen(game, rank, verdict, &mut *see)?;
            }
        }
        Ok(())
    }

    /// By a loop of its own: it needs the values alone, and is by far the most
    /// frequent visit of large tables.
    fn tally(&self, game: &G, _: &G::Pos, _: &Watch) -> Result<Tally<G::Pos>, SolveError> {
        let mut tally = Tally::default();
        for rank in 0..self.numbering.size(game) {
            if let Some(value) = self.values.get(rank)? {
                let see = |seen: Seen<'_, G::Pos>| tally.see(game, &seen);
                self.seen(game, rank, value.into(), see)?;
            }
        }
        Ok(tally.finish())
    }
}

impl<N, V> Tabled<N, V> {
    /// Shows the position of a number, if it is one that is visited.
    #[inline]
    fn seen<G: Game>(
        &self,
        game: &G,
        rank: u64,
        verdict: Verdict,
        mut see: impl FnMut(Seen<'_, G::Pos>) -> Result<(), SolveError>,
    ) -> Result<(), SolveError>
    where
        N: Numbering<G>,
    {
        let Some(position) = self.numbering.unrank(game, rank) else {
            return Ok(());
        };
        match self.numbering.copies(game, &position) {
            0 => Ok(()),
            copies => see(Seen {
                position: &position,
                verdict,
                copies,
            }),
        }
    }
}
