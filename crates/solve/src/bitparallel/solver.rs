//! The bit-parallel engine as a solver of the whole game, with counts restricted to reachable
//! positions.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use kibitz_check::{CheckError, Verdict};
use kibitz_game::{
    BREAK, BitParallelGame, ByLanes, CONTINUE, Engine, Flow, LaneMask, LaneSymmetry, Numbering,
    Plan, RunContext, Value,
};
use kibitz_tablebase::{Entry, Table};

use super::on_disk::disk;
use super::{
    Reached, Solved, SolvedOnDisk, WORDS, memory, memory_on_disk, reach, solve, solve_on_disk,
};
use crate::solution::{Visited, Visitor, evaluated_entries, known};
use crate::value_counts::{self, Undecided, ValueCounts};
use crate::work::stays_in_memory;
use crate::{Evaluation, RequestedFields, Scope, Solution, SolveError, Solver, Values};

/// Solves the whole game; counts and visits cover the canonical positions reachable from a root.
#[derive(Clone, Copy, Debug, Default)]
pub struct BitParallelSolver;

/// The solved game.
struct BitParallelSolution {
    values: LaneValues,
    /// The last reachability result: another visit from the same root needs no second search.
    reached: Mutex<Option<Arc<Rooted>>>,
}

/// The values of undecided lanes.
enum LaneValues {
    InMemory(Solved),
    /// In working files.
    OnDisk(SolvedOnDisk),
    /// By [`ByLanes`].
    Stored(Arc<Table>),
}

/// What is reachable from a bundle and lane.
struct Rooted {
    root: (u32, u8),
    reached: Reached,
}

/// Positions visited between two cancellation checks.
const CHECK_INTERVAL: u32 = 64;

impl<G: BitParallelGame> Solver<G> for BitParallelSolver {
    fn scope(&self, _: &G, _: Scope<G::Pos>) -> Scope<G::Pos> {
        Scope::All
    }

    fn numbering(&self, _: &G) -> Option<Arc<dyn Numbering<G>>> {
        Some(Arc::new(ByLanes))
    }

    fn stored(&self, _: &G, table: Arc<Table>) -> Option<Arc<dyn Solution<G>>> {
        Some(Arc::new(BitParallelSolution {
            values: LaneValues::Stored(table),
            reached: Mutex::new(None),
        }))
    }

    fn check(
        &self,
        game: &G,
        table: &Table,
        context: &RunContext,
    ) -> Option<Result<Verdict<G::Pos>, CheckError>> {
        Some(kibitz_check::check_lanes(game, table, context))
    }

    fn plan(&self, game: &G, _: &Scope<G::Pos>, _: RequestedFields, context: &RunContext) -> Plan {
        /// Assumed moves per bundle, typical for a small board.
        const MOVES: u64 = 24;
        /// Nanoseconds per position on one core.
        const NS: f64 = 110.0;
        /// How much longer it takes on disk.
        const ON_DISK: f64 = 2.0;
        let (bundles, threads) = (u64::from(game.inner()), context.thread_count());
        let ns = NS / threads as f64;
        let bytes = memory(bundles, MOVES);
        let Some(scratch) = context
            .scratch()
            .filter(|_| !stays_in_memory(bytes, 32 * WORDS * bundles, context))
        else {
            return Plan::new(Engine::BitParallel, 256 * bundles, bytes, ns);
        };
        let bytes = memory_on_disk(bundles, threads).max(scratch.spare);
        Plan {
            disk: Some(disk(bundles, MOVES)),
            ..Plan::new(
                Engine::BitParallelOnDisk,
                256 * bundles,
                bytes,
                ON_DISK * ns,
            )
        }
    }

    fn run(
        &self,
        game: &G,
        _: &Scope<G::Pos>,
        _: RequestedFields,
        plan: &Plan,
        context: &RunContext,
    ) -> Result<Arc<dyn Solution<G>>, SolveError> {
        let values = match (plan.engine, context.scratch()) {
            (Engine::BitParallelOnDisk, Some(scratch)) => {
                LaneValues::OnDisk(solve_on_disk(game, scratch, context)?)
            }
            _ => LaneValues::InMemory(solve(game, context)?),
        };
        Ok(Arc::new(BitParallelSolution {
            values,
            reached: Mutex::new(None),
        }))
    }
}

