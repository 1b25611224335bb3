//! Everything about one position.

use kibitz_game::{Group, Listed, Watch};
use kibitz_solve::SolveError;

use super::line::Line;
use super::rate::{MOST_MOVES, Rated};
use super::why::Subject;
use super::{Limits, Open};
use crate::QueryError;
use crate::answer::{Answer, GroupOut, MoveOut};
use crate::oracle::Oracle;

/// Of moves in groups so many are shown as examples.
const MOST_EXAMPLES: usize = 100;

impl<G: Listed, O: Oracle<G>> Open<G, O> {
    pub(super) fn answer(
        &self,
        position: &str,
        limits: Limits,
        watch: &Watch,
    ) -> Result<Answer, QueryError> {
        let p = self.parse(position)?;
        let notes = self.oracle.prepare(&self.game, &p, watch)?;
        let verdict = self.oracle.verdict(&self.game, &p, watch)?;
        let mut groups = self.oracle.groups(&self.game, &p);
        if let Some(groups) = &mut groups {
            groups.sort_by_key(|g| g.winning == 0);
        }
        let move_count = self.move_count(&p)?;
        let (rated, line) = match &groups {
            None if move_count > MOST_MOVES => {
                return Err(QueryError::Solve(SolveError::TooLarge {
                    what: format!("the number of moves, {move_count},"),
                    most: MOST_MOVES,
                }));
            }
            None => {
                let rated = self.rate(&p, watch)?;
                let line = self.line(&p, &rated, watch)?;
                (rated, line)
            }
            // Where one position has so many moves, a whole line takes too long.
            Some(groups) => {
                // One at least, also where nobody wants to see it: the reason
                // and the line begin with the best move.
                let shown = groups.len().min(limits.moves.clamp(1, MOST_EXAMPLES));
                let rated = self.rate_groups(&p, &groups[..shown], watch)?;
                let first: Vec<_> = rated.iter().take(1).map(|r| r.step.clone()).collect();
                let is_over = match first.first() {
                    Some(step) => self.move_count(&step.to)? == 0,
                    None => false,
                };
                let line = Line {
                    steps: first,
                    is_cut: !is_over,
                };
                (rated, line)
            }
        };
        let importance = self.oracle.importance(&self.game, watch)?;
        let subject = Subject {
            p: &p,
            verdict,
            moves: &rated,
            line: &line,
            importance,
            depth: limits.depth,
        };
        let why = self.why(&subject, watch)?;
        let groups = groups.unwrap_or_default();
        let shown = rated.iter().take(limits.moves);
        Ok(Answer {
            game: G::INFO.name.to_owned(),
            set: self.set(),
            position: self.game.write(&p),
            mover: self.game.mover(&p).map(str::to_owned),
            value: verdict.wdl.name(),
            plies: verdict.plies.map(kibitz_game::Plies::get),
            grundy: verdict.grundy.map(kibitz_game::Grundy::get),
            score: verdict.score,
            importance,
            outcome_class: None,
            moves: shown.map(|r| self.move_out(&p, r)).collect(),
            line: line.out(&self.game, &p, limits.line),
            why: Some(why),
            is_line_cut: line.is_cut || line.steps.len() > limits.line,
            groups: groups.iter().map(|g| self.group_out(&p, g)).collect(),
            move_count,
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
