//! The traits: what a game is, and what more it may know about itself.
//!
//! [`Game`] is all that anybody must write. Every other trait is a capability
//! that an engine asks for at compile time; without it the game is still
//! solved, by an engine that needs less.

use std::error::Error;
use std::fmt::Debug;
use std::hash::Hash;

use crate::expander::Direct;
use crate::{Expander, Flow, Grundy, MORE, Notation, Step, Unstep, Value, Wdl};

/// The rules of a game for two players, with nothing hidden and no chance.
///
/// ```
/// use std::convert::Infallible;
/// use kibitz_game::{Flow, Game, MORE, Step};
///
/// /// Take 1, 2 or 3 matches; who cannot take loses.
/// struct Matches;
///
/// impl Game for Matches {
///     type Pos = u32;
///     type Move = u32;
///     type Fault = Infallible;
///
///     fn start(&self) -> Option<u32> {
///         Some(21)
///     }
///
///     fn expand<F>(&self, &left: &u32, mut visit: F) -> Result<Flow, Infallible>
///     where
///         F: FnMut(Step<u32, u32>) -> Flow,
///     {
///         for take in 1..=left.min(3) {
///             if visit(Step::pass(left - take, take)).is_break() {
///                 return Ok(Flow::Break(()));
///             }
///         }
///         Ok(MORE)
///     }
/// }
///
/// assert_eq!(Matches.degree(&2), Ok(2));
/// ```
pub trait Game: Send + Sync {
    /// Everything that decides how play goes on. Where positions are written
    /// from the mover's side, the side to move is no part of it.
    type Pos: Clone + Eq + Hash + Debug + Send + Sync;
    /// What people call a move.
    type Move: Clone + Eq + Debug;
    /// What can go wrong inside the rules: `Infallible` for a game in Rust;
    /// overflow, fuel or a failed assertion for one in Python.
    type Fault: Error + Send + Sync + 'static;

    /// Visits every move from `p`, in a fixed order, until the visitor has
    /// seen enough; says whether it had. A forced pass is an ordinary step,
    /// generated only where nothing else is legal.
    ///
    /// Not asked of a decided position.
    ///
    /// # Errors
    /// Where the rules themselves fail at `p`.
    fn expand<F>(&self, p: &Self::Pos, visit: F) -> Result<Flow, Self::Fault>
    where
        F: FnMut(Step<Self::Pos, Self::Move>) -> Flow;

    /// Where play begins; `None` in a game in which any position may be asked
    /// and none is special.
    fn start(&self) -> Option<Self::Pos> {
        None
    }

    /// The value of `p` where it is known at a glance. Asked before `expand`.
    ///
    /// # Errors
    /// Where the rules themselves fail at `p`.
    fn decided(&self, p: &Self::Pos) -> Result<Option<Value>, Self::Fault> {
        let _ = p;
        Ok(None)
    }

    /// What it means to have no move: `Loss` in normal play, `Win` in misère.
    fn stuck(&self) -> Wdl {
        Wdl::Loss
    }

    /// The bytes that `p` owns on the heap, so that engines that keep positions
    /// can keep to their budget.
    fn heap_bytes(&self, p: &Self::Pos) -> usize {
        let _ = p;
        0
    }

    /// The number of moves from `p`. Worth writing where counting is quicker
    /// than generating; it must agree with `expand`.
    ///
    /// # Errors
    /// Where the rules themselves fail at `p`.
    fn degree(&self, p: &Self::Pos) -> Result<u64, Self::Fault> {
        let mut count = 0;
        let _ = self.expand(p, |_| {
            count += 1;
            MORE
        })?;
        Ok(count)
    }

    /// An [`Expander`], which applies the rules to many positions, one for each
    /// thread. Worth
    /// writing where names take time, or something can be kept from one
    /// position to the next.
    fn expander(&self) -> impl Expander<Pos = Self::Pos, Fault = Self::Fault> + '_ {
        Direct(self)
    }
}

/// A move of a game.
pub type StepOf<G> = Step<<G as Game>::Pos, <G as Game>::Move>;

/// Positions are numbered densely: tables instead of hashing.
///
/// Symmetry is folded here: `rank` gives the number of a position's
/// representative, and `unrank` the representative.
pub trait Indexed: Game {
    /// All ranks are below this.
    fn size(&self) -> u64;

    /// The number of `p`, or of the representative that stands for it.
    fn rank(&self, p: &Self::Pos) -> u64;

    /// The position of a rank below [`size`](Indexed::size); `None` for a
    /// hole, a rank that no position has.
    fn unrank(&self, rank: u64) -> Option<Self::Pos>;

    /// How many positions the representative `p` stands for, itself among
    /// them: 1 where nothing is folded.
    fn copies(&self, p: &Self::Pos) -> u64 {
        let _ = p;
        1
    }

    /// Whether `p` is one of the positions that the game is about, which are
    /// counted and searched: `false` where it has a rank only because play
    /// leads there, as to an ending with fewer pieces.
    fn is_counted(&self, p: &Self::Pos) -> bool {
        let _ = p;
        true
    }
}

/// Moves can be taken back: retrograde analysis without a stored graph.
pub trait Retro: Indexed {
    /// Visits every un-move of the representative `p`: each undecided
    /// representative `q`, or a position that folds onto it, as often as `q` has
    /// moves to positions that fold onto `p`.
    fn unmoves<F>(&self, p: &Self::Pos, visit: F)
    where
        F: FnMut(Unstep<Self::Pos>);
}

/// Every step leads to a smaller rank, so one pass in rank order meets all
/// children before their parent. Such a game has no cycles.
pub trait Descending: Indexed {}

