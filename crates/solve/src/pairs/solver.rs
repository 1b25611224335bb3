//! Games of two hands as a solver: a set of positions at a time where memory
//! allows it, the folded table otherwise.

use std::sync::Arc;

use kibitz_game::{Engine, Game, Paired, Plan, Retro, Watch};

use super::{Pairs, memory, solve};
use crate::retrograde::Retrograde;
use crate::tabled::{Numbering, Values};
use crate::{Scope, Solution, SolveError, Solver, Tabled, Wanted};

/// Solves the whole game, by pairs of hands or, slower and in half the memory
/// or less, by retrograde analysis.
#[derive(Clone, Copy, Debug, Default)]
pub struct TwoHands;

impl<G: Retro + Paired> Solver<G> for TwoHands {
    fn visits_all(&self) -> bool {
        true
    }

    fn plan(&self, game: &G, scope: &Scope<G::Pos>, wanted: Wanted, watch: &Watch) -> Plan {
        /// Nanoseconds for a position on one core.
        const NS: f64 = 45.0;
        let hands = u64::from(game.hands());
        let ns = NS / watch.thread_count() as f64;
        let pairs = Plan::new(Engine::Pairs, hands * hands, memory(hands), ns);
        match pairs.check(watch) {
            Ok(()) => pairs,
            Err(_) => Retrograde.plan(game, scope, wanted, watch),
        }
    }

    fn run(
        &self,
        game: &G,
        scope: &Scope<G::Pos>,
        wanted: Wanted,
        plan: &Plan,
        watch: &Watch,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        match plan.engine {
            Engine::Pairs => Ok(Arc::new(Tabled::new(ByHands, solve(game, watch)?))),
            _ => Retrograde.run(game, scope, wanted, plan, watch),
        }
    }
}

/// Positions by the mover's hand, then the opponent's.
#[derive(Clone, Copy, Debug)]
struct ByHands;

impl<G: Game + Paired> Numbering<G> for ByHands {
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

impl Values for Pairs {
    fn get(&self, rank: u64) -> Result<Option<kibitz_game::Value>, SolveError> {
        Ok(self.table.get(rank))
    }
}
