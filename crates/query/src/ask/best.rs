//! The moves of a position, best first, and the principal variation, which
//! begins with the first of them.

use kibitz_solve::SolveError;

use super::line::{Line, MAX_LINE_LEN};
use super::probe::{Probe, check_move_count, move_count};
use crate::Limits;
use kibitz_catalogue::{GroupAt, Pos, Rated, best_first};

/// Maximum number of example moves of move classes.
const MAX_EXAMPLES: usize = 100;

/// The best play at a position.
pub(crate) struct Best {
    /// The moves, or examples of each class.
    pub(crate) rated: Vec<Rated>,
    /// The principal variation.
    pub(crate) line: Line,
    /// The move classes, if there are too many moves to list.
    pub(crate) groups: Vec<GroupAt>,
}

impl Probe<'_> {
    /// The best play at a position with `moves` moves; see
    /// [`rated`](Probe::rated). If a theory gives the explanation, the line is
    /// computed only as far as it is shown.
    pub(crate) fn best(&self, p: &Pos, moves: u64, limits: Limits) -> Result<Best, SolveError> {
        let (rated, groups) = self.rated(p, moves, limits.moves)?;
        let max_len = match self.solution.has_reason() {
            true => limits.line,
            false => MAX_LINE_LEN,
        };
        let line = match groups.is_empty() {
            true => self.line(p, &rated, max_len)?,
            false => self.one_move(&rated)?,
        };
        Ok(Best {
            rated,
            line,
            groups,
        })
    }

    /// The moves of a position that has `moves` of them, best first. For move
    /// classes, at most `shown` examples, but at least one: the explanation and
    /// the line begin with the best move.
    pub(crate) fn rated(
        &self,
        p: &Pos,
        moves: u64,
        shown: usize,
    ) -> Result<(Vec<Rated>, Vec<GroupAt>), SolveError> {
        let Some(mut groups) = self.solution.groups(p) else {
            check_move_count(moves)?;
            return Ok((self.rate(p)?, Vec::new()));
        };
        groups.sort_by_key(|g| g.winning == 0);
        let shown = groups.len().min(shown.clamp(1, MAX_EXAMPLES));
        Ok((self.rate_groups(&groups[..shown])?, groups))
    }

    /// With move classes, only the first move of the line: rating every
    /// position of a whole line takes too long.
    fn one_move(&self, rated: &[Rated]) -> Result<Line, SolveError> {
        let first: Vec<_> = rated.iter().take(1).map(|r| r.step.clone()).collect();
        let is_over = match first.first() {
            Some(step) => move_count(self.game, step.to.any())? == 0,
            None => false,
        };
        Ok(Line {
            steps: first,
            is_cut: !is_over,
        })
    }

    /// One move of each class, best first.
    fn rate_groups(&self, groups: &[GroupAt]) -> Result<Vec<Rated>, SolveError> {
        let mut rated = Vec::with_capacity(groups.len());
        for group in groups {
            let (step, _) = &group.example;
            rated.push(Rated {
                evaluation: self.evaluation(&step.to)?.backed_up(step),
                step: step.clone(),
            });
        }
        best_first(&mut rated);
        Ok(rated)
    }
}
