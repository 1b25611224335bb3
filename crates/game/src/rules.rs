//! The traits: [`Game`], and the capabilities that a game may add.
//!
//! [`Game`] is the only required trait. Every other trait is a capability that some engine requires
//! at compile time; without it the game is solved by an engine that needs less.

use std::error::Error;
use std::fmt::Debug;
use std::hash::Hash;

use crate::expander::Direct;
use crate::{CONTINUE, Expander, Flow, Grundy, Notation, Step, Unmove, Value, Wdl};

/// The rules of a two-player game with perfect information and without chance.
///
/// ```
/// use std::convert::Infallible;
/// use kibitz_game::{Flow, Game, CONTINUE, Step};
///
/// /// Take 1, 2 or 3 matches; a player who cannot take loses.
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
///             if visit(Step::alternate(left - take, take)).is_break() {
///                 return Ok(Flow::Break(()));
///             }
///         }
///         Ok(CONTINUE)
///     }
/// }
///
/// assert_eq!(Matches.degree(&2), Ok(2));
/// ```
pub trait Game: Send + Sync {
    /// All that determines moves and result. If positions are seen from the mover's side, the side
    /// to move is not part of it.
    type Pos: Clone + Eq + Hash + Debug + Send + Sync;
    /// The label of a move.
    type Move: Clone + Eq + Debug;
    /// An error inside the rules: `Infallible` for a game in Rust; overflow, an exhausted step
    /// limit or a failed assertion for a rule file.
    type Fault: Error + Send + Sync + 'static;

    /// Visits every move from `p`, in a fixed order, until the visitor breaks; returns whether it
    /// did. A forced pass is an ordinary step, generated only if no other move is legal.
    ///
    /// Not called for a statically decided position.
    ///
    /// # Errors
    /// Returns the fault if the rules fail at `p`.
    fn expand<F>(&self, p: &Self::Pos, visit: F) -> Result<Flow, Self::Fault>
    where
        F: FnMut(Step<Self::Pos, Self::Move>) -> Flow;

    /// The start position; `None` for a game without a distinguished one.
    fn start(&self) -> Option<Self::Pos> {
        None
    }

    /// The value of `p` if it is statically decided, i.e. known without generating moves. Called
    /// before `expand`.
    ///
    /// # Errors
    /// Returns the fault if the rules fail at `p`.
    fn static_value(&self, p: &Self::Pos) -> Result<Option<Value>, Self::Fault> {
        let _ = p;
        Ok(None)
    }

    /// The play convention, the result of a player without a legal move: `Loss` in normal play,
    /// `Win` in misère play.
    fn no_move_result(&self) -> Wdl {
        Wdl::Loss
    }

    /// In score play, the score of a position that is decided or has no moves, signed for the mover.
    ///
    /// # Errors
    /// Returns the fault if the rules fail at `p`.
    fn final_score(&self, p: &Self::Pos) -> Result<Option<i64>, Self::Fault> {
        let _ = p;
        Ok(None)
    }

    /// The heap memory owned by `p` in bytes, counted against the budget by engines that store
    /// positions.
    fn heap_bytes(&self, p: &Self::Pos) -> usize {
        let _ = p;
        0
    }

    /// The number of moves from `p`. Worth implementing if counting is faster than generating; it
    /// must agree with `expand`.
    ///
    /// # Errors
    /// Returns the fault if the rules fail at `p`.
    fn degree(&self, p: &Self::Pos) -> Result<u64, Self::Fault> {
        let mut count = 0;
        let _ = self.expand(p, |_| {
            count += 1;
            CONTINUE
        })?;
        Ok(count)
    }

    /// An [`Expander`], which applies the rules to many positions, one for each thread. Worth
    /// implementing if naming moves is expensive, or if state can be reused between positions.
    fn expander(&self) -> impl Expander<Pos = Self::Pos, Fault = Self::Fault> + '_ {
        Direct(self)
    }
}

/// A move of a game.
pub type StepOf<G> = Step<<G as Game>::Pos, <G as Game>::Move>;

/// Positions are densely numbered: tables instead of hashing.
///
/// Symmetry reduction happens here: `rank` gives the number of a position's canonical form, and
/// `unrank` the canonical form.
pub trait Indexed: Game {
    /// The number of ranks; all ranks are below it.
    fn size(&self) -> u64;

    /// The rank of the canonical form of `p`.
    fn rank(&self, p: &Self::Pos) -> u64;

    /// The position of a rank below [`size`](Indexed::size); `None` for a hole.
    fn unrank(&self, rank: u64) -> Option<Self::Pos>;

    /// The size of the orbit of the canonical form `p`: 1 without symmetry reduction.
    fn orbit_size(&self, p: &Self::Pos) -> u64 {
        let _ = p;
        1
    }

    /// Whether `p` belongs to the positions that are counted and searched: `false` if it has a rank
    /// only because play leads there, e.g. an endgame with fewer pieces.
    fn in_scope(&self, p: &Self::Pos) -> bool {
        let _ = p;
        true
    }
}

/// Generates un-moves: retrograde analysis without a stored graph.
pub trait Retro: Indexed {
    /// Visits every un-move of the canonical form `p`: each undecided canonical `q`, or a position
    /// in its orbit, as often as `q` has moves into the orbit of `p`.
    fn unmoves<F>(&self, p: &Self::Pos, visit: F)
    where
        F: FnMut(Unmove<Self::Pos>);
}

/// Every move lowers the rank, so ranks are a topological order: one sweep in rank order visits all
/// successors before their predecessors. Such a game has no cycles.
pub trait TopologicalIndex: Indexed {}

