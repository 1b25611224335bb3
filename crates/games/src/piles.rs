//! *Game of Cards*: take cards off the tops of piles.
//!
//! A move chooses a pile, discards 0…k cards from its top but not the whole
//! pile, reads the number *x* on the card now on top, and removes *x* further
//! cards including that card; this is impossible if the pile has fewer than *x*
//! cards left. A player who cannot move loses.

mod contest;
mod generator;
mod move_classes;
mod notation;
mod view;
mod window;

use std::borrow::Cow;
use std::convert::Infallible;

use kibitz_game::{
    CONTINUE, CatalogueGame, Flow, Game, Grundy, Impartial, Info, Kind, MoveClasses, Parameter,
    SettingError, Settings, Step,
};

pub use contest::{Case, Format};
pub use generator::SIZES;
pub use window::Solver;

/// The numbers on a pile's cards, from bottom to top.
pub type Pile = Vec<u64>;

/// A move: discards some cards of a pile, then removes as many as the next one
/// states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take {
    /// The pile, numbered from 1.
    pub pile: usize,
    /// The number of cards discarded.
    pub discard: usize,
    /// The number of cards removed after them.
    pub remove: usize,
}

/// The game in which up to `k` cards may be discarded.
///
/// ```
/// use kibitz_game::{Grundy, Impartial};
/// use kibitz_games::piles::Piles;
///
/// let game = Piles { k: 0 };
/// assert_eq!(game.known_grundy(&vec![1, 1, 1]), Some(Grundy::new(1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piles {
    /// The maximum number of cards that may be discarded.
    pub k: u64,
}

impl Piles {
    /// The moves from one pile: cards discarded, cards removed, cards left.
    fn takes(self, pile: &[u64]) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
        let discards = 0..pile
            .len()
            .min(usize::try_from(self.k).map_or(usize::MAX, |k| k.saturating_add(1)));
        discards.filter_map(move |discard| {
            let height = pile.len() - discard;
            let remove = usize::try_from(pile[height - 1]).ok()?;
            let left = height.checked_sub(remove)?;
            Some((discard, remove, left))
        })
    }
}

impl Game for Piles {
    type Pos = Vec<Pile>;
    type Move = Take;
    type Fault = Infallible;

    fn expand<F>(&self, p: &Vec<Pile>, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<Vec<Pile>, Take>) -> Flow,
    {
        for (i, pile) in p.iter().enumerate() {
            for (discard, remove, _) in self.takes(pile) {
                let by = Take {
                    pile: i + 1,
                    discard,
                    remove,
                };
                if visit(Step::alternate(self.after(p, &by), by)).is_break() {
                    return Ok(Flow::Break(()));
                }
            }
        }
        Ok(CONTINUE)
    }

    fn heap_bytes(&self, p: &Vec<Pile>) -> usize {
        let piles = p.iter().map(|pile| size_of_val(pile.as_slice()));
        size_of_val(p.as_slice()) + piles.sum::<usize>()
    }

    fn degree(&self, p: &Vec<Pile>) -> Result<u64, Infallible> {
        Ok(p.iter().map(|pile| self.takes(pile).count() as u64).sum())
    }
}

impl Impartial for Piles {
    type Part = Pile;

    fn parts<F: FnMut(Pile)>(&self, p: &Vec<Pile>, visit: F) {
        p.iter().cloned().for_each(visit);
    }

    fn options<F: FnMut(&[Pile]) -> Flow>(&self, part: &Pile, mut visit: F) -> Flow {
        let mut takes = self.takes(part);
        takes.try_for_each(|(_, _, left)| visit(&[part[..left].to_vec()]))
    }

    fn part_bytes(&self, part: &Pile) -> usize {
        size_of_val(part.as_slice())
    }

    fn known_grundy(&self, part: &Pile) -> Option<Grundy> {
        Some(Solver::default().grundy(part, self.k))
    }
}

static INFO: Info<'static> = Info {
    name: "piles",
    aliases: &["game-of-cards"],
    summary: "discard up to k cards of a pile, then take as many as the next card states; a player who cannot move loses",
    parameters: Cow::Borrowed(&[Parameter {
        name: "k",
        kind: Kind::Number,
        default: "2",
        meaning: "maximum number of cards discarded before taking",
    }]),
    syntax: "piles from bottom to top joined by /, e.g. 1 1 1/2 1 1/3 1 2 2 1 (- for an empty pile)",
    fields: Cow::Borrowed(&[
        "{a}",
        "{a} {b}",
        "{a} {b} {c}",
        "{a} {b} {c} {d}",
        "{a} {b} {c} {d} {e}",
        "{a} {b} {c}/{d} {e} {f}",
        "{a} {b} {c}/{d} {e} {f}/{g} {h} {i}",
        "{a} {b} {c} {d}/{e} {f} {g} {h}/{i} {j} {k} {l}",
    ]),
    contest: Some(
        "until the end: P K, then P lines N c1 … cN from bottom to top. \
         Answers Alice can win. or Bob will win.",
    ),
};

impl CatalogueGame for Piles {
    const INFO: &'static Info<'static> = &INFO;

    fn with(set: &Settings) -> Result<Piles, SettingError> {
        let k = set.number("k", 0..=i64::MAX as u64)?;
        Ok(Piles { k })
    }

    fn default_position(&self) -> Vec<Pile> {
        vec![vec![1, 1, 1], vec![2, 1, 1], vec![3, 1, 2, 2, 1]]
    }
}
