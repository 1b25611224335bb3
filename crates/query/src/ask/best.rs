//! The moves of a position, best first, and the main line that begins with the
//! first of them.

use kibitz_solve::SolveError;

use super::line::{LONGEST_LINE, Line};
use super::probe::{Probe, move_count, refuse_many};
use crate::Limits;
use crate::erased::{GroupAt, Pos, Rated, best_first};

/// The most examples of moves in groups that are shown.
const MOST_EXAMPLES: usize = 100;

/// What is best at a position.
pub(crate) struct Best {
    /// The moves, or some of each group.
    pub(crate) rated: Vec<Rated>,
    /// The main line.
    pub(crate) line: Line,
    /// The groups, where there are too many moves to look at each.
    pub(crate) groups: Vec<GroupAt>,
}

impl Probe<'_> {
    /// What is best at a position with `moves` moves; see
    /// [`rated`](Probe::rated). Where a theory gives the reason, the line is
    /// followed no further than it is shown.
    pub(crate) fn best(&self, p: &Pos, moves: u64, limits: Limits) -> Result<Best, SolveError> {
        let (rated, groups) = self.rated(p, moves, limits.moves)?;
        let longest = match self.solution.has_reason() {
            true => limits.line,
            false => LONGEST_LINE,
        };
        let line = match groups.is_empty() {
            true => self.line(p, &rated, longest)?,
            false => self.one_move(&rated)?,
        };
        Ok(Best {
            rated,
            line,
            groups,
        })
    }

    /// The moves of a position that has `moves` of them, best first; of moves
    /// in groups `shown` examples or fewer, and one at least: the reason and
    /// the line begin with the best move.
    pub(crate) fn rated(
        &self,
        p: &Pos,
        moves: u64,
        shown: usize,
    ) -> Result<(Vec<Rated>, Vec<GroupAt>), SolveError> {
        let Some(mut groups) = self.solution.groups(p) else {
            refuse_many(moves)?;
            return Ok((self.rate(p)?, Vec::new()));
        };
        groups.sort_by_key(|g| g.winning == 0);
        let shown = groups.len().min(shown.clamp(1, MOST_EXAMPLES));
        Ok((self.rate_groups(&groups[..shown])?, groups))
    }

    /// Where one position has very many moves, a whole line takes too long.
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

    /// One move of each group, best first.
    fn rate_groups(&self, groups: &[GroupAt]) -> Result<Vec<Rated>, SolveError> {
        let mut rated = Vec::with_capacity(groups.len());
        for group in groups {
            let (step, _) = &group.example;
            rated.push(Rated {
                worth: self.verdict(&step.to)?.over(step.turn),
                step: step.clone(),
            });
        }
        best_first(&mut rated);
        Ok(rated)
    }
}