impl BitParallelSolution {
    fn reached<G: BitParallelGame>(
        &self,
        game: &G,
        p: &G::Pos,
        context: &RunContext,
    ) -> Result<Arc<Rooted>, SolveError> {
        let root = game.address(p);
        let lock = || self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().as_ref().filter(|known| known.root == root) {
            return Ok(Arc::clone(known));
        }
        *lock() = None;
        let reached = reach(game, root, context)?;
        let rooted = Arc::new(Rooted { root, reached });
        *lock() = Some(Arc::clone(&rooted));
        Ok(rooted)
    }

    /// Counts what is visited, position by position.
    fn count_visited<G: BitParallelGame>(
        &self,
        game: &G,
        root: &G::Pos,
        context: &RunContext,
    ) -> Result<ValueCounts<G::Pos>, SolveError> {
        let mut undecided = Undecided::default();
        let counts = value_counts::count(game, |visitor| {
            self.visit(game, root, context, &mut |visited| {
                let p = visited.position;
                let decided = game.static_value(p).map_err(|e| SolveError::fault(p, e))?;
                if decided.is_none() {
                    undecided.add(visited.evaluation.wdl);
                }
                visitor(visited)
            })
        })?;
        Ok(ValueCounts {
            undecided: Some(undecided),
            positions_without_symmetry: None,
            ..counts
        })
    }

    /// The values that some lane has, if they are known and the numbering is that of lanes.
    fn values_by_lanes<G: BitParallelGame>(
        &self,
        numbering: &dyn Numbering<G>,
    ) -> Option<&[Value]> {
        let values = match &self.values {
            LaneValues::InMemory(solved) => solved.values(),
            LaneValues::OnDisk(solved) => solved.values(),
            LaneValues::Stored(_) => return None,
        };
        (numbering.name() == Numbering::<G>::name(&ByLanes)).then_some(values)
    }

    fn value<G: BitParallelGame>(&self, game: &G, p: &G::Pos) -> Result<Evaluation, SolveError> {
        let decided = game.static_value(p).map_err(|e| SolveError::fault(p, e))?;
        if let Some(value) = decided {
            return Ok(value.into());
        }
        let (bundle, lane) = game.address(p);
        self.undecided(game, bundle, lane)
    }

    /// The evaluation of a lane that is not statically decided.
    fn undecided<G: BitParallelGame>(
        &self,
        game: &G,
        bundle: u32,
        lane: u8,
    ) -> Result<Evaluation, SolveError> {
        match &self.values {
            LaneValues::InMemory(solved) => Ok(solved.get(game, bundle, lane).into()),
            LaneValues::OnDisk(solved) => Ok(solved.get(game, bundle, lane)?.into()),
            LaneValues::Stored(table) => {
                let lane = game.lane_symmetry(bundle).canonical_lane(lane);
                let number = 256 * u64::from(bundle) + u64::from(lane);
                known(Values::get(table, number)?, &(bundle, lane))
            }
        }
    }
}

impl<G: BitParallelGame> Solution<G> for BitParallelSolution {
    fn probe(
        &self,
        game: &G,
        p: &G::Pos,
        _: &RunContext,
    ) -> Result<Option<Evaluation>, SolveError> {
        self.value(game, p).map(Some)
    }

    fn covers(&self, _: &G, _: &G::Pos) -> bool {
        true
    }

    fn visit(
        &self,
        game: &G,
        root: &G::Pos,
        context: &RunContext,
        visitor: &mut Visitor<'_, G::Pos>,
    ) -> Result<(), SolveError> {
        let rooted = self.reached(game, root, context)?;
        for bundle in 0..game.bundles() {
            if bundle.is_multiple_of(CHECK_INTERVAL) {
                context.check()?;
            }
            let lanes = rooted.reached.lanes(game, bundle);
            if lanes.is_empty() {
                continue;
            }
            let known = game.initial_lanes(bundle);
            let decided = known.decided_won.or(known.decided_lost);
            for lane in lanes
                .and(game.lane_symmetry(bundle).canonical_lanes())
                .iter()
            {
                let Some(position) = game.position(bundle, lane) else {
                    continue;
                };
                let evaluation = if decided.has(lane) {
                    self.value(game, &position)?
                } else {
                    self.undecided(game, bundle, lane)?
                };
                visitor(Visited::one(&position, evaluation))?;
            }
        }
        Ok(())
    }

