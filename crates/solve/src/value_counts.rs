//! Counts of positions by value.

use kibitz_game::{Game, Plies, Wdl};

use crate::solution::{Visited, Visitor};
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
    /// The least and the greatest score, in score play.
    pub scores: Option<(i64, i64)>,
    /// The number of positions, if it is not the sum of wins, losses and draws: in partizan games
    /// each position is counted for either mover.
    pub distinct_positions: Option<u64>,
    /// Pairs of a position and a player to move, in partizan games.
    pub nodes: Option<u64>,
    /// The number of positions without symmetry reduction, if known.
    pub positions_without_symmetry: Option<u64>,
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

impl Undecided {
    /// Counts a position.
    pub(crate) fn add(&mut self, wdl: Wdl) {
        match wdl {
            Wdl::Win => self.win += 1,
            Wdl::Draw => self.draw += 1,
            Wdl::Loss => self.loss += 1,
        }
    }
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
            scores: None,
            distinct_positions: None,
            nodes: None,
            positions_without_symmetry: None,
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
        self.distinct_positions
            .unwrap_or(self.win + self.loss + self.draw)
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
            scores: self.scores,
            distinct_positions: self.distinct_positions,
            nodes: self.nodes,
            positions_without_symmetry: self.positions_without_symmetry,
        }
    }
}

impl<P: Clone> ValueCounts<P> {
    /// Counts a position in the histogram. It covers distances up to the largest so far, so a
    /// position beyond it has a larger distance than all before. Kept small, to be inlined into the
    /// caller's loop.
    #[inline]
    fn add(&mut self, visited: &Visited<'_, P>, plies: Plies) {
        let is_win = visited.evaluation.wdl == Wdl::Win;
        match self.levels.get_mut(plies.get() as usize) {
            Some(level) if is_win => level.win += visited.orbit_size,
            Some(level) => level.loss += visited.orbit_size,
            None => self.add_farthest(visited, plies),
        }
    }

    #[cold]
    fn add_farthest(&mut self, visited: &Visited<'_, P>, plies: Plies) {
        self.levels
            .resize(plies.get() as usize + 1, DistanceCount::default());
        self.longest = Some((plies, visited.position.clone()));
        self.add(visited, plies);
    }

    /// Counts a position.
    #[inline]
    pub(crate) fn add_visited<G: Game<Pos = P>>(
        &mut self,
        game: &G,
        visited: &Visited<'_, P>,
    ) -> Result<(), SolveError> {
        match visited.evaluation.plies {
            Some(plies) => {
                self.add(visited, plies);
                Ok(())
            }
            None => self.add_without_distance(game, visited),
        }
    }

    /// Counts a position without a distance.
    #[inline(never)]
    fn add_without_distance<G: Game<Pos = P>>(
        &mut self,
        game: &G,
        visited: &Visited<'_, P>,
    ) -> Result<(), SolveError> {
        match visited.evaluation.wdl {
            Wdl::Win => self.win += visited.orbit_size,
            Wdl::Loss => self.loss += visited.orbit_size,
            Wdl::Draw => {
                self.draw += visited.orbit_size;
                if is_tie(game, visited.position)? {
                    self.ties += visited.orbit_size;
                }
            }
        }
        Ok(())
    }

    /// Adds the histogram to the counts without distances.
    pub(crate) fn finish(mut self) -> ValueCounts<P> {
        self.win += self.levels.iter().map(|level| level.win).sum::<u64>();
        self.loss += self.levels.iter().map(|level| level.loss).sum::<u64>();
        self.positions_without_symmetry = Some(self.positions());
        self
    }
}

/// Counts everything that is visited.
pub(crate) fn count<G: Game>(
    game: &G,
    visit: impl FnOnce(&mut Visitor<'_, G::Pos>) -> Result<(), SolveError>,
) -> Result<ValueCounts<G::Pos>, SolveError> {
    let mut counts = ValueCounts::default();
    visit(&mut |visited| counts.add_visited(game, &visited))?;
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