/// Both players have the same moves, and play ends: where who cannot move
/// loses, the theory of Sprague and Grundy applies.
///
/// Where who cannot move wins ([`Game::stuck`], misère play), a position still
/// falls into parts, but their values say nothing about the sum.
pub trait Impartial: Game {
    /// A part of a position that plays by itself.
    type Part: Clone + Eq + Hash + Debug + Send + Sync;

    /// The parts of a position: `p` is their sum.
    fn parts<F>(&self, p: &Self::Pos, visit: F)
    where
        F: FnMut(Self::Part);

    /// Visits the options of one part, each a sum of parts, until the visitor
    /// has seen enough.
    fn options<F>(&self, part: &Self::Part, visit: F) -> Flow
    where
        F: FnMut(&[Self::Part]) -> Flow;

    /// The bytes that a part owns on the heap, so that engines that keep parts
    /// can keep to their budget.
    fn part_bytes(&self, part: &Self::Part) -> usize {
        let _ = part;
        0
    }

    /// The Grundy value of a part, where the game knows a faster way than
    /// looking at all options of options.
    fn known_grundy(&self, part: &Self::Part) -> Option<Grundy> {
        let _ = part;
        None
    }

    /// Why a part has no [`known_grundy`](Impartial::known_grundy) and too
    /// many options to look at, where the game can tell beforehand.
    fn excess(&self, part: &Self::Part) -> Option<Excess> {
        let _ = part;
        None
    }

    /// The result of a position in misère play, where the game knows it
    /// without looking at everything.
    fn known_misere(&self, p: &Self::Pos) -> Option<Wdl> {
        let _ = p;
        None
    }
}

/// More than can be worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excess {
    /// What there is too much of, as the subject of a sentence.
    pub what: String,
    /// How much there may be.
    pub most: u64,
}

/// At the end the winner has won by so many points.
pub trait Scored: Game {
    /// The points of a decided or stuck position, signed for the mover.
    fn score(&self, p: &Self::Pos) -> i64;
}

/// A game in which a move fills some empty cells and nothing is ever emptied:
/// positions are sets of filled cells.
pub trait Filling: Descending {
    /// How many cells there are.
    fn cells(&self) -> u32;

    /// The sets of cells that a move may fill, if all of them are empty.
    fn patterns(&self) -> &[u64];

    /// The filled cells of a position.
    fn filled(&self, p: &Self::Pos) -> u64;

    /// The position with these cells filled.
    fn position(&self, filled: u64) -> Self::Pos;
}

/// An impartial game whose moves come in groups that can be counted without
/// looking at each: for positions with millions of moves.
pub trait Grouped: Impartial + Notation {
    /// The groups of the moves from `p`; `None` where which of them win cannot
    /// be told this way.
    fn groups(&self, p: &Self::Pos) -> Option<Vec<Group<Self::Move>>>;

    /// The position after a move from `p`.
    fn after(&self, p: &Self::Pos, by: &Self::Move) -> Self::Pos;

    /// The part that a move changes, by its number from 1; the only one where
    /// positions have no more.
    fn changed_part(&self, by: &Self::Move) -> usize {
        let _ = by;
        1
    }

    /// So many positions can be reached from `p`, or more: it saves starting
    /// to look at all of them where that is hopeless.
    fn reaches_at_least(&self, p: &Self::Pos) -> u64 {
        let _ = p;
        0
    }

    /// What people call a part: a pile, a heap.
    fn part_name(&self) -> &'static str {
        "part"
    }

    /// How people write a part.
    fn write_part(&self, part: &Self::Part) -> String;

    /// The closed form of a part's Grundy value in words, true of this part:
    /// `a heap of Nim is worth its size`. `None` where its options tell as much.
    fn law(&self, part: &Self::Part) -> Option<String> {
        let _ = part;
        None
    }
}

/// Moves that have something in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group<M> {
    /// What they have in common.
    pub name: String,
    /// How many there are, at least one.
    pub moves: u64,
    /// How many of them win.
    pub winning: u64,
    /// One of them: a winning one where there is one.
    pub example: M,
}

/// A game whose start can be given to either player, so that the importance of
/// the first move can be told.
pub trait Rivals: Scored {
    /// The start with the first player to move, and with the second.
    fn starts(&self) -> [Self::Pos; 2];
}

/// Positions are pairs of hands, the mover's first. A move changes the mover's
/// hand alone, and then the hands change places; which changes there are
/// depends on the opponent's hand only through the *keys* that it holds. So
/// one operation on a set of hands serves all positions with the same mover's
/// hand at once.
pub trait Paired: Game {
    /// How many hands there are; they are numbered from 0.
    fn hands(&self) -> u32;

    /// The position with these hands; `None` where there is none.
    fn pair(&self, mine: u32, theirs: u32) -> Option<Self::Pos>;

    /// The hands of a position.
    fn hands_of(&self, p: &Self::Pos) -> (u32, u32);

    /// Whether the rules may decide a position, or there may be none, because
    /// one of the players has this hand. Saying `false` where it is so saves
    /// asking about every pair.
    fn is_special(&self, hand: u32) -> bool {
        let _ = hand;
        true
    }

    /// How many keys there are; they are numbered from 0.
    fn keys(&self) -> u32;

    /// Whether a hand holds a key.
    fn holds(&self, hand: u32, key: u32) -> bool;

    /// Visits what a hand can become against one that holds `key`. Every move
    /// of an undecided position is such a change, for some key of the other
    /// hand.
    fn changes<F: FnMut(u32)>(&self, hand: u32, key: u32, visit: F);
}
