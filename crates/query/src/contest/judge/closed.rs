//! nim, euclid, ed: games that know the value of every part at once.

use kibitz_game::contest::Contest;
use kibitz_game::{Grundy, Impartial, Watch, Wdl};
use kibitz_games::ed::{self, Ed};
use kibitz_games::euclid::{self, Euclid};
use kibitz_games::nim::{self, Nim};
use kibitz_solve::SolveError;

use super::{Arbiter, Bench};

impl Arbiter for Nim {
    type Format<'a> = nim::Format;
    type Bench<'a> = Closed<'a, Nim>;

    fn format(&self) -> nim::Format {
        nim::Format::new(*self)
    }

    fn bench(&self) -> Closed<'_, Nim> {
        Closed(self)
    }
}

impl Arbiter for Euclid {
    type Format<'a> = euclid::Format;
    type Bench<'a> = Closed<'a, Euclid>;

    fn format(&self) -> euclid::Format {
        euclid::Format
    }

    fn bench(&self) -> Closed<'_, Euclid> {
        Closed(self)
    }
}

impl Arbiter for Ed {
    type Format<'a> = ed::Format;
    type Bench<'a> = Closed<'a, Ed>;

    fn format(&self) -> ed::Format {
        ed::Format
    }

    fn bench(&self) -> Closed<'_, Ed> {
        Closed(self)
    }
}

/// Asks the game itself.
pub(crate) struct Closed<'a, G>(&'a G);

impl<G: Impartial, C: Contest<Case = G::Pos>> Bench<C> for Closed<'_, G> {
    fn answer(
        &mut self,
        cases: &[G::Pos],
        values: &mut Vec<Wdl>,
        _: &Watch,
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

impl<G: Impartial> Closed<'_, G> {
    /// The nim-sum of the parts, or what the game says of misère play.
    fn value(&self, p: &G::Pos) -> Option<Wdl> {
        if self.0.stuck() == Wdl::Win {
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
