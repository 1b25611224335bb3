//! Everything about one position.

use kibitz_game::{Grundy, Plies, Turn};
use kibitz_solve::{SolveError, Wanted};

use super::best::Best;
use super::probe::{Probe, move_count};
use super::why::Subject;
use crate::Limits;
use crate::QueryError;
use crate::ask::answer::{Answer, GroupOut, MoveOut};
use crate::erased::{By, GroupAt, Pos, Rated};

impl Probe<'_> {
    pub(crate) fn answer(&self, p: &Pos, limits: Limits) -> Result<Answer, QueryError> {
        let verdict = self.verdict(p)?;
        let move_count = move_count(self.game, p.any())?;
        let Best {
            rated,
            line,
            groups,
        } = self.best(p, move_count, limits)?;
        let outcome = self.solution.outcome(p, self.watch)?;
        let first_move_gain = self.solution.first_move_gain(self.watch)?;
        let named = self.solution.named_line(p, &line.steps)?;
        let subject = Subject {
            p,
            verdict,
            moves: &rated,
            line: &line,
            named: &named,
            first_move_gain,
            depth: limits.depth,
        };
        let why = self.why(&subject)?;
        let shown = rated.len().min(limits.moves);
        Ok(Answer {
            game: self.game.info().name.to_owned(),
            set: self.game.settings().clone(),
            position: self.game.write(p),
            mover: self.game.mover(p).map(str::to_owned),
            value: verdict.wdl.name(),
            plies: verdict.plies.map(Plies::get),
            grundy: verdict.grundy.map(Grundy::get),
            score: verdict.score,
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
            notes: self.solution.notes(Wanted::ALL),
        })
    }

    pub(crate) fn moves(&self, p: &Pos, most: usize) -> Result<Vec<MoveOut>, QueryError> {
        let moves = move_count(self.game, p.any())?;
        let (rated, _) = self.rated(p, moves, most)?;
        let shown = rated.len().min(most);
        Ok(self.moves_out(p, &rated[..shown])?)
    }

    /// Rated moves with their names.
    pub(crate) fn moves_out(&self, p: &Pos, rated: &[Rated]) -> Result<Vec<MoveOut>, SolveError> {
        let moves: Vec<By> = rated.iter().map(|r| r.step.by).collect();
        let names = self.solution.names(p, &moves)?;
        let out = |(rated, by): (&Rated, String)| MoveOut {
            by,
            position: self.game.write(&rated.step.to),
            value: rated.worth.wdl.name(),
            plies: rated.worth.plies.map(Plies::get),
            grundy: rated.worth.grundy.map(Grundy::get),
            again: rated.step.turn == Turn::Again,
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
