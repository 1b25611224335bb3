//! Positions of a rule file that are sums: the Grundy values of their parts.

use kibitz_game::{ENOUGH, Grundy, MORE, Watch};
use kibitz_rules::{Position, Rules};
use kibitz_solve::sums::{self, NoSums, Sums};
use kibitz_solve::{Seen, SolveError, Tally, Verdict, Visitor};

use super::{cyclic, failed};

pub(super) const NO_PLIES: &str =
    "plies are not told: the value of a sum comes from the nim-sum of its parts";

/// All parts that some positions lead to.
#[derive(Debug)]
pub(super) struct Sum {
    parts: Sums,
}

impl Sum {
    pub(super) fn new(game: &Rules, roots: &[Position], watch: &Watch) -> Result<Sum, SolveError> {
        let rows: Vec<Box<[i64]>> = roots.iter().flat_map(|p| p.parts().to_vec()).collect();
        let mut asker = game.asker();
        let solved = sums::solve(&rows, watch, |row| {
            let options = asker.options(row);
            options.map_err(|e| failed(game, &game.position_of(row), e))
        });
        match solved {
            Ok(parts) => Ok(Sum { parts }),
            Err(NoSums::Solve(e)) => Err(e),
            Err(NoSums::Cycle(cycle)) => {
                let why = "the value of a sum comes from Grundy values, and there are none: \
                           play can go on for ever";
                let help = "make one position of all parts: one start, and no `split`";
                Err(cyclic(game, why, help, &cycle))
            }
        }
    }

    pub(super) fn part(&self, row: &[i64]) -> Option<Grundy> {
        self.parts.part(row)
    }

    /// The fewest moves from a root.
    pub(super) fn plies_from_root(&self, p: &Position) -> Option<u32> {
        self.parts.distance(p.row()?)
    }

    pub(super) fn get(&self, p: &Position) -> Option<Verdict> {
        self.parts.get(p.parts()).map(Verdict::from)
    }

    pub(super) fn visit_all(
        &self,
        game: &Rules,
        see: &mut Visitor<'_, Position>,
    ) -> Result<(), SolveError> {
        let mut outcome = Ok(());
        let _ = self.parts.visit(|row, grundy| {
            outcome = see(Seen::one(&game.position_of(row), grundy));
            if outcome.is_ok() { MORE } else { ENOUGH }
        });
        outcome
    }

    pub(super) fn count(&self, game: &Rules) -> Tally<Position> {
        let mut tally = Tally::default();
        let _ = self.parts.visit(|_, grundy| {
            match grundy.is_lost() {
                true => tally.loss += 1,
                false => tally.win += 1,
            }
            MORE
        });
        tally.unfolded = (!game.is_folded()).then(|| tally.positions());
        tally
    }
}
