//! Everything about one position.

use kibitz_game::{Group, Presented, Turn, Watch};

use super::best::Best;
use super::rate::Rated;
use super::why::Subject;
use super::{Limits, Open};
use crate::QueryError;
use crate::answer::{Answer, GroupOut, MoveOut};
use crate::oracle::Oracle;

impl<G: Presented, O: Oracle<G>> Open<G, O> {
    pub(super) fn answer(
        &self,
        position: &str,
        limits: Limits,
        watch: &Watch,
    ) -> Result<Answer, QueryError> {
        let p = self.parse(position)?;
        let notes = self.oracle.prepare(&self.game, &p, watch)?;
        let verdict = self.oracle.verdict(&self.game, &p, watch)?;
        let move_count = self.move_count(&p)?;
        let Best {
            rated,
            line,
            groups,
        } = self.best(&p, limits.moves, watch)?;
        let outcome = self.oracle.outcome(&self.game, &p, watch)?;
        let first_move_gain = self.oracle.first_move_gain(&self.game, watch)?;
        let subject = Subject {
            p: &p,
            verdict,
            moves: &rated,
            line: &line,
            first_move_gain,
            depth: limits.depth,
        };
        let why = self.why(&subject, watch)?;
        let shown = rated.iter().take(limits.moves);
        Ok(Answer {
            game: self.game.info().name.to_owned(),
            set: self.set(),
            position: self.game.write(&p),
            mover: self.game.mover(&p).map(str::to_owned),
            value: verdict.wdl.name(),
            plies: verdict.plies.map(kibitz_game::Plies::get),
            grundy: verdict.grundy.map(kibitz_game::Grundy::get),
            score: verdict.score,
            importance: first_move_gain.map(i64::unsigned_abs),
            outcome_class: outcome.map(|both| both.class()),
            left: outcome.map(|both| both.left.into()),
            right: outcome.map(|both| both.right.into()),
            moves: shown.map(|r| self.move_out(&p, r)).collect(),
            line: line.out(&self.game, &p, limits.line),
            why: Some(why),
            is_line_cut: line.is_cut || line.steps.len() > limits.line,
            groups: groups.iter().map(|g| self.group_out(&p, g)).collect(),
            move_count,
            first_move_gain,
            notes,
        })
    }

    fn move_out(&self, p: &G::Pos, rated: &Rated<G>) -> MoveOut {
        MoveOut {
            by: self.game.write_move(p, &rated.step.by),
            position: self.game.write(&rated.step.to),
            value: rated.worth.wdl.name(),
            plies: rated.worth.plies.map(kibitz_game::Plies::get),
            grundy: rated.worth.grundy.map(kibitz_game::Grundy::get),
            again: rated.step.turn == Turn::Again,
        }
    }

    fn group_out(&self, p: &G::Pos, group: &Group<G::Move>) -> GroupOut {
        GroupOut {
            name: group.name.clone(),
            moves: group.moves,
            winning: group.winning,
            example: self.game.write_move(p, &group.example),
        }
    }
}
