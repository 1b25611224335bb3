//! The principal variation: best play by both sides.

use std::collections::HashSet;

use kibitz_game::Turn;
use kibitz_solve::SolveError;

use super::probe::{Probe, move_count};
use crate::ask::analysis::LineOut;
use kibitz_catalogue::{AnyGame, NamedLine, Pos, Rated, StepTo};

/// Maximum length of a line.
pub(crate) const MAX_LINE_LEN: usize = 1000;

/// The principal variation, and whether it was truncated.
pub(crate) struct Line {
    pub(crate) steps: Vec<StepTo>,
    pub(crate) is_cut: bool,
}

impl Line {
    /// The first `limit` moves, for output.
    pub(crate) fn out(&self, game: &dyn AnyGame, named: &NamedLine, limit: usize) -> Vec<LineOut> {
        let steps = named.names.iter().zip(&self.steps).take(limit);
        steps
            .map(|(by, step)| LineOut {
                by: by.clone(),
                position: game.write(&step.to),
                points: step.points,
            })
            .collect()
    }

    /// The moves, from 0, after which the same player moves again.
    pub(crate) fn extra_turns(&self) -> Vec<usize> {
        let steps = self.steps.iter().enumerate();
        let extra = steps.filter(|(_, step)| step.turn == Turn::Same);
        extra.map(|(i, _)| i).collect()
    }
}

impl Probe<'_> {
    /// Both sides play their best move until the game ends, a position repeats
    /// or there are `limit` moves.
    pub(crate) fn line(&self, p: &Pos, first: &[Rated], limit: usize) -> Result<Line, SolveError> {
        let mut line = Line {
            steps: Vec::new(),
            is_cut: false,
        };
        let mut seen = HashSet::from([p.clone()]);
        let mut best = first.first().map(|r| r.step.clone());
        while let Some(step) = best {
            self.context.check()?;
            line.is_cut = true;
            if line.steps.len() == limit.min(MAX_LINE_LEN) {
                return Ok(line);
            }
            let at = step.to.clone();
            line.steps.push(step);
            // With move classes, rating every position of the line takes too
            // long.
            if !seen.insert(at.clone()) || self.solution.groups(&at).is_some() {
                return Ok(line);
            }
            best = match line.steps.len() == limit.min(MAX_LINE_LEN) {
                true if move_count(self.game, at.any())? > 0 => return Ok(line),
                true => None,
                false => self.rate(&at)?.into_iter().next().map(|r| r.step),
            };
        }
        line.is_cut = false;
        Ok(line)
    }
}