/// Both players have the same moves, and play ends. In normal play Sprague–Grundy theory applies.
///
/// In misère play ([`Game::no_move_result`] is a win) a position is still a sum of components, but
/// their Grundy values do not determine its result.
pub trait Impartial: Game {
    /// A component of a sum.
    type Part: Clone + Eq + Hash + Debug + Send + Sync;

    /// The components of a position: `p` is their sum.
    fn parts<F>(&self, p: &Self::Pos, visit: F)
    where
        F: FnMut(Self::Part);

    /// Visits the options of one component, each a sum of components, until the visitor breaks.
    fn options<F>(&self, part: &Self::Part, visit: F) -> Flow
    where
        F: FnMut(&[Self::Part]) -> Flow;

    /// The heap memory owned by a component in bytes, counted against the budget by engines that
    /// store components.
    fn part_bytes(&self, part: &Self::Part) -> usize {
        let _ = part;
        0
    }

    /// The Grundy value of a component, if the game knows a faster way than evaluating all options
    /// recursively.
    fn known_grundy(&self, part: &Self::Part) -> Option<Grundy> {
        let _ = part;
        None
    }

    /// Why a component has no [`known_grundy`](Impartial::known_grundy) and too many options to
    /// evaluate, if the game can determine that in advance.
    fn excess(&self, part: &Self::Part) -> Option<Excess> {
        let _ = part;
        None
    }

    /// The result of a position in misère play, if the game knows it without a search.
    fn known_misere(&self, p: &Self::Pos) -> Option<Wdl> {
        let _ = p;
        None
    }
}

/// A limit that is exceeded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excess {
    /// What exceeds it, as the subject of a sentence.
    pub what: String,
    /// The limit.
    pub max: u64,
}

/// The end of the game has a score.
pub trait Scored: Game {
    /// The score of a statically decided position or one without a legal move, signed for the
    /// mover.
    fn score(&self, p: &Self::Pos) -> i64;
}

/// An impartial placement game: a move fills some empty cells, and cells are never emptied.
/// Positions are sets of filled cells.
pub trait PlacementGame: TopologicalIndex {
    /// The number of cells.
    fn cells(&self) -> u32;

    /// The sets of cells that a move may fill, if all of them are empty.
    fn patterns(&self) -> &[u64];

    /// The filled cells of a position.
    fn filled(&self, p: &Self::Pos) -> u64;

    /// The position with these cells filled.
    fn position(&self, filled: u64) -> Self::Pos;
}

/// An impartial game whose moves fall into classes that can be counted without enumerating them:
/// for positions with millions of moves.
pub trait MoveClasses: Impartial + Notation {
    /// The classes of the moves from `p`; `None` if the winning moves cannot be counted this way.
    fn groups(&self, p: &Self::Pos) -> Option<Vec<MoveClass<Self::Move>>>;

    /// The position after a move from `p`.
    fn after(&self, p: &Self::Pos, by: &Self::Move) -> Self::Pos;

    /// The position that consists of one component.
    fn alone(&self, part: &Self::Part) -> Self::Pos;

    /// The number, from 1, of the component that a move changes; 1 if positions have only one.
    fn changed_part(&self, by: &Self::Move) -> usize {
        let _ = by;
        1
    }

    /// A lower bound on the number of positions reachable from `p`, to avoid an enumeration that
    /// cannot succeed.
    fn reaches_at_least(&self, p: &Self::Pos) -> u64 {
        let _ = p;
        0
    }

    /// What a component is called: a pile, a heap.
    fn part_name(&self) -> &'static str {
        "part"
    }

    /// The notation of a component.
    fn write_part(&self, part: &Self::Part) -> String;

    /// The closed form of a component's Grundy value as a sentence that applies to this component.
    /// `None` if its options explain the value as well.
    fn closed_form(&self, part: &Self::Part) -> Option<String> {
        let _ = part;
        None
    }
}

/// A class of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveClass<M> {
    /// The common property of the moves.
    pub name: String,
    /// The number of moves, at least one.
    pub moves: u64,
    /// The number of winning moves among them.
    pub winning: u64,
    /// One of them, winning if possible.
    pub example: M,
}

/// A game that can start with either player to move, so that the first-move advantage is defined.
pub trait EitherStarts: Scored {
    /// The start with the first player to move, and with the second.
    fn starts(&self) -> [Self::Pos; 2];
}

/// A position is a pair of hands, the mover's first. A move changes only the mover's hand, and then
/// the hands swap; the possible changes depend on the opponent's hand only through the *keys* that
/// it holds. One operation on a set of hands therefore handles all positions with the same mover's
/// hand in one batch.
pub trait HandPairGame: Game {
    /// The number of hands, which are numbered from 0.
    fn hands(&self) -> u32;

    /// The position with these hands; `None` for a hole.
    fn pair(&self, mine: u32, theirs: u32) -> Option<Self::Pos>;

    /// The hands of a position.
    fn hands_of(&self, p: &Self::Pos) -> (u32, u32);

    /// Whether positions in which one of the players has this hand may be statically decided or
    /// holes. `false` saves testing every pair.
    fn is_special(&self, hand: u32) -> bool {
        let _ = hand;
        true
    }

    /// The number of keys, which are numbered from 0.
    fn keys(&self) -> u32;

    /// Whether a hand holds a key.
    fn holds(&self, hand: u32, key: u32) -> bool;

    /// Visits what a hand can become against one that holds `key`. Every move of an undecided
    /// position is such a change, for some key of the opponent's hand.
    fn changes<F: FnMut(u32)>(&self, hand: u32, key: u32, visit: F);
}
