//! Games without cycles as solvers: a pass over the whole game, or a walk over
//! what some positions reach.

use std::sync::{Arc, OnceLock};

use kibitz_game::{Descending, Engine, Grundy, Impartial, Indexed, Plan, Rivals, Watch};

use super::{scores, sweep, sweep_grundy, walk};
use crate::solution::Visitor;
use crate::{ByIndex, Scope, Solution, SolveError, Solver, Table, Tabled, Verdict, Wanted};

/// Bytes of a value, and of a Grundy value beside it.
pub(crate) const VALUE: u64 = 2;
pub(crate) const BOTH: u64 = VALUE + size_of::<Grundy>() as u64;

/// Moves of a position, for a guess of the time that a pass will take.
const USUAL_MOVES: u64 = 8;

/// The plan of a pass over `ranks` ranks with at most `moves` moves each.
pub(crate) fn sweep_plan(ranks: u64, moves: u64, bytes_each: u64) -> Plan {
    /// Nanoseconds for a move.
    const NS: f64 = 2.5;
    let bytes = ranks.saturating_mul(bytes_each);
    Plan::new(Engine::Acyclic, ranks, bytes, NS * moves as f64)
}

/// One pass over the whole game, in the order of ranks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sweep;

impl<G: Descending> Solver<G> for Sweep {
    fn visits_all(&self) -> bool {
        true
    }

    fn plan(&self, game: &G, _: &Scope<G::Pos>, _: Wanted, _: &Watch) -> Plan {
        sweep_plan(game.size(), USUAL_MOVES, VALUE)
    }

    fn run(
        &self,
        game: &G,
        _: &Scope<G::Pos>,
        _: Wanted,
        _: &Plan,
        watch: &Watch,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        Ok(Arc::new(Tabled::new(ByIndex, sweep(game, watch)?)))
    }
}

/// One pass over the whole of an impartial game, with Grundy values.
#[derive(Clone, Copy, Debug, Default)]
pub struct GrundySweep;

impl<G: Descending + Impartial> Solver<G> for GrundySweep {
    fn visits_all(&self) -> bool {
        true
    }

    fn plan(&self, game: &G, _: &Scope<G::Pos>, _: Wanted, _: &Watch) -> Plan {
        sweep_plan(game.size(), USUAL_MOVES, BOTH)
    }

    fn run(
        &self,
        game: &G,
        _: &Scope<G::Pos>,
        _: Wanted,
        _: &Plan,
        watch: &Watch,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        let grundy = sweep_grundy(game, watch)?;
        let table = Tabled::new(ByIndex, sweep(game, watch)?);
        Ok(Arc::new(table.with_grundy(grundy)))
    }
}

/// A walk over everything that some positions reach, with scores.
#[derive(Clone, Copy, Debug, Default)]
pub struct Walk;

/// What a walk has found.
struct Walked {
    table: Tabled<ByIndex, Table>,
    /// Belongs to the game, whatever position was asked about; worked out when
    /// it is first asked for.
    first_move_gain: OnceLock<Option<i64>>,
}

impl<G: Indexed + Rivals> Solver<G> for Walk {
    fn plan(&self, game: &G, _: &Scope<G::Pos>, _: Wanted, _: &Watch) -> Plan {
        /// Bytes for each rank: value, score, the scores of both starts, a mark.
        const BYTES: u64 = VALUE + 4 + 4 + 1;
        /// Nanoseconds for each rank.
        const NS: f64 = 120.0;
        let bytes = game.size().saturating_mul(BYTES);
        Plan::new(Engine::Acyclic, game.size(), bytes, NS)
    }

    fn run(
        &self,
        game: &G,
        scope: &Scope<G::Pos>,
        _: Wanted,
        _: &Plan,
        watch: &Watch,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        let roots = scope.roots();
        let table = Tabled::new(ByIndex, walk(game, roots.iter().cloned(), watch)?);
        Ok(Arc::new(Walked {
            table: table.with_scores(scores(game, roots.iter().cloned(), watch)?),
            first_move_gain: OnceLock::new(),
        }))
    }
}

impl<G: Indexed + Rivals> Solution<G> for Walked {
    fn verdict(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Option<Verdict>, SolveError> {
        self.table.verdict(game, p, watch)
    }

    fn covers(&self, game: &G, p: &G::Pos) -> bool {
        self.table.covers(game, p)
    }

    fn visit(
        &self,
        game: &G,
        root: &G::Pos,
        watch: &Watch,
        see: &mut Visitor<'_, G::Pos>,
    ) -> Result<(), SolveError> {
        self.table.visit(game, root, watch, see)
    }

    /// The two scores are signed for either mover; from the first player's
    /// side the second one changes its sign. The difference of both is the same
    /// from the other player's side.
    fn first_move_gain(&self, game: &G, watch: &Watch) -> Result<Option<i64>, SolveError> {
        if let Some(known) = self.first_move_gain.get() {
            return Ok(*known);
        }
        let starts = game.starts();
        let scores = scores(game, starts.clone(), watch)?;
        let [first, second] = starts.map(|p| scores.get(game.rank(&p)));
        let gain = first.zip(second).map(|(a, b)| a + b);
        Ok(*self.first_move_gain.get_or_init(|| gain))
    }
}
