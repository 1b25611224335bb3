//! nim, euclid, ed: games with a closed form for the Grundy value of every
//! component.

use kibitz_game::contest::Contest;
use kibitz_game::{Grundy, Impartial, RunContext, Wdl};
use kibitz_games::ed::{self, Ed};
use kibitz_games::euclid::{self, Euclid};
use kibitz_games::nim::{self, Nim};
use kibitz_solve::SolveError;

use super::{BatchSolver, ContestSolver};

impl ContestSolver for Nim {
    type Format<'a> = nim::Format;
    type Solver<'a> = ClosedForm<'a, Nim>;

    fn format(&self) -> nim::Format {
        nim::Format::new(*self)
    }

    fn batch_solver(&self) -> ClosedForm<'_, Nim> {
        ClosedForm(self)
    }
}

impl ContestSolver for Euclid {
    type Format<'a> = euclid::Format;
    type Solver<'a> = ClosedForm<'a, Euclid>;

    fn format(&self) -> euclid::Format {
        euclid::Format
    }

    fn batch_solver(&self) -> ClosedForm<'_, Euclid> {
        ClosedForm(self)
    }
}

impl ContestSolver for Ed {
    type Format<'a> = ed::Format;
    type Solver<'a> = ClosedForm<'a, Ed>;

    fn format(&self) -> ed::Format {
        ed::Format
    }

    fn batch_solver(&self) -> ClosedForm<'_, Ed> {
        ClosedForm(self)
    }
}

/// Evaluates the game's closed form.
pub struct ClosedForm<'a, G>(&'a G);

impl<G: Impartial, C: Contest<Case = G::Pos, Value = Wdl>> BatchSolver<C> for ClosedForm<'_, G> {
    fn answer(
        &mut self,
        cases: &[G::Pos],
        values: &mut Vec<Wdl>,
        _: &RunContext,
    ) -> Result<(), SolveError> {
        for case in cases {
            let value = self.value(case);
            values.push(value.ok_or_else(|| SolveError::Missing {
                position: format!("{case:?}"),
            })?);
        }
        Ok(())
    }
}

impl<G: Impartial> ClosedForm<'_, G> {
    /// The nim-sum of the components, or the game's closed form of misère play.
    fn value(&self, p: &G::Pos) -> Option<Wdl> {
        if self.0.no_move_result() == Wdl::Win {
            return self.0.known_misere(p);
        }
        let mut sum = Some(Grundy::ZERO);
        self.0.parts(p, |part| {
            let value = self.0.known_grundy(&part);
            sum = sum.zip(value).map(|(sum, value)| sum ^ value);
        });
        sum.map(Grundy::wdl)
    }
}
