//! Counting positions by value.

use kibitz_game::{Game, Plies, Watch, Wdl};
use kibitz_solve::SolveError;

use super::{Oracle, Seen, Wanted};
use crate::answer::PliesOut;

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
    /// Wins and losses by plies; empty where distances are not known.
    pub by_plies: Vec<PliesOut>,
    /// A position with the most plies.
    pub longest: Option<(Plies, P)>,
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
            by_plies: Vec::new(),
            longest: None,
            notes: Vec::new(),
        }
    }
}

impl<P: Clone> Tally<P> {
    /// Counts a position; the first of the farthest ones is kept as the
    /// example. `is_tie` says of a draw whether the rules decide it.
    #[inline]
    pub fn add(&mut self, seen: &Seen<'_, P>, is_tie: bool) {
        let copies = seen.copies;
        let Some(plies) = seen.verdict.plies else {
            return self.add_without_plies(seen.verdict.wdl, copies, is_tie);
        };
        let row = plies.get() as usize;
        if self.by_plies.len() <= row {
            self.grow(row);
        }
        if seen.verdict.wdl == Wdl::Win {
            self.win += copies;
            self.by_plies[row].win += copies;
        } else {
            self.loss += copies;
            self.by_plies[row].loss += copies;
        }
        if self.longest.as_ref().is_none_or(|(most, _)| plies > *most) {
            self.longest = Some((plies, seen.position.clone()));
        }
    }

    fn add_without_plies(&mut self, wdl: Wdl, copies: u64, is_tie: bool) {
        match wdl {
            Wdl::Win => self.win += copies,
            Wdl::Loss => self.loss += copies,
            Wdl::Draw => {
                self.draw += copies;
                self.ties += if is_tie { copies } else { 0 };
            }
        }
    }

    #[cold]
    fn grow(&mut self, row: usize) {
        for plies in self.by_plies.len()..=row {
            self.by_plies.push(PliesOut {
                plies: plies as u32,
                ..PliesOut::default()
            });
        }
    }

    /// All positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.win + self.loss + self.draw
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
        let is_draw = seen.verdict.wdl == Wdl::Draw;
        tally.add(&seen, is_draw && is_tie(game, seen.position)?);
        Ok(())
    })?;
    tally.notes = notes;
    Ok(tally)
}

/// Whether the rules themselves end a drawn position.
fn is_tie<G: Game>(game: &G, p: &G::Pos) -> Result<bool, SolveError> {
    let fault = |e: G::Fault| SolveError::fault(p, &e);
    if game.decided(p).map_err(fault)?.is_some() {
        return Ok(true);
    }
    Ok(game.stuck() == Wdl::Draw && game.degree(p).map_err(fault)? == 0)
}
