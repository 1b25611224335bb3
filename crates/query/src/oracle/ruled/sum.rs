//! Positions of a rule file that are sums: the Grundy values of their parts.

use kibitz_game::{ENOUGH, Grundy, MORE, Watch};
use kibitz_rules::{Position, Rules};
use kibitz_solve::SolveError;
use kibitz_solve::sums::{self, NoSums, Sums};

use super::{cyclic, failed};
use crate::Verdict;
use crate::oracle::{Seen, Tally};

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

    pub(super) fn distance(&self, p: &Position) -> Option<u32> {
        self.parts.distance(p.row()?)
    }

    pub(super) fn get(&self, p: &Position) -> Option<Verdict> {
        self.parts.get(p.parts()).map(told)
    }

    pub(super) fn visit(
        &self,
        game: &Rules,
        mut visit: impl FnMut(Seen<'_, Position>) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let mut outcome = Ok(());
        let _ = self.parts.visit(|row, grundy| {
            outcome = visit(Seen::one(&game.position_of(row), told(grundy)));
            if outcome.is_ok() { MORE } else { ENOUGH }
        });
        outcome
    }

    pub(super) fn tally(&self, game: &Rules) -> Tally<Position> {
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

/// What a Grundy value tells.
fn told(grundy: Grundy) -> Verdict {
    Verdict {
        grundy: Some(grundy),
        ..Verdict::bare(grundy.wdl())
    }
}
