//! *Euclid's game* (Luogu P1290): subtract multiples until one number is 0.
//!
//! Two numbers. A move subtracts a positive multiple of the smaller number from
//! the larger one, leaving it non-negative; the player who makes a zero wins,
//! because the opponent has no move.

mod contest;
mod generator;
mod move_classes;
mod notation;
mod parse_move;

use std::borrow::Cow;
use std::convert::Infallible;

use kibitz_game::{
    Axes, CONTINUE, CatalogueGame, Flow, Game, Grundy, Impartial, Info, MoveClasses, NumberList,
    SettingError, Settings, Step,
};

pub use contest::Format;
pub use generator::SIZES;

/// Two numbers, the larger first; not both 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    larger: u64,
    smaller: u64,
}

impl Pair {
    /// Two numbers in any order; `None` if both are 0.
    #[must_use]
    pub fn new(a: u64, b: u64) -> Option<Pair> {
        let pair = Pair {
            larger: a.max(b),
            smaller: a.min(b),
        };
        (pair.larger > 0).then_some(pair)
    }

    /// The quotient of the larger by the smaller number, i.e. the number of
    /// moves; 0 if the smaller number is 0.
    #[must_use]
    pub fn times(self) -> u64 {
        self.larger.checked_div(self.smaller).unwrap_or(0)
    }

    /// The pair after subtracting `times` times the smaller number.
    fn less(self, times: u64) -> Pair {
        let left = self.larger - times * self.smaller;
        Pair {
            larger: left.max(self.smaller),
            smaller: left.min(self.smaller),
        }
    }

    /// The quotients of Euclid's algorithm.
    fn quotients(mut self) -> Vec<u64> {
        let mut quotients = Vec::new();
        while self.smaller > 0 {
            quotients.push(self.times());
            self = self.less(self.times());
        }
        quotients
    }

    /// The Grundy value, in as many steps as Euclid's algorithm takes.
    ///
    /// Write the larger number as qb + r, where b > 0 is the smaller one and r
    /// < b. The pairs (r + kb, b) for k = 0 … q form a chain: from the k-th
    /// one, for k > 0, the moves lead to all lower ones and nowhere else. So if
    /// g₀ is the Grundy value of the lowest, (b, r), the others have in turn
    /// the values 0, 1, 2 … except g₀, each the mex of those below it. The q-th
    /// has q − 1 if that is below g₀, and q otherwise. A pair with a zero has
    /// no moves and the value 0.
    #[must_use]
    pub fn grundy(self) -> Grundy {
        let lowest_first = self.quotients().into_iter().rev();
        Grundy::new(lowest_first.fold(0, |lowest, q| if q - 1 < lowest { q - 1 } else { q }))
    }
}

/// A move: subtracts a multiple of the smaller number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subtract {
    /// The factor.
    pub times: u64,
}

/// The game; it has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Euclid;

impl Game for Euclid {
    type Pos = Pair;
    type Move = Subtract;
    type Fault = Infallible;

    fn expand<F>(&self, p: &Pair, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<Pair, Subtract>) -> Flow,
    {
        for times in 1..=p.times() {
            let by = Subtract { times };
            if visit(Step::alternate(self.after(p, &by), by)).is_break() {
                return Ok(Flow::Break(()));
            }
        }
        Ok(CONTINUE)
    }

    fn degree(&self, p: &Pair) -> Result<u64, Infallible> {
        Ok(p.times())
    }
}

impl NumberList for Pair {
    fn numbers(&self) -> Vec<u64> {
        vec![self.larger, self.smaller]
    }

    fn of_numbers(numbers: &[u64]) -> Option<Pair> {
        match numbers {
            [a, b] => Pair::new(*a, *b),
            _ => None,
        }
    }
}

/// The pair is one component.
impl Impartial for Euclid {
    type Part = Pair;

    fn parts<F: FnMut(Pair)>(&self, p: &Pair, mut visit: F) {
        visit(*p);
    }

    fn options<F: FnMut(&[Pair]) -> Flow>(&self, part: &Pair, mut visit: F) -> Flow {
        (1..=part.times()).try_for_each(|times| visit(&[part.less(times)]))
    }

    fn known_grundy(&self, part: &Pair) -> Option<Grundy> {
        Some(part.grundy())
    }
}

static INFO: Info<'static> = Info {
    name: "euclid",
    aliases: &["p1290"],
    summary: "subtract a multiple of the smaller number from the larger; the player who makes a zero wins",
    parameters: Cow::Borrowed(&[]),
    syntax: "two numbers in any order, e.g. 34 12",
    fields: Cow::Borrowed(&["{m} {n}"]),
    contest: Some("C; per case M N. Answers Stan wins (the first player) or Ollie wins"),
};

impl CatalogueGame for Euclid {
    const INFO: &'static Info<'static> = &INFO;

    fn with(_: &Settings) -> Result<Euclid, SettingError> {
        Ok(Euclid)
    }

    fn default_position(&self) -> Pair {
        Pair {
            larger: 34,
            smaller: 12,
        }
    }

    fn axes(&self) -> Option<Axes> {
        Some(Axes::numbers(1..=64, "one number", "the other"))
    }
}
