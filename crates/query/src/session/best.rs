//! The moves of a position, best first, and the main line that begins with the
//! first of them.

use kibitz_game::{Game, Group, Presented, Watch};
use kibitz_solve::SolveError;

use super::Open;
use super::line::Line;
use super::rate::{MOST_MOVES, Rated};
use crate::oracle::Oracle;

/// Of moves in groups so many are shown as examples.
pub(super) const MOST_EXAMPLES: usize = 100;

/// What is best at a position.
pub(super) struct Best<G: Game> {
    /// The moves, or some of each group.
    pub(super) rated: Vec<Rated<G>>,
    /// The main line.
    pub(super) line: Line<G>,
    /// The groups, where there are too many moves to look at each.
    pub(super) groups: Vec<Group<G::Move>>,
}

impl<G: Presented, O: Oracle<G>> Open<G, O> {
    /// Looks at all moves of a position that has been prepared; of moves in
    /// groups at `shown` examples or fewer, and at one at least: the reason and
    /// the line begin with the best move.
    pub(super) fn best(
        &self,
        p: &G::Pos,
        shown: usize,
        watch: &Watch,
    ) -> Result<Best<G>, SolveError> {
        let Some(mut groups) = self.oracle.groups(&self.game, p) else {
            return self.best_of_all(p, watch);
        };
        groups.sort_by_key(|g| g.winning == 0);
        let shown = groups.len().min(shown.clamp(1, MOST_EXAMPLES));
        let rated = self.rate_groups(p, &groups[..shown], watch)?;
        // Where one position has so many moves, a whole line takes too long.
        let first: Vec<_> = rated.iter().take(1).map(|r| r.step.clone()).collect();
        let is_over = match first.first() {
            Some(step) => self.move_count(&step.to)? == 0,
            None => false,
        };
        let line = Line {
            steps: first,
            is_cut: !is_over,
        };
        Ok(Best {
            rated,
            line,
            groups,
        })
    }

    fn best_of_all(&self, p: &G::Pos, watch: &Watch) -> Result<Best<G>, SolveError> {
        let move_count = self.move_count(p)?;
        if move_count > MOST_MOVES {
            return Err(SolveError::TooLarge {
                what: format!("the number of moves, {move_count},"),
                most: MOST_MOVES,
            });
        }
        let rated = self.rate(p, watch)?;
        let line = self.line(p, &rated, watch)?;
        Ok(Best {
            rated,
            line,
            groups: Vec::new(),
        })
    }
}
