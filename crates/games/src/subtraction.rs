//! *Subtraction games*: take certain numbers of matches from a heap.
//!
//! One heap. A move takes one of the numbers in `take`; who cannot move loses,
//! or wins in misère play.

mod groups;
mod notation;
mod values;

use std::borrow::Cow;
use std::convert::Infallible;

use kibitz_game::{
    Excess, Flow, Game, Grundy, Impartial, Info, Kind, Listed, MORE, Parameter, SettingError,
    Settings, Step, Wdl,
};

use crate::period::{Period, Sequence};
use crate::play::Play;
use values::{Takes, WON};

/// The game with some numbers that may be taken.
///
/// ```
/// use kibitz_game::{Grundy, Impartial};
/// use kibitz_games::Play;
/// use kibitz_games::subtraction::Subtraction;
///
/// let game = Subtraction::new([1, 2, 3], Play::Normal).unwrap();
/// assert_eq!(game.known_grundy(&1_000_000_000_000_000_003), Some(Grundy::new(3)));
/// ```
#[derive(Clone, Debug)]
pub struct Subtraction {
    play: Play,
    values: Sequence<Takes>,
}

/// No list that anybody types is longer.
const MOST_TAKES: usize = 1000;

impl Subtraction {
    /// These numbers may be taken; `None` if one is 0 or comes twice, there
    /// are none, or more than 1000.
    #[must_use]
    pub fn new(takes: impl IntoIterator<Item = u64>, play: Play) -> Option<Subtraction> {
        let mut takes: Vec<u64> = takes.into_iter().collect();
        takes.sort_unstable();
        let count = takes.len();
        takes.dedup();
        let is_fine = takes.len() == count && (1..=MOST_TAKES).contains(&count) && takes[0] > 0;
        is_fine.then(|| Subtraction {
            play,
            values: Sequence::new(Takes { takes, play }),
        })
    }

    /// From where on the values repeat, and after how many; `None` where none
    /// is proven within what is looked at for a heap of `n`.
    #[must_use]
    pub fn period(&self, n: u64) -> Option<Period> {
        self.values.period(n)
    }

    /// The numbers that may be taken from a heap, in increasing order.
    fn takes(&self, heap: u64) -> impl Iterator<Item = u64> + '_ {
        let takes = self.values.rule().takes.iter().copied();
        takes.take_while(move |take| *take <= heap)
    }
}

impl Game for Subtraction {
    type Pos = u64;
    type Move = u64;
    type Fault = Infallible;

    fn expand<F>(&self, &heap: &u64, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<u64, u64>) -> Flow,
    {
        for take in self.takes(heap) {
            if visit(Step::pass(heap - take, take)).is_break() {
                return Ok(Flow::Break(()));
            }
        }
        Ok(MORE)
    }

    fn stuck(&self) -> Wdl {
        self.play.stuck()
    }
}

/// The heap is one part.
impl Impartial for Subtraction {
    type Part = u64;

    fn parts<F: FnMut(u64)>(&self, p: &u64, mut visit: F) {
        visit(*p);
    }

    fn options<F: FnMut(&[u64]) -> Flow>(&self, heap: &u64, mut visit: F) -> Flow {
        self.takes(*heap).try_for_each(|take| visit(&[heap - take]))
    }

    fn known_grundy(&self, heap: &u64) -> Option<Grundy> {
        let value = self.values.get(*heap).filter(|_| self.play == Play::Normal);
        value.map(|value| Grundy::new(value.into()))
    }

    fn excess(&self, heap: &u64) -> Option<Excess> {
        if self.values.get(*heap).is_some() {
            return None;
        }
        Some(Excess {
            what: format!("a heap of {heap}, for no period is proven so far,"),
            most: self.values.len() - 1,
        })
    }

    fn known_misere(&self, heap: &u64) -> Option<Wdl> {
        let value = self.values.get(*heap).filter(|_| self.play == Play::Misere);
        value.map(|value| if value == WON { Wdl::Win } else { Wdl::Loss })
    }
}

static INFO: Info<'static> = Info {
    name: "subtraction",
    aliases: &[],
    summary: "take one of certain numbers of matches from a heap; who cannot move loses",
    parameters: Cow::Borrowed(&[
        Parameter {
            name: "take",
            kind: Kind::Text,
            default: "1,2,3",
            meaning: "the numbers that may be taken",
        },
        Play::parameter("normal (who cannot move loses) or misere (who cannot move wins)"),
    ]),
    syntax: "the number of matches, as 21",
    fields: Cow::Borrowed(&["{n}"]),
    contest: None,
};

impl Listed for Subtraction {
    const INFO: &'static Info<'static> = &INFO;

    fn with(set: &Settings) -> Result<Subtraction, SettingError> {
        let play = Play::of(set)?;
        let text = set.text("take");
        let takes = notation::parse_takes(text).map_err(|e| set.wrong("take", e))?;
        let refused = || {
            let message = format!("expected at most {MOST_TAKES} numbers");
            set.refuse("take", 0..text.len(), message)
        };
        Subtraction::new(takes, play).ok_or_else(refused)
    }

    fn shown(&self) -> u64 {
        21
    }
}
