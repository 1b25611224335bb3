//! *Game* (HDU 3389): move cards from box to box until no card can move.
//!
//! Boxes 1…n hold cards. A move takes one or more cards of a non-empty box to a
//! box that the rule allows; the last player to move wins. In the contest cards
//! go from box A to a box B < A with A + B odd and divisible by 3; here any
//! [`Transfers`] may be given.
//!
//! If all paths from a box to a sink have lengths of the same parity, for every
//! box, this is staircase Nim: see [`Staircase`].

mod contest;
mod generator;
mod move_classes;
mod notation;
mod parse_move;
mod staircase;
mod transfers;
mod why;

use std::borrow::Cow;
use std::convert::Infallible;
use std::sync::OnceLock;

use kibitz_game::{
    CONTINUE, CatalogueGame, Flow, Game, Grundy, Impartial, Info, Kind, MoveClasses, Parameter,
    SettingError, Settings, Step,
};

pub use contest::Format;
pub use generator::SIZES;
pub use staircase::{Staircase, StaircaseError};
pub use transfers::Transfers;

/// The number of cards in each box, box 1 first.
pub type Counts = Vec<u64>;

/// A move of cards from one box to another; boxes are numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The source box.
    pub from: usize,
    /// The target box.
    pub to: usize,
    /// The number of cards.
    pub cards: u64,
}

/// The game with a given rule of transfers.
///
/// ```
/// use kibitz_game::{Grundy, Impartial};
/// use kibitz_games::boxes::{Boxes, Transfers};
///
/// let game = Boxes::new(Transfers::contest());
/// assert_eq!(game.known_grundy(&vec![1, 2]), Some(Grundy::new(2)));
/// ```
#[derive(Clone, Debug)]
pub struct Boxes {
    transfers: Transfers,
    /// The parities of the first [`FEW_BOXES`] boxes, if they are defined;
    /// computed once, for queries of many positions.
    first: OnceLock<Option<Staircase>>,
}

/// Positions rarely have more boxes than this.
const FEW_BOXES: usize = 64;

impl Boxes {
    /// The game with these transfers.
    #[must_use]
    pub fn new(transfers: Transfers) -> Boxes {
        Boxes {
            transfers,
            first: OnceLock::new(),
        }
    }

    /// The transfers that the rule allows.
    #[must_use]
    pub fn transfers(&self) -> &Transfers {
        &self.transfers
    }

    /// The parities of the first `n` boxes.
    ///
    /// # Errors
    ///
    /// Returns the reason if the staircase argument does not apply.
    pub fn staircase(&self, n: usize) -> Result<Staircase, StaircaseError> {
        let mut staircase = Staircase::new(self.transfers.clone());
        staircase.cover(n)?;
        Ok(staircase)
    }
}

impl Game for Boxes {
    type Pos = Counts;
    type Move = Transfer;
    type Fault = Infallible;

    fn expand<F>(&self, p: &Counts, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<Counts, Transfer>) -> Flow,
    {
        for from in (1..=p.len()).filter(|b| p[b - 1] > 0) {
            for to in self.transfers.targets(from, p.len()) {
                for cards in 1..=p[from - 1] {
                    let by = Transfer { from, to, cards };
                    if visit(Step::alternate(self.after(p, &by), by)).is_break() {
                        return Ok(Flow::Break(()));
                    }
                }
            }
        }
        Ok(CONTINUE)
    }

    fn heap_bytes(&self, p: &Counts) -> usize {
        size_of_val(p.as_slice())
    }

    /// For every box: one move per target and number of cards.
    fn degree(&self, p: &Counts) -> Result<u64, Infallible> {
        let boxes = p.iter().zip(1..);
        let moves = boxes.filter(|(cards, _)| **cards > 0).map(|(cards, from)| {
            cards.saturating_mul(self.transfers.target_count(from, p.len()) as u64)
        });
        Ok(moves.fold(0, u64::saturating_add))
    }
}

/// The whole position is one component; its Grundy value is known if the
/// staircase argument applies.
impl Impartial for Boxes {
    type Part = Counts;

    fn parts<F: FnMut(Counts)>(&self, p: &Counts, mut visit: F) {
        visit(p.clone());
    }

    fn options<F: FnMut(&[Counts]) -> Flow>(&self, part: &Counts, mut visit: F) -> Flow {
        let Ok(flow) = self.expand(part, |step| visit(std::slice::from_ref(&step.to)));
        flow
    }

    fn part_bytes(&self, part: &Counts) -> usize {
        self.heap_bytes(part)
    }

    fn known_grundy(&self, part: &Counts) -> Option<Grundy> {
        // Boxes beyond those that a list names are sinks, and in the contest
        // cards go to lower boxes: further boxes change no parity.
        let least = self.transfers.largest().unwrap_or(0);
        if (least..=FEW_BOXES).contains(&part.len()) {
            let first = self.first.get_or_init(|| self.staircase(FEW_BOXES).ok());
            return Some(first.as_ref()?.nim_sum(part));
        }
        let staircase = self.staircase(part.len()).ok()?;
        Some(staircase.nim_sum(part))
    }
}

static INFO: Info<'static> = Info {
    name: "boxes",
    aliases: &["hdu3389", "3389", "staircase-nim"],
    summary: "move cards from box to box; the last player to move wins (staircase Nim)",
    parameters: Cow::Borrowed(&[Parameter {
        name: "moves",
        kind: Kind::Text,
        default: "",
        meaning: "allowed transfers, e.g. 2>1,5>4,6>3, instead of the contest's rule",
    }]),
    syntax: "the counts of boxes 1…n separated by spaces, e.g. 1 3 3 2 2 1 2",
    fields: Cow::Borrowed(&[
        "{a}",
        "{a} {b}",
        "{a} {b} {c}",
        "{a} {b} {c} {d}",
        "{a} {b} {c} {d} {e}",
        "{a} {b} {c} {d} {e} {f}",
        "{a} {b} {c} {d} {e} {f} {g}",
        "{a} {b} {c} {d} {e} {f} {g} {h}",
        "{a} {b} {c} {d} {e} {f} {g} {h} {i}",
    ]),
    contest: Some(
        "T; per case n and n numbers, the cards of boxes 1…n. \
         Answers Case k: Alice or Case k: Bob",
    ),
};

impl CatalogueGame for Boxes {
    const INFO: &'static Info<'static> = &INFO;

    fn with(set: &Settings) -> Result<Boxes, SettingError> {
        let text = set.text("moves");
        let transfers = if text.is_empty() {
            Transfers::contest()
        } else {
            Transfers::parse(text).map_err(|e| set.wrong("moves", e))?
        };
        Ok(Boxes::new(transfers))
    }

    /// The contest's second sample; with other transfers, one card in each of
    /// the boxes that they name.
    fn default_position(&self) -> Counts {
        match self.transfers.largest() {
            None => vec![1, 3, 3, 2, 2, 1, 2],
            Some(boxes) => vec![1; boxes],
        }
    }
}
