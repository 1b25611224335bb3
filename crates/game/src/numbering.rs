//! Numberings of the positions of a game, which tables are indexed by.

use std::fmt::Debug;
use std::sync::Arc;

use crate::{BitParallelGame, Game, HandPairGame, Indexed};

/// Numbers the positions of a game.
pub trait Numbering<G: Game>: Debug + Send + Sync {
    /// A short name. Tables that are stored under it are read with the same numbering.
    fn name(&self) -> &'static str;

    /// Upper bound of all numbers.
    fn size(&self, game: &G) -> u64;

    /// The number of a position's canonical form; `None` for a position without one.
    fn rank(&self, game: &G, p: &G::Pos) -> Option<u64>;

    /// The position of a number; `None` for a hole.
    fn unrank(&self, game: &G, rank: u64) -> Option<G::Pos>;

    /// Whether every position has a number; otherwise those without one are statically decided.
    fn is_total(&self) -> bool {
        true
    }

    /// The size of a canonical position's orbit; 0 if it is not visited.
    fn orbit_size(&self, game: &G, p: &G::Pos) -> u64 {
        let _ = (game, p);
        1
    }
}

impl<G: Game> Numbering<G> for Arc<dyn Numbering<G>> {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn size(&self, game: &G) -> u64 {
        (**self).size(game)
    }

    fn rank(&self, game: &G, p: &G::Pos) -> Option<u64> {
        (**self).rank(game, p)
    }

    fn unrank(&self, game: &G, rank: u64) -> Option<G::Pos> {
        (**self).unrank(game, rank)
    }

    fn is_total(&self) -> bool {
        (**self).is_total()
    }

    fn orbit_size(&self, game: &G, p: &G::Pos) -> u64 {
        (**self).orbit_size(game, p)
    }
}

/// The ranks of an indexed game.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByIndex;

impl<G: Indexed> Numbering<G> for ByIndex {
    fn name(&self) -> &'static str {
        "index"
    }

    fn size(&self, game: &G) -> u64 {
        game.size()
    }

    fn rank(&self, game: &G, p: &G::Pos) -> Option<u64> {
        Some(game.rank(p))
    }

    fn unrank(&self, game: &G, rank: u64) -> Option<G::Pos> {
        game.unrank(rank)
    }

    fn orbit_size(&self, game: &G, p: &G::Pos) -> u64 {
        if game.in_scope(p) {
            game.orbit_size(p)
        } else {
            0
        }
    }
}

/// Pairs of hands: the mover's hand, then the opponent's.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByHands;

impl<G: HandPairGame> Numbering<G> for ByHands {
    fn name(&self) -> &'static str {
        "hands"
    }

    fn size(&self, game: &G) -> u64 {
        u64::from(game.hands()) * u64::from(game.hands())
    }

    fn rank(&self, game: &G, p: &G::Pos) -> Option<u64> {
        let (mine, theirs) = game.hands_of(p);
        Some(u64::from(mine) * u64::from(game.hands()) + u64::from(theirs))
    }

    fn unrank(&self, game: &G, rank: u64) -> Option<G::Pos> {
        let hands = u64::from(game.hands());
        game.pair((rank / hands) as u32, (rank % hands) as u32)
    }
}

/// Bundles and lanes: 256 numbers for each inner bundle. Lanes that represent the same position
/// have the number of the canonical one; the others are holes. Positions of outer bundles, which
/// are statically decided, have no number.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByLanes;

impl<G: BitParallelGame> Numbering<G> for ByLanes {
    fn name(&self) -> &'static str {
        "lanes"
    }

    fn size(&self, game: &G) -> u64 {
        256 * u64::from(game.inner())
    }

    fn rank(&self, game: &G, p: &G::Pos) -> Option<u64> {
        let (bundle, lane) = game.address(p);
        let rank = || {
            let lane = game.lane_symmetry(bundle).canonical_lane(lane);
            256 * u64::from(bundle) + u64::from(lane)
        };
        (bundle < game.inner()).then(rank)
    }

    fn is_total(&self) -> bool {
        false
    }

    fn unrank(&self, game: &G, rank: u64) -> Option<G::Pos> {
        let position = game.position((rank / 256) as u32, (rank % 256) as u8)?;
        (self.rank(game, &position) == Some(rank)).then_some(position)
    }
}
