//! *Octal games*: take from a heap as a code of octal digits allows.
//!
//! The code d₀.d₁d₂…dₖ states how a player may take i matches from a heap: the
//! whole heap if dᵢ has 1, leaving one heap if it has 2, leaving two heaps if
//! it has 4. (With d₀ = 4 a heap may be split without taking anything.) A
//! player who cannot move loses; in misère play, wins. Kayles is 0.77.

mod code;
mod move_classes;
mod notation;
mod parse_move;
mod values;

use std::borrow::Cow;
use std::convert::Infallible;

use kibitz_game::{
    Axes, CONTINUE, CatalogueGame, Excess, Flow, Game, Grundy, Impartial, Info, Kind, MoveClasses,
    Parameter, SettingError, Settings, Step, Wdl,
};

pub use code::{Code, Left};

use crate::period::{Period, Sequence};
use crate::play::PlayConvention;

/// The non-empty heaps, in increasing order.
pub type Heaps = Vec<u64>;

/// A move: replaces a heap by what is left of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeapMove {
    /// The heap, numbered from 1.
    pub heap: usize,
    /// What is left of it.
    pub left: Left,
}

/// The game of a code.
///
/// ```
/// use kibitz_game::{Grundy, Impartial};
/// use kibitz_games::PlayConvention;
/// use kibitz_games::octal::Octal;
///
/// let kayles = Octal::new("0.77".parse().unwrap(), PlayConvention::Normal);
/// assert_eq!(kayles.known_grundy(&5), Some(Grundy::new(4)));
/// let period = kayles.period(1_000_000).unwrap();
/// assert_eq!((period.start, period.length), (71, 12));
/// ```
#[derive(Clone, Debug)]
pub struct Octal {
    play: PlayConvention,
    values: Sequence<Code>,
}

impl Octal {
    /// The game of a code.
    #[must_use]
    pub fn new(code: Code, play: PlayConvention) -> Octal {
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

    /// The period of the Grundy values; `None` if none is proven by the values
    /// computed for a heap of `n`.
    #[must_use]
    pub fn period(&self, n: u64) -> Option<Period> {
        self.values.period(n)
    }
}

impl Game for Octal {
    type Pos = Heaps;
    type Move = HeapMove;
    type Fault = Infallible;

    fn expand<F>(&self, p: &Heaps, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<Heaps, HeapMove>) -> Flow,
    {
        for (i, heap) in p.iter().enumerate() {
            let flow = self.code().moves(*heap, |left| {
                let by = HeapMove { heap: i + 1, left };
                visit(Step::alternate(self.after(p, &by), by))
            });
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(CONTINUE)
    }

    fn no_move_result(&self) -> Wdl {
        self.play.no_move_result()
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
            .moves(*heap, |left| visit(left.heaps().as_slice()))
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
                "a heap of {heap} in {}, for which no period has been proven,",
                self.code()
            ),
            // None if the computation was stopped.
            max: self.values.len().saturating_sub(1),
        })
    }
}

static INFO: Info<'static> = Info {
    name: "octal",
    aliases: &["kayles"],
    summary: "take from heaps and split them as an octal code allows (0.77 is Kayles)",
    parameters: Cow::Borrowed(&[
        Parameter {
            name: "code",
            kind: Kind::Text,
            default: "0.77",
            meaning: "digit i after the point: what taking i matches may leave: 1 nothing, 2 one heap, 4 two heaps, or a sum of these",
        },
        PlayConvention::parameter(
            "normal (a player who cannot move loses) or misere (a player who cannot move wins)",
        ),
    ]),
    syntax: "the heaps separated by spaces, e.g. 5 8 13",
    fields: Cow::Borrowed(&["{a}", "{a} {b}", "{a} {b} {c}"]),
    contest: None,
};

impl CatalogueGame for Octal {
    const INFO: &'static Info<'static> = &INFO;

    fn with(set: &Settings) -> Result<Octal, SettingError> {
        let play = PlayConvention::of(set)?;
        let code = set.text("code").parse();
        let code = code.map_err(|e| set.wrong("code", e))?;
        Ok(Octal::new(code, play))
    }

    fn default_position(&self) -> Heaps {
        vec![5, 8, 13]
    }

    fn axes(&self) -> Option<Axes> {
        Some(Axes::numbers(0..=63, "one heap", "the other"))
    }
}