    /// Counts by word, which is much faster than by position.
    fn count_values(
        &self,
        game: &G,
        root: &G::Pos,
        context: &RunContext,
    ) -> Result<ValueCounts<G::Pos>, SolveError> {
        let LaneValues::InMemory(solved) = &self.values else {
            return self.count_visited(game, root, context);
        };
        let rooted = self.reached(game, root, context)?;
        let counts = solved.count_values(game, &rooted.reached, context)?;
        let longest = counts.longest.and_then(|(plies, bundle, lane)| {
            let position = game.position(bundle, lane)?;
            Some((plies, position))
        });
        Ok(ValueCounts {
            draw: counts.draws,
            longest,
            undecided: Some(counts.undecided),
            ..ValueCounts::of_levels(counts.levels)
        })
    }

    /// Bundle by bundle, which is much faster than by position.
    fn entries(
        &self,
        game: &G,
        numbering: &dyn Numbering<G>,
        numbers: Range<u64>,
        context: &RunContext,
        into: &mut Vec<Option<Entry>>,
    ) -> Result<(), SolveError> {
        if self.values_by_lanes(numbering).is_none() {
            return evaluated_entries(self, game, numbering, numbers, context, into);
        }
        each_bundle(game, numbers, |bundle, stored, lanes| {
            let mut entries = [None; 256];
            let set = |value, lanes: LaneMask| {
                let entry = Some(Entry::from(value));
                lanes.iter().for_each(|lane| entries[lane as usize] = entry);
            };
            match &self.values {
                LaneValues::InMemory(solved) => solved.each_value(game, bundle, stored, set),
                LaneValues::OnDisk(solved) => solved.each_value(game, bundle, stored, set)?,
                LaneValues::Stored(_) => unreachable!("evaluated one by one"),
            }
            into.extend_from_slice(&entries[lanes]);
            Ok(CONTINUE)
        })
    }

    /// Those of the whole game, which are known; holes are soon found.
    fn distinct_entries(
        &self,
        game: &G,
        numbering: &dyn Numbering<G>,
        numbers: Range<u64>,
        context: &RunContext,
        into: &mut Vec<Option<Entry>>,
    ) -> Result<(), SolveError> {
        let Some(values) = self.values_by_lanes(numbering) else {
            return evaluated_entries(self, game, numbering, numbers, context, into);
        };
        into.extend(values.iter().map(|&value| Some(value.into())));
        each_bundle(game, numbers, |_, stored, _| {
            let is_full = stored == LaneMask::ALL;
            into.extend((!is_full).then_some(None));
            Ok(if is_full { CONTINUE } else { BREAK })
        })
    }
}

/// Visits the bundles of some numbers of [`ByLanes`] as long as `visit` continues, each with the
/// lanes that a table stores and those that have these numbers.
fn each_bundle<G: BitParallelGame>(
    game: &G,
    numbers: Range<u64>,
    mut visit: impl FnMut(u32, LaneMask, Range<usize>) -> Result<Flow, SolveError>,
) -> Result<(), SolveError> {
    // Few symmetries occur, and their canonical lanes take long to compute.
    let mut symmetries: Vec<(LaneSymmetry, LaneMask)> = Vec::new();
    let mut next = numbers.start;
    while next < numbers.end {
        let bundle = (next / 256) as u32;
        let first = u64::from(bundle) * 256;
        let end = numbers.end.min(first + 256);
        let symmetry = game.lane_symmetry(bundle);
        let known = symmetries.iter().find(|(known, _)| *known == symmetry);
        let canonical = known.map_or_else(|| symmetry.canonical_lanes(), |(_, lanes)| *lanes);
        if known.is_none() {
            symmetries.push((symmetry, canonical));
        }
        let stored = canonical.and(game.initial_lanes(bundle).holes.not());
        let lanes = (next - first) as usize..(end - first) as usize;
        if visit(bundle, stored, lanes)?.is_break() {
            break;
        }
        next = end;
    }
    Ok(())
}
