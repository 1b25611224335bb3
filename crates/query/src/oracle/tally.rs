//! Counting positions by value.

use kibitz_game::{Game, Plies, Watch, Wdl};
use kibitz_solve::SolveError;

use super::{Oracle, Seen, Wanted};
use crate::answer::{PliesOut, UndecidedOut};

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
    pub undecided: Option<UndecidedOut>,
    /// Wins and losses by plies; empty where distances are not known.
    pub by_plies: Vec<PliesOut>,
    /// A position with the most plies.
    pub longest: Option<(Plies, P)>,
    /// The number of positions, where that is another one than of wins, losses
    /// and draws: with Left and Right each of them is counted for either.
    pub folded: Option<u64>,
    /// Pairs of a position and a player to move, with Left and Right.
    pub nodes: Option<u64>,
    /// How many there are without folding, where that is known.
    pub unfolded: Option<u64>,
    /// What people should know.
    pub notes: Vec<String>,
}

impl<P> Default for Tally<P> {
    fn default() -> Tally<P> {
        Tally {
            win: 0,
            loss: 0,
            draw: 0,
            ties: 0,
            undecided: None,
            by_plies: Vec::new(),
            longest: None,
            folded: None,
            nodes: None,
            unfolded: None,
            notes: Vec::new(),
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
        match self.by_plies.get_mut(plies.get() as usize) {
            Some(row) if is_win => row.win += seen.copies,
            Some(row) => row.loss += seen.copies,
            None => self.add_farthest(seen, plies),
        }
    }

    #[cold]
    fn add_farthest(&mut self, seen: &Seen<'_, P>, plies: Plies) {
        for plies in self.by_plies.len() as u32..=plies.get() {
            self.by_plies.push(PliesOut {
                plies,
                ..PliesOut::default()
            });
        }
        self.longest = Some((plies, seen.position.clone()));
        self.add(seen, plies);
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
    fn finish(mut self, notes: Vec<String>) -> Tally<P> {
        self.win += self.by_plies.iter().map(|row| row.win).sum::<u64>();
        self.loss += self.by_plies.iter().map(|row| row.loss).sum::<u64>();
        self.unfolded = Some(self.positions());
        self.notes = notes;
        self
    }

    /// All positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.folded.unwrap_or(self.win + self.loss + self.draw)
    }
}

/// Counts everything that an oracle visits.
pub(super) fn count<G: Game, O: Oracle<G>>(
    oracle: &O,
    game: &G,
    p: &G::Pos,
    watch: &Watch,
) -> Result<Tally<G::Pos>, SolveError> {
    let mut tally = Tally::default();
    let notes = oracle.visit(game, p, Wanted::default(), watch, |seen| {
        match seen.verdict.plies {
            Some(plies) => tally.add(&seen, plies),
            None => tally.add_bare(game, &seen)?,
        }
        Ok(())
    })?;
    Ok(tally.finish(notes))
}

/// Whether the rules themselves end a drawn position.
fn is_tie<G: Game>(game: &G, p: &G::Pos) -> Result<bool, SolveError> {
    let fault = |e: G::Fault| SolveError::fault(p, e);
    if game.decided(p).map_err(fault)?.is_some() {
        return Ok(true);
    }
    Ok(game.stuck() == Wdl::Draw && game.degree(p).map_err(fault)? == 0)
}
