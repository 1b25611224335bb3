//! *E&D* (Luogu P2148): discard one pile of a pair and split the other.
//!
//! Piles are in pairs. A move discards one pile of a pair and splits the other
//! into two non-empty piles, which form the new pair; a player who cannot move
//! loses.

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

/// Two non-empty piles, the smaller first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    smaller: u64,
    larger: u64,
}

impl Pair {
    /// Two piles in any order; `None` if one is empty.
    #[must_use]
    pub fn new(a: u64, b: u64) -> Option<Pair> {
        let pair = Pair {
            smaller: a.min(b),
            larger: a.max(b),
        };
        (pair.smaller > 0).then_some(pair)
    }

    /// The piles, each with the number of ways to split it.
    fn piles(self) -> [(u64, u64); 2] {
        [self.smaller, self.larger].map(|pile| (pile, pile / 2))
    }

    /// A pile split into a non-empty part `smaller` and the rest.
    fn split(pile: u64, smaller: u64) -> Pair {
        Pair {
            smaller,
            larger: pile - smaller,
        }
    }

    /// The Grundy value of (a, b): the lowest bit that is 0 in both a − 1
    /// and b − 1.
    ///
    /// By induction it suffices that the splits of a pile n have exactly the
    /// values t for which bit t of n − 1 is 1: then the options of (a, b) have
    /// the values of the bits of (a − 1) | (b − 1), and their mex is the
    /// position of its lowest 0. Write a split of n as (x + 1, y + 1); then
    /// x + y = n − 2.
    ///
    /// - If its value is t, then x | y ends in a 0 and t ones, so modulo 2ᵗ⁺¹
    ///   the sum x + y is 2ᵗ − 1 plus x & y, which is at most 2ᵗ − 1: from 2ᵗ −
    ///   1 to 2ᵗ⁺¹ − 2. So n − 1 is from 2ᵗ to 2ᵗ⁺¹ − 1 modulo 2ᵗ⁺¹: its bit t
    ///   is 1.
    /// - If bit t of n − 1 is 1, then n − 2 is from 2ᵗ − 1 to 2ᵗ⁺¹ − 2 modulo
    ///   2ᵗ⁺¹, and x = 2ᵗ − 1 leaves a y whose bit t is 0: the value is t.
    #[must_use]
    pub fn grundy(self) -> Grundy {
        let bits = (self.smaller - 1) | (self.larger - 1);
        Grundy::new(bits.trailing_ones().into())
    }
}

/// A move: one pile of a pair is kept and split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The pair, numbered from 1.
    pub pair: usize,
    /// The pile that is kept.
    pub keeps: Kept,
    /// Its smaller part, at least 1.
    pub smaller: u64,
}

/// A pile of a pair; if both are equal, either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The smaller one.
    Smaller,
    /// The larger one.
    Larger,
}

impl Kept {
    const BOTH: [Kept; 2] = [Kept::Smaller, Kept::Larger];

    fn of(self, pair: Pair) -> u64 {
        match self {
            Kept::Smaller => pair.smaller,
            Kept::Larger => pair.larger,
        }
    }
}

/// The game; it has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ed;

impl Game for Ed {
    type Pos = Vec<Pair>;
    type Move = Split;
    type Fault = Infallible;

    fn expand<F>(&self, p: &Vec<Pair>, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<Vec<Pair>, Split>) -> Flow,
    {
        for (i, pair) in p.iter().enumerate() {
            for keeps in Kept::BOTH {
                for smaller in 1..=keeps.of(*pair) / 2 {
                    let by = Split {
                        pair: i + 1,
                        keeps,
                        smaller,
                    };
                    if visit(Step::alternate(self.after(p, &by), by)).is_break() {
                        return Ok(Flow::Break(()));
                    }
                }
            }
        }
        Ok(CONTINUE)
    }

    fn heap_bytes(&self, p: &Vec<Pair>) -> usize {
        size_of_val(p.as_slice())
    }

    fn degree(&self, p: &Vec<Pair>) -> Result<u64, Infallible> {
        let splits = p.iter().flat_map(|pair| pair.piles()).map(|(_, ways)| ways);
        Ok(splits.fold(0, u64::saturating_add))
    }
}

impl NumberList for Pair {
    fn numbers(&self) -> Vec<u64> {
        vec![self.smaller, self.larger]
    }

    fn of_numbers(numbers: &[u64]) -> Option<Pair> {
        match numbers {
            [a, b] => Pair::new(*a, *b),
            _ => None,
        }
    }
}

impl Impartial for Ed {
    type Part = Pair;

    fn parts<F: FnMut(Pair)>(&self, p: &Vec<Pair>, visit: F) {
        p.iter().copied().for_each(visit);
    }

    fn options<F: FnMut(&[Pair]) -> Flow>(&self, part: &Pair, mut visit: F) -> Flow {
        let mut piles = part.piles().into_iter();
        piles.try_for_each(|(pile, ways)| {
            (1..=ways).try_for_each(|smaller| visit(&[Pair::split(pile, smaller)]))
        })
    }

    fn known_grundy(&self, part: &Pair) -> Option<Grundy> {
        Some(part.grundy())
    }
}

static INFO: Info<'static> = Info {
    name: "ed",
    aliases: &["p2148", "e&d"],
    summary: "discard one pile of a pair and split the other; a player who cannot move loses",
    parameters: Cow::Borrowed(&[]),
    syntax: "pairs of piles joined by /, e.g. 1 3/2 4",
    fields: Cow::Borrowed(&["{a} {b}", "{a} {b}/{c} {d}"]),
    contest: Some(
        "T; per case N, an even number, and N piles, pair by pair. \
         Answers YES if the first player wins, or NO",
    ),
};

impl CatalogueGame for Ed {
    const INFO: &'static Info<'static> = &INFO;

    fn with(_: &Settings) -> Result<Ed, SettingError> {
        Ok(Ed)
    }

    fn default_position(&self) -> Vec<Pair> {
        [(1, 3), (2, 4)]
            .map(|(smaller, larger)| Pair { smaller, larger })
            .to_vec()
    }

    fn axes(&self) -> Option<Axes> {
        Some(Axes::numbers(1..=32, "one pile", "the other"))
    }
}
