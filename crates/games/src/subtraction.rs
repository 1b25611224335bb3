//! *Subtraction games*: take certain numbers of matches from a heap.
//!
//! One heap. A move takes one of the numbers in `take`, the subtraction set; a
//! player who cannot move loses; in misère play, wins.

mod move_classes;
mod notation;
mod values;

use std::borrow::Cow;
use std::convert::Infallible;

use kibitz_game::{
    CONTINUE, CatalogueGame, Excess, Flow, Game, Grundy, Impartial, Info, Kind, Parameter,
    SettingError, Settings, Step, Wdl,
};

use crate::period::{Period, Sequence};
use crate::play::PlayConvention;
use values::{Takes, WON};

/// The game with a given subtraction set.
///
/// ```
/// use kibitz_game::{Grundy, Impartial};
/// use kibitz_games::PlayConvention;
/// use kibitz_games::subtraction::Subtraction;
///
/// let game = Subtraction::new([1, 2, 3], PlayConvention::Normal).unwrap();
/// assert_eq!(game.known_grundy(&1_000_000_000_000_000_003), Some(Grundy::new(3)));
/// ```
#[derive(Clone, Debug)]
pub struct Subtraction {
    play: PlayConvention,
    values: Sequence<Takes>,
}

/// Far above the size of any practical subtraction set.
const MAX_TAKES: usize = 1000;

impl Subtraction {
    /// The game with these numbers; `None` if one is 0 or a duplicate, or if
    /// there are none or more than 1000.
    #[must_use]
    pub fn new(takes: impl IntoIterator<Item = u64>, play: PlayConvention) -> Option<Subtraction> {
        let mut takes: Vec<u64> = takes.into_iter().collect();
        takes.sort_unstable();
        let count = takes.len();
        takes.dedup();
        let is_fine = takes.len() == count && (1..=MAX_TAKES).contains(&count) && takes[0] > 0;
        is_fine.then(|| Subtraction {
            play,
            values: Sequence::new(Takes { takes, play }),
        })
    }

    /// The period of the values; `None` if none is proven by the values
    /// computed for a heap of `n`.
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
            if visit(Step::alternate(heap - take, take)).is_break() {
                return Ok(Flow::Break(()));
            }
        }
        Ok(CONTINUE)
    }

    fn no_move_result(&self) -> Wdl {
        self.play.no_move_result()
    }
}

/// The heap is one component.
impl Impartial for Subtraction {
    type Part = u64;

    fn parts<F: FnMut(u64)>(&self, p: &u64, mut visit: F) {
        visit(*p);
    }

    fn options<F: FnMut(&[u64]) -> Flow>(&self, heap: &u64, mut visit: F) -> Flow {
        self.takes(*heap).try_for_each(|take| visit(&[heap - take]))
    }

    fn known_grundy(&self, heap: &u64) -> Option<Grundy> {
        let value = self
            .values
            .get(*heap)
            .filter(|_| self.play == PlayConvention::Normal);
        value.map(|value| Grundy::new(value.into()))
    }

    fn excess(&self, heap: &u64) -> Option<Excess> {
        if self.values.get(*heap).is_some() {
            return None;
        }
        Some(Excess {
            what: format!("a heap of {heap}, for which no period has been proven,"),
            max: self.values.len() - 1,
        })
    }

    fn known_misere(&self, heap: &u64) -> Option<Wdl> {
        let value = self
            .values
            .get(*heap)
            .filter(|_| self.play == PlayConvention::Misere);
        value.map(|value| if value == WON { Wdl::Win } else { Wdl::Loss })
    }
}

static INFO: Info<'static> = Info {
    name: "subtraction",
    aliases: &[],
    summary: "take a number of matches in a given set from a heap; a player who cannot move loses",
    parameters: Cow::Borrowed(&[
        Parameter {
            name: "take",
            kind: Kind::Text,
            default: "1,2,3",
            meaning: "the numbers that may be taken",
        },
        PlayConvention::parameter(
            "normal (a player who cannot move loses) or misere (a player who cannot move wins)",
        ),
    ]),
    syntax: "the number of matches, e.g. 21",
    fields: Cow::Borrowed(&["{n}"]),
    contest: None,
};

impl CatalogueGame for Subtraction {
    const INFO: &'static Info<'static> = &INFO;

    fn with(set: &Settings) -> Result<Subtraction, SettingError> {
        let play = PlayConvention::of(set)?;
        let text = set.text("take");
        let takes = notation::parse_takes(text).map_err(|e| set.wrong("take", e))?;
        let rejected = || {
            let message = format!("expected at most {MAX_TAKES} numbers");
            set.refuse("take", 0..text.len(), message)
        };
        Subtraction::new(takes, play).ok_or_else(rejected)
    }

    fn default_position(&self) -> u64 {
        21
    }
}
