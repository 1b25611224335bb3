//! The full analysis of one position.

use kibitz_game::{Grundy, Places, Plies, Turn};
use kibitz_solve::{RequestedFields, SolveError};

use super::best::Best;
use super::probe::{Probe, move_count};
use super::why::Subject;
use crate::Limits;
use crate::QueryError;
use crate::ask::analysis::{Analysis, GroupOut, MoveOut};
use kibitz_catalogue::{By, GroupAt, Pos, Rated};

impl Probe<'_> {
    pub(crate) fn analysis(&self, p: &Pos, limits: Limits) -> Result<Analysis, QueryError> {
        let evaluation = self.evaluation(p)?;
        let move_count = move_count(self.game, p.any())?;
        let Best {
            rated,
            line,
            groups,
        } = self.best(p, move_count, limits)?;
        let outcome = self.solution.outcome(p, self.context)?;
        let first_move_gain = self.solution.first_move_gain(self.context)?;
        let named = self.solution.named_line(p, &line.steps)?;
        let subject = Subject {
            p,
            evaluation,
            moves: &rated,
            line: &line,
            named: &named,
            first_move_gain,
            depth: limits.depth,
        };
        let why = self.why(&subject)?;
        let shown = rated.len().min(limits.moves);
        Ok(Analysis {
            game: self.game.info().name.to_owned(),
            set: self.game.settings().clone(),
            position: self.game.write(p),
            mover: self.game.mover(p).map(str::to_owned),
            value: evaluation.wdl.name(),
            plies: evaluation.plies.map(Plies::get),
            grundy: evaluation.grundy.map(Grundy::get),
            score: evaluation.score,
            importance: first_move_gain.map(i64::unsigned_abs),
            outcome_class: outcome.map(|both| both.class()),
            left: outcome.map(|both| both.left.into()),
            right: outcome.map(|both| both.right.into()),
            moves: self.moves_out(p, &rated[..shown])?,
            line: line.out(self.game, &named, limits.line),
            why: Some(why),
            is_line_cut: line.is_cut || line.steps.len() > limits.line,
            groups: groups.into_iter().map(group_out).collect(),
            move_count,
            first_move_gain,
            notes: self.solution.notes(RequestedFields::ALL),
        })
    }

    pub(crate) fn moves(&self, p: &Pos, limit: usize) -> Result<Vec<MoveOut>, QueryError> {
        let moves = move_count(self.game, p.any())?;
        let (rated, _) = self.rated(p, moves, limit)?;
        let shown = rated.len().min(limit);
        Ok(self.moves_out(p, &rated[..shown])?)
    }

    /// Rated moves with their names.
    pub(crate) fn moves_out(&self, p: &Pos, rated: &[Rated]) -> Result<Vec<MoveOut>, SolveError> {
        let moves: Vec<By> = rated.iter().map(|r| r.step.by).collect();
        let names = self.solution.names(p, &moves)?;
        let out = |(rated, (by, places)): (&Rated, (String, Option<Places>))| MoveOut {
            by,
            places,
            position: self.game.write(&rated.step.to),
            value: rated.evaluation.wdl.name(),
            plies: rated.evaluation.plies.map(Plies::get),
            grundy: rated.evaluation.grundy.map(Grundy::get),
            // Where there are distances, a score is what the winner wants besides.
            score: rated
                .evaluation
                .score
                .filter(|_| rated.evaluation.plies.is_none()),
            points: rated.step.points,
            again: rated.step.turn == Turn::Same,
        };
        Ok(rated.iter().zip(names).map(out).collect())
    }
}

fn group_out(group: GroupAt) -> GroupOut {
    GroupOut {
        name: group.name,
        moves: group.moves,
        winning: group.winning,
        example: group.example.1,
    }
}
