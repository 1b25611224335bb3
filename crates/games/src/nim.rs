//! *Nim* (Luogu P2197): take matches from one heap.
//!
//! A move takes one or more matches from one heap. Who cannot move loses, or
//! wins in misère play.

mod contest;
mod groups;
mod notation;
mod sample;
mod spelled;
mod why;

use std::borrow::Cow;
use std::convert::Infallible;

use kibitz_game::{
    Axes, Flow, Game, Grouped, Grundy, Impartial, Info, Listed, MORE, SettingError, Settings, Step,
    Wdl,
};

pub use contest::Format;

use crate::play::Play;

/// The matches of each heap.
pub type Heaps = Vec<u64>;

/// Some matches go from a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take {
    /// The heap, from 1.
    pub heap: usize,
    /// How many go, at least one.
    pub matches: u64,
}

/// Nim, in which the last move wins or loses.
///
/// ```
/// use kibitz_game::Wdl;
/// use kibitz_games::Play;
/// use kibitz_games::nim::Nim;
///
/// let normal = Nim { play: Play::Normal };
/// let misere = Nim { play: Play::Misere };
/// assert_eq!(normal.wdl(&[1, 1, 1]), Wdl::Win);
/// assert_eq!(misere.wdl(&[1, 1, 1]), Wdl::Loss);
/// assert_eq!(misere.wdl(&[1, 2, 3]), Wdl::Loss);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nim {
    /// What it means to have no move.
    pub play: Play,
}

impl Nim {
    /// The result of a position, by Bouton's theorem.
    ///
    /// Normal play: a heap is worth its size, so the mover loses where the
    /// exclusive or of the heaps is 0.
    ///
    /// Misère play: where no heap has more than one match, matches are taken
    /// in turn, and the mover loses if their number is odd. Otherwise the
    /// result is that of normal play. For if exactly one heap is large, the
    /// exclusive or is not 0, and the mover takes all of that heap or all but
    /// one, whichever leaves an odd number of single matches: a win. If two or
    /// more are large, every move leaves one that is, so by induction moves
    /// win and lose as in normal play.
    #[must_use]
    pub fn wdl(&self, heaps: &[u64]) -> Wdl {
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let are_single = || heaps.iter().all(|heap| *heap <= 1);
        let is_lost = match self.play {
            // The exclusive or of single matches tells whether they are odd.
            Play::Misere if are_single() => sum == 1,
            _ => sum == 0,
        };
        if is_lost { Wdl::Loss } else { Wdl::Win }
    }
}

impl Game for Nim {
    type Pos = Heaps;
    type Move = Take;
    type Fault = Infallible;

    fn expand<F>(&self, p: &Heaps, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<Heaps, Take>) -> Flow,
    {
        for (i, heap) in p.iter().enumerate() {
            for matches in 1..=*heap {
                let by = Take {
                    heap: i + 1,
                    matches,
                };
                if visit(Step::pass(self.after(p, &by), by)).is_break() {
                    return Ok(Flow::Break(()));
                }
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

    /// Every match can be the last that goes.
    fn degree(&self, p: &Heaps) -> Result<u64, Infallible> {
        Ok(p.iter().fold(0, |all, heap| all.saturating_add(*heap)))
    }
}

impl Impartial for Nim {
    type Part = u64;

    fn parts<F: FnMut(u64)>(&self, p: &Heaps, visit: F) {
        p.iter().copied().for_each(visit);
    }

    fn options<F: FnMut(&[u64]) -> Flow>(&self, heap: &u64, mut visit: F) -> Flow {
        (0..*heap).rev().try_for_each(|left| visit(&[left]))
    }

    /// From a heap of n every smaller heap can be reached, and no other: the
    /// values 0 … n − 1, whose mex is n.
    fn known_grundy(&self, heap: &u64) -> Option<Grundy> {
        Some(Grundy::new(*heap))
    }

    fn known_misere(&self, p: &Heaps) -> Option<Wdl> {
        (self.play == Play::Misere).then(|| self.wdl(p))
    }
}

static INFO: Info<'static> = Info {
    name: "nim",
    aliases: &["p2197"],
    summary: "take any number of matches from one heap; who cannot move loses",
    parameters: Cow::Borrowed(&[Play::parameter(
        "normal (who cannot move loses) or misere (who cannot move wins)",
    )]),
    syntax: "the heaps with spaces, as 3 5 7",
    fields: Cow::Borrowed(&["{a}", "{a} {b}", "{a} {b} {c}"]),
    contest: Some(
        "T; per case n and n numbers, the heaps. Answers Yes if the first player wins, or No",
    ),
};

impl Listed for Nim {
    const INFO: &'static Info<'static> = &INFO;

    fn with(set: &Settings) -> Result<Nim, SettingError> {
        let play = Play::of(set)?;
        Ok(Nim { play })
    }

    fn shown(&self) -> Heaps {
        vec![3, 5, 7]
    }

    fn axes(&self) -> Option<Axes> {
        Some(Axes::numbers(0..=63, "heap 1", "heap 2"))
    }
}
