//! Counts of positions by value.

use kibitz_game::{Game, Plies, Wdl};

use crate::solution::{Seen, Visitor};
use crate::{DistanceCount, SolveError};

/// The number of positions of each value.
#[derive(Clone, Debug)]
pub struct ValueCounts<P> {
    /// Won for the mover.
    pub win: u64,
    /// Lost for the mover.
    pub loss: u64,
    /// Drawn.
    pub draw: u64,
    /// Ties, i.e. draws by the rules.
    pub ties: u64,
    /// Undecided positions, if they are counted separately.
    pub undecided: Option<Undecided>,
    /// Wins and losses by distance, from 0; empty if distances are not known.
    pub levels: Vec<DistanceCount>,
    /// A position with the largest distance.
    pub longest: Option<(Plies, P)>,
    /// The number of positions, if it is not the sum of wins, losses and draws: in partizan games
    /// each position is counted for either mover.
    pub folded: Option<u64>,
    /// Pairs of a position and a player to move, in partizan games.
    pub nodes: Option<u64>,
    /// The number of positions without symmetry reduction, if known.
    pub unfolded: Option<u64>,
}

/// Positions that are not statically decided, by value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Undecided {
    /// Won for the mover.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost for the mover.
    pub loss: u64,
}

impl<P> Default for ValueCounts<P> {
    fn default() -> ValueCounts<P> {
        ValueCounts {
            win: 0,
            loss: 0,
            draw: 0,
            ties: 0,
            undecided: None,
            levels: Vec::new(),
            longest: None,
            folded: None,
            nodes: None,
            unfolded: None,
        }
    }
}

impl<P> ValueCounts<P> {
    /// Wins and losses by distance only.
    #[must_use]
    pub fn of_levels(levels: Vec<DistanceCount>) -> ValueCounts<P> {
        ValueCounts {
            win: levels.iter().map(|level| level.win).sum(),
            loss: levels.iter().map(|level| level.loss).sum(),
            levels,
            ..ValueCounts::default()
        }
    }

    /// The number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.folded.unwrap_or(self.win + self.loss + self.draw)
    }

    /// The same counts with the longest position mapped by `write`.
    pub fn map<Q>(self, write: impl FnOnce(P) -> Q) -> ValueCounts<Q> {
        ValueCounts {
            win: self.win,
            loss: self.loss,
            draw: self.draw,
            ties: self.ties,
            undecided: self.undecided,
            levels: self.levels,
            longest: self.longest.map(|(plies, p)| (plies, write(p))),
            folded: self.folded,
            nodes: self.nodes,
            unfolded: self.unfolded,
        }
    }
}

impl<P: Clone> ValueCounts<P> {
    /// Counts a position in the histogram. It covers distances up to the largest so far, so a
    /// position beyond it has a larger distance than all before. Kept small, to be inlined into the
    /// caller's loop.
    #[inline]
    fn add(&mut self, seen: &Seen<'_, P>, plies: Plies) {
        let is_win = seen.evaluation.wdl == Wdl::Win;
        match self.levels.get_mut(plies.get() as usize) {
            Some(level) if is_win => level.win += seen.copies,
            Some(level) => level.loss += seen.copies,
            None => self.add_farthest(seen, plies),
        }
    }

    #[cold]
    fn add_farthest(&mut self, seen: &Seen<'_, P>, plies: Plies) {
        self.levels
            .resize(plies.get() as usize + 1, DistanceCount::default());
        self.longest = Some((plies, seen.position.clone()));
        self.add(seen, plies);
    }

    /// Counts a position.
    #[inline]
    pub(crate) fn see<G: Game<Pos = P>>(
        &mut self,
        game: &G,
        seen: &Seen<'_, P>,
    ) -> Result<(), SolveError> {
        match seen.evaluation.plies {
            Some(plies) => {
                self.add(seen, plies);
                Ok(())
            }
            None => self.add_bare(game, seen),
        }
    }

    /// Counts a position without a distance.
    #[inline(never)]
    fn add_bare<G: Game<Pos = P>>(
        &mut self,
        game: &G,
        seen: &Seen<'_, P>,
    ) -> Result<(), SolveError> {
        match seen.evaluation.wdl {
            Wdl::Win => self.win += seen.copies,
            Wdl::Loss => self.loss += seen.copies,
            Wdl::Draw => {
                self.draw += seen.copies;
                if is_tie(game, seen.position)? {
                    self.ties += seen.copies;
                }
            }
        }
        Ok(())
    }

    /// Adds the histogram to the counts without distances.
    pub(crate) fn finish(mut self) -> ValueCounts<P> {
        self.win += self.levels.iter().map(|level| level.win).sum::<u64>();
        self.loss += self.levels.iter().map(|level| level.loss).sum::<u64>();
        self.unfolded = Some(self.positions());
        self
    }
}

/// Counts everything that is visited.
pub(crate) fn count<G: Game>(
    game: &G,
    visit: impl FnOnce(&mut Visitor<'_, G::Pos>) -> Result<(), SolveError>,
) -> Result<ValueCounts<G::Pos>, SolveError> {
    let mut counts = ValueCounts::default();
    visit(&mut |seen| counts.see(game, &seen))?;
    Ok(counts.finish())
}

/// Whether a drawn position is statically decided.
fn is_tie<G: Game>(game: &G, p: &G::Pos) -> Result<bool, SolveError> {
    let fault = |e: G::Fault| SolveError::fault(p, e);
    if game.static_value(p).map_err(fault)?.is_some() {
        return Ok(true);
    }
    Ok(game.no_move_result() == Wdl::Draw && game.degree(p).map_err(fault)? == 0)
}
