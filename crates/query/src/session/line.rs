//! The main line: best play by both sides.

use std::collections::HashSet;

use kibitz_game::{Game, Presented, Step, Turn, Watch};
use kibitz_solve::SolveError;

use super::Open;
use super::rate::Rated;
use crate::answer::LineOut;
use crate::oracle::Oracle;

/// A line is not followed further than this.
pub(super) const LONGEST_LINE: usize = 1000;

/// The main line, and whether play goes on after it.
pub(super) struct Line<G: Game> {
    pub(super) steps: Vec<Step<G::Pos, G::Move>>,
    pub(super) is_cut: bool,
}

impl<G: Presented> Line<G> {
    /// The first `most` moves, as they are shown.
    pub(super) fn out(&self, game: &G, p: &G::Pos, most: usize) -> Vec<LineOut> {
        let names = self.names(game, p).into_iter();
        let steps = names.zip(&self.steps).take(most);
        steps
            .map(|(by, step)| LineOut {
                by,
                position: game.write(&step.to),
            })
            .collect()
    }

    /// The moves, from 0, after which the same player moves again.
    pub(super) fn extra_turns(&self) -> Vec<usize> {
        let steps = self.steps.iter().enumerate();
        let extra = steps.filter(|(_, step)| step.turn == Turn::Again);
        extra.map(|(i, _)| i).collect()
    }

    /// The names of the moves from `p` on.
    pub(super) fn names(&self, game: &G, p: &G::Pos) -> Vec<String> {
        let mut at = p;
        let mut names = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            names.push(game.write_move(at, &step.by));
            at = &step.to;
        }
        names
    }
}

impl<G: Presented, O: Oracle<G>> Open<G, O> {
    /// Both sides play their best move, until the game ends or a position
    /// comes again.
    pub(super) fn line(
        &self,
        p: &G::Pos,
        first: &[Rated<G>],
        watch: &Watch,
    ) -> Result<Line<G>, SolveError> {
        let mut steps = Vec::new();
        let mut seen = HashSet::from([p.clone()]);
        let mut best = first.first().map(|r| r.step.clone());
        while let Some(step) = best {
            watch.check()?;
            let is_new = seen.insert(step.to.clone());
            let at = step.to.clone();
            steps.push(step);
            if !is_new || steps.len() == LONGEST_LINE {
                return Ok(Line {
                    steps,
                    is_cut: true,
                });
            }
            // Here too a whole line would take too long.
            if self.oracle.groups(&self.game, &at).is_some() {
                return Ok(Line {
                    steps,
                    is_cut: true,
                });
            }
            best = self.rate(&at, watch)?.into_iter().next().map(|r| r.step);
        }
        Ok(Line {
            steps,
            is_cut: false,
        })
    }
}
