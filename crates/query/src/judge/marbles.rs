//! marbles: one bit for each board.

use kibitz_game::{Filling, Game, Watch, Wdl};
use kibitz_games::marbles::{Board, Format, Marbles};
use kibitz_solve::SolveError;
use kibitz_solve::placement::{LosingSet, Placement};

use super::{Arbiter, Bench};

impl Arbiter for Marbles {
    type Format<'a> = Format<'a>;
    type Bench<'a> = MarblesBench<'a>;

    fn format(&self) -> Format<'_> {
        Format::new(self)
    }

    fn bench(&self) -> MarblesBench<'_> {
        MarblesBench {
            game: self,
            lost: None,
        }
    }
}

/// Solves the whole board when the first case comes.
pub(crate) struct MarblesBench<'a> {
    game: &'a Marbles,
    lost: Option<LosingSet>,
}

impl Bench<Format<'_>> for MarblesBench<'_> {
    fn answer(
        &mut self,
        cases: &[Board],
        values: &mut Vec<Wdl>,
        watch: &Watch,
    ) -> Result<(), SolveError> {
        let lost = match self.lost.take() {
            Some(lost) => lost,
            None => self.solve(watch)?,
        };
        let value = |board: &Board| {
            if lost.is_lost(board.0) {
                Wdl::Loss
            } else {
                Wdl::Win
            }
        };
        values.extend(cases.iter().map(value));
        self.lost = Some(lost);
        Ok(())
    }
}

impl MarblesBench<'_> {
    fn solve(&self, watch: &Watch) -> Result<LosingSet, SolveError> {
        let patterns = self.game.patterns().iter().copied();
        let placement = Placement::new(self.game.cells(), patterns, self.game.stuck())?;
        Ok(placement.solve(watch)?)
    }
}
