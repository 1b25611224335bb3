//! *Nim* (Luogu P2197): take matches from one heap.
//!
//! A move takes one or more matches from one heap. A player who cannot move
//! loses; in misère play, wins.

mod contest;
mod generator;
mod move_classes;
mod notation;
mod parse_move;
mod why;

use std::borrow::Cow;
use std::convert::Infallible;

use kibitz_game::{
    Axes, CONTINUE, CatalogueGame, Flow, Game, Grundy, Impartial, Info, MoveClasses, SettingError,
    Settings, Step, Wdl,
};

pub use contest::Format;
pub use generator::SIZES;

use crate::play::PlayConvention;

/// The matches of each heap.
pub type Heaps = Vec<u64>;

/// A move: takes matches from a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take {
    /// The heap, numbered from 1.
    pub heap: usize,
    /// The number of matches, at least 1.
    pub matches: u64,
}

/// Nim, in which the last move wins or loses.
///
/// ```
/// use kibitz_game::Wdl;
/// use kibitz_games::PlayConvention;
/// use kibitz_games::nim::Nim;
///
/// let normal = Nim { play: PlayConvention::Normal };
/// let misere = Nim { play: PlayConvention::Misere };
/// assert_eq!(normal.wdl(&[1, 1, 1]), Wdl::Win);
/// assert_eq!(misere.wdl(&[1, 1, 1]), Wdl::Loss);
/// assert_eq!(misere.wdl(&[1, 2, 3]), Wdl::Loss);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nim {
    /// The play convention.
    pub play: PlayConvention,
}

impl Nim {
    /// The result of a position, by Bouton's theorem.
    ///
    /// Normal play: the Grundy value of a heap is its size, so the mover loses
    /// iff the nim-sum of the heaps is 0.
    ///
    /// Misère play: if no heap has more than one match, the matches are taken
    /// one by one, and the mover loses iff their number is odd. Otherwise the
    /// result is that of normal play. If exactly one heap is large, the nim-sum
    /// is not 0, and the mover wins by taking all of that heap or all but one,
    /// whichever leaves an odd number of single matches. If two or more are
    /// large, every move leaves a large one, so by induction moves win and lose
    /// as in normal play.
    #[must_use]
    pub fn wdl(&self, heaps: &[u64]) -> Wdl {
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let are_single = || heaps.iter().all(|heap| *heap <= 1);
        let is_lost = match self.play {
            // The nim-sum of single matches is the parity of their number.
            PlayConvention::Misere if are_single() => sum == 1,
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
                if visit(Step::alternate(self.after(p, &by), by)).is_break() {
                    return Ok(Flow::Break(()));
                }
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

    /// One move per match of each heap.
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

    /// The options of a heap of n have the values 0 … n − 1, whose mex is n.
    fn known_grundy(&self, heap: &u64) -> Option<Grundy> {
        Some(Grundy::new(*heap))
    }

    fn known_misere(&self, p: &Heaps) -> Option<Wdl> {
        (self.play == PlayConvention::Misere).then(|| self.wdl(p))
    }
}

static INFO: Info<'static> = Info {
    name: "nim",
    aliases: &["p2197"],
    summary: "take any number of matches from one heap; a player who cannot move loses",
    parameters: Cow::Borrowed(&[PlayConvention::parameter(
        "normal (a player who cannot move loses) or misere (a player who cannot move wins)",
    )]),
    syntax: "the heaps separated by spaces, e.g. 3 5 7",
    fields: Cow::Borrowed(&["{a}", "{a} {b}", "{a} {b} {c}"]),
    contest: Some(
        "T; per case n and n numbers, the heaps. Answers Yes if the first player wins, or No",
    ),
};

impl CatalogueGame for Nim {
    const INFO: &'static Info<'static> = &INFO;

    fn with(set: &Settings) -> Result<Nim, SettingError> {
        let play = PlayConvention::of(set)?;
        Ok(Nim { play })
    }

    fn default_position(&self) -> Heaps {
        vec![3, 5, 7]
    }

    fn axes(&self) -> Option<Axes> {
        Some(Axes::numbers(0..=63, "heap 1", "heap 2"))
    }
}
