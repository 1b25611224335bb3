//! Counting positions by value.

use kibitz_game::{Game, Plies, Wdl};

use crate::solution::{Seen, Visitor};
use crate::{Level, SolveError};

/// How many positions have which value.
#[derive(Clone, Debug)]
pub struct Tally<P> {
    /// Won for the mover.
    pub win: u64,
    /// Lost for the mover.
    pub loss: u64,
    /// Drawn.
    pub draw: u64,
    /// Decided as draws by the rules.
    pub ties: u64,
    /// Those that the rules do not decide, where they are counted apart.
    pub undecided: Option<Undecided>,
    /// Wins and losses by plies, from 0; empty where distances are not known.
    pub levels: Vec<Level>,
    /// A position with the most plies.
    pub longest: Option<(Plies, P)>,
    /// The number of positions, where that is another one than of wins, losses
    /// and draws: with Left and Right each of them is counted for either.
    pub folded: Option<u64>,
    /// Pairs of a position and a player to move, with Left and Right.
    pub nodes: Option<u64>,
    /// How many there are without folding, where that is known.
    pub unfolded: Option<u64>,
}

/// Positions that the rules do not decide, by value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Undecided {
    /// Won for the mover.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost for the mover.
    pub loss: u64,
}

impl<P> Default for Tally<P> {
    fn default() -> Tally<P> {
        Tally {
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

impl<P> Tally<P> {
    /// Wins and losses by plies, and nothing else yet.
    #[must_use]
    pub fn of_levels(levels: Vec<Level>) -> Tally<P> {
        Tally {
            win: levels.iter().map(|level| level.win).sum(),
            loss: levels.iter().map(|level| level.loss).sum(),
            levels,
            ..Tally::default()
        }
    }

    /// All positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.folded.unwrap_or(self.win + self.loss + self.draw)
    }

    /// The same counts with the longest position as `write` gives it.
    pub fn map<Q>(self, write: impl FnOnce(P) -> Q) -> Tally<Q> {
        Tally {
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

impl<P: Clone> Tally<P> {
    /// Counts a position in the row of its plies. There are rows up to the most
    /// plies so far, so a position without a row is farther than all before it.
    /// This is little, so that it becomes a part of the loop that calls it.
    #[inline]
    fn add(&mut self, seen: &Seen<'_, P>, plies: Plies) {
        let is_win = seen.verdict.wdl == Wdl::Win;
        match self.levels.get_mut(plies.get() as usize) {
            Some(level) if is_win => level.win += seen.copies,
            Some(level) => level.loss += seen.copies,
            None => self.add_farthest(seen, plies),
        }
    }

    #[cold]
    fn add_farthest(&mut self, seen: &Seen<'_, P>, plies: Plies) {
        self.levels
            .resize(plies.get() as usize + 1, Level::default());
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
        match seen.verdict.plies {
            Some(plies) => {
                self.add(seen, plies);
                Ok(())
            }
            None => self.add_bare(game, seen),
        }
    }

    /// Counts a position without plies.
    #[inline(never)]
    fn add_bare<G: Game<Pos = P>>(
        &mut self,
        game: &G,
        seen: &Seen<'_, P>,
    ) -> Result<(), SolveError> {
        match seen.verdict.wdl {
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

    /// Adds the rows to what has no plies.
    pub(crate) fn finish(mut self) -> Tally<P> {
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
) -> Result<Tally<G::Pos>, SolveError> {
    let mut tally = Tally::default();
    visit(&mut |seen| tally.see(game, &seen))?;
    Ok(tally.finish())
}

/// Whether the rules themselves end a drawn position.
fn is_tie<G: Game>(game: &G, p: &G::Pos) -> Result<bool, SolveError> {
    let fault = |e: G::Fault| SolveError::fault(p, e);
    if game.decided(p).map_err(fault)?.is_some() {
        return Ok(true);
    }
    Ok(game.stuck() == Wdl::Draw && game.degree(p).map_err(fault)? == 0)
}
