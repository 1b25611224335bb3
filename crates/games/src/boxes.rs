//! *Game* (HDU 3389): move cards from box to box until none can move.
//!
//! Boxes 1…n hold cards. A move picks a non-empty box and moves one or more of
//! its cards to a box where they may go; who makes the last legal move wins.
//! In the contest cards go from box A to a box B < A with A + B odd and
//! divisible by 3; here any [`Transfers`] will do.
//!
//! Where the number of steps from a box to a sink is always odd or always
//! even, this is staircase Nim: see [`Staircase`].

mod contest;
mod groups;
mod notation;
mod sample;
mod spelled;
mod staircase;
mod transfers;
mod why;

use std::borrow::Cow;
use std::convert::Infallible;
use std::sync::OnceLock;

use kibitz_game::{
    Flow, Game, Grouped, Grundy, Impartial, Info, Kind, Listed, MORE, Parameter, SettingError,
    Settings, Step,
};

pub use contest::Format;
pub use staircase::{NoStaircase, Staircase};
pub use transfers::Transfers;

/// The number of cards in each box, box 1 first.
pub type Counts = Vec<u64>;

/// Some cards go from one box to another; boxes count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The box they leave.
    pub from: usize,
    /// The box they go to.
    pub to: usize,
    /// How many.
    pub cards: u64,
}

/// The game with some rule of where cards may go.
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
    /// The sides of as many boxes as most positions have, if they have any:
    /// found once, for questions about many positions.
    first: OnceLock<Option<Staircase>>,
}

/// Most positions have no more boxes than this.
const FEW_BOXES: usize = 64;

impl Boxes {
    /// Cards go where `transfers` says.
    #[must_use]
    pub fn new(transfers: Transfers) -> Boxes {
        Boxes {
            transfers,
            first: OnceLock::new(),
        }
    }

    /// Where cards may go.
    #[must_use]
    pub fn transfers(&self) -> &Transfers {
        &self.transfers
    }

    /// The sides of the first `n` boxes, if they have any.
    ///
    /// # Errors
    /// Why the argument of staircase Nim does not apply.
    pub fn staircase(&self, n: usize) -> Result<Staircase, NoStaircase> {
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
                    if visit(Step::pass(self.after(p, &by), by)).is_break() {
                        return Ok(Flow::Break(()));
                    }
                }
            }
        }
        Ok(MORE)
    }

    fn heap_bytes(&self, p: &Counts) -> usize {
        size_of_val(p.as_slice())
    }

    /// Every card of a box can be the last that moves, to every target.
    fn degree(&self, p: &Counts) -> Result<u64, Infallible> {
        let boxes = p.iter().zip(1..);
        let moves = boxes.filter(|(cards, _)| **cards > 0).map(|(cards, from)| {
            cards.saturating_mul(self.transfers.target_count(from, p.len()) as u64)
        });
        Ok(moves.fold(0, u64::saturating_add))
    }
}

/// The whole position is one part: where its Grundy value is known, it is by
/// the staircase.
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
        // cards go to smaller boxes: further boxes change no sides.
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
    summary: "move cards from box to box; who makes the last move wins (staircase Nim)",
    parameters: Cow::Borrowed(&[Parameter {
        name: "moves",
        kind: Kind::Text,
        default: "",
        meaning: "where cards may go, as 2>1,5>4,6>3, in place of the contest's rule",
    }]),
    syntax: "the counts of boxes 1…n with spaces, as 1 3 3 2 2 1 2",
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

impl Listed for Boxes {
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

    /// The second sample of the document, or with other moves as many boxes
    /// as they name, one card each.
    fn shown(&self) -> Counts {
        match self.transfers.largest() {
            None => vec![1, 3, 3, 2, 2, 1, 2],
            Some(boxes) => vec![1; boxes],
        }
    }
}
