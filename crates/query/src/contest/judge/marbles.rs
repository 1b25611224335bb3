//! marbles: one bit for each board.

use kibitz_game::{Filling, Game, Indexed, Plies, Value, Watch, Wdl};
use kibitz_games::marbles::{Board, Format, Marbles};
use kibitz_solve::placement::{LosingSet, Placement};
use kibitz_solve::{SolveError, Table, acyclic};

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
            plies: None,
        }
    }
}

/// Solves the whole board when the first case comes.
pub(crate) struct MarblesBench<'a> {
    game: &'a Marbles,
    lost: Option<LosingSet>,
    /// The same with distances, where somebody asks for them.
    plies: Option<Table>,
}

/// Larger boards have too many positions for distances.
const MOST_CELLS: u32 = 20;

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

    /// Plies, or the cells that are empty.
    fn length(&mut self, board: &Board, watch: &Watch) -> Result<u64, SolveError> {
        if self.game.cells() > MOST_CELLS {
            return Ok(self.game.rank(board).count_ones().into());
        }
        let table = match self.plies.take() {
            Some(table) => table,
            None => acyclic::sweep(self.game, watch)?,
        };
        let value = self.plies.insert(table).get(self.game.rank(board));
        let plies = value.and_then(Value::plies);
        Ok(plies.map_or(0, Plies::get).into())
    }
}

impl MarblesBench<'_> {
    fn solve(&self, watch: &Watch) -> Result<LosingSet, SolveError> {
        let patterns = self.game.patterns().iter().copied();
        let placement = Placement::new(self.game.cells(), patterns, self.game.stuck())?;
        Ok(placement.solve(watch)?)
    }
}
