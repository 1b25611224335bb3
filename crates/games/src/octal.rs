//! *Octal games*: take from a heap as a code of octal digits allows.
//!
//! The code d₀.d₁d₂…dₖ says how a player may take i matches from a heap: all
//! of it where dᵢ has 1, leaving one heap where it has 2, leaving two heaps
//! where it has 4. (With d₀ = 4 a heap may be split without taking anything.)
//! Who cannot move loses, or wins in misère play. Kayles is 0.77.

mod code;
mod groups;
mod notation;
mod spelled;
mod values;

use std::borrow::Cow;
use std::convert::Infallible;

use kibitz_game::{
    Axes, Excess, Flow, Game, Grouped, Grundy, Impartial, Info, Kind, Listed, MORE, Parameter,
    SettingError, Settings, Step, Wdl,
};

pub use code::{Code, Left};

use crate::period::{Period, Sequence};
use crate::play::Play;

/// The heaps that are not empty, in increasing order.
pub type Heaps = Vec<u64>;

/// A heap is replaced by what is left of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bite {
    /// The heap, from 1.
    pub heap: usize,
    /// What is left of it.
    pub left: Left,
}

/// The game of a code.
///
/// ```
/// use kibitz_game::{Grundy, Impartial};
/// use kibitz_games::Play;
/// use kibitz_games::octal::Octal;
///
/// let kayles = Octal::new("0.77".parse().unwrap(), Play::Normal);
/// assert_eq!(kayles.known_grundy(&5), Some(Grundy::new(4)));
/// let period = kayles.period(1_000_000).unwrap();
/// assert_eq!((period.start, period.length), (71, 12));
/// ```
#[derive(Clone, Debug)]
pub struct Octal {
    play: Play,
    values: Sequence<Code>,
}

impl Octal {
    /// The game of a code.
    #[must_use]
    pub fn new(code: Code, play: Play) -> Octal {
        Octal {
            play,
            values: Sequence::new(code),
        }
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> &Code {
        self.values.rule()
    }

    /// From where on the Grundy values repeat, and after how many; `None`
    /// where no period is proven within what is looked at for a heap of `n`.
    #[must_use]
    pub fn period(&self, n: u64) -> Option<Period> {
        self.values.period(n)
    }
}

impl Game for Octal {
    type Pos = Heaps;
    type Move = Bite;
    type Fault = Infallible;

    fn expand<F>(&self, p: &Heaps, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<Heaps, Bite>) -> Flow,
    {
        for (i, heap) in p.iter().enumerate() {
            let flow = self.code().bites(*heap, |left| {
                let by = Bite { heap: i + 1, left };
                visit(Step::pass(self.after(p, &by), by))
            });
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(MORE)
    }

    fn stuck(&self) -> Wdl {
        self.play.stuck()
    }

    fn heap_bytes(&self, p: &Heaps) -> usize {
        size_of_val(p.as_slice())
    }

    fn degree(&self, p: &Heaps) -> Result<u64, Infallible> {
        let moves = p.iter().map(|heap| self.code().count(*heap));
        Ok(moves.fold(0, u64::saturating_add))
    }
}

impl Impartial for Octal {
    type Part = u64;

    fn parts<F: FnMut(u64)>(&self, p: &Heaps, visit: F) {
        p.iter().copied().for_each(visit);
    }

    fn options<F: FnMut(&[u64]) -> Flow>(&self, heap: &u64, mut visit: F) -> Flow {
        self.code()
            .bites(*heap, |left| visit(left.heaps().as_slice()))
    }

    fn known_grundy(&self, heap: &u64) -> Option<Grundy> {
        self.values
            .get(*heap)
            .map(|value| Grundy::new(value.into()))
    }

    fn excess(&self, heap: &u64) -> Option<Excess> {
        if self.values.get(*heap).is_some() {
            return None;
        }
        Some(Excess {
            what: format!(
                "a heap of {heap} in {}, for which no period is proven so far,",
                self.code()
            ),
            most: self.values.len() - 1,
        })
    }
}

static INFO: Info<'static> = Info {
    name: "octal",
    aliases: &["kayles"],
    summary: "take from heaps, and split them, as a code of octal digits allows (0.77 is Kayles)",
    parameters: Cow::Borrowed(&[
        Parameter {
            name: "code",
            kind: Kind::Text,
            default: "0.77",
            meaning: "digit i after the point: what taking i may leave, 1 nothing, 2 a heap, 4 two heaps, or a sum of these",
        },
        Play::parameter("normal (who cannot move loses) or misere (who cannot move wins)"),
    ]),
    syntax: "the heaps with spaces, as 5 8 13",
    fields: Cow::Borrowed(&["{a}", "{a} {b}", "{a} {b} {c}"]),
    contest: None,
};

impl Listed for Octal {
    const INFO: &'static Info<'static> = &INFO;

    fn with(set: &Settings) -> Result<Octal, SettingError> {
        let play = Play::of(set)?;
        let code = set.text("code").parse();
        let code = code.map_err(|e| set.wrong("code", e))?;
        Ok(Octal::new(code, play))
    }

    fn shown(&self) -> Heaps {
        vec![5, 8, 13]
    }

    fn axes(&self) -> Option<Axes> {
        Some(Axes::numbers(0..=63, "one heap", "the other"))
    }
}
