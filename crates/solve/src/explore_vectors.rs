//! Parallel explicit-state enumeration and solution of games on state vectors.
//!
//! States are bit-packed in a table that all threads share, and only edges that may still matter
//! are stored.
//!
//! | modules | content |
//! | --- | --- |
//! | `fields`, `pack4` | bit-packed states |
//! | `state_table`, `choose`, `direct_table`, `radix`, `half_index`, `hash_table`, `entry` | from states to ids |
//! | `state_store`, `node_status`, `ids`, `levels` | states by id |
//! | `sorted_vectors` | states in order, for table files |
//! | `enumerate`, `shared_state`, `explorer`, `batch`, `interner`, `growth`, `failure` | enumeration, level by level |
//! | `edge_stream`, `early_rounds`, `transposed`, `swap_moves` | edges and retrograde analysis |
//! | `on_disk` | the whole out of core |
//! | `descent`, `in_order`, `children`, `dfs`, `grundy` | topological orders, cycles, Grundy values |
//!
//! Every position is expanded once. Static results of successors are used immediately: a position
//! with a move to a statically lost one is won in one ply and needs no edges, nor do moves to
//! statically won successors. `early_rounds` solve positions near the end while they remove many
//! edges; the remaining edges are `transposed` and passed to [`retrograde`]. Games of swap moves
//! need no edges (`swap_moves`). Games with a topological order do without edges if memory is
//! short, and do not transpose them if there are many (`in_order`).

mod batch;
mod children;
mod choose;
mod degree;
mod descent;
mod dfs;
mod direct_table;
mod early_rounds;
mod edge_stream;
mod entry;
mod enumerate;
mod explorer;
mod failure;
mod fields;
mod growth;
mod grundy;
mod half_index;
mod hash_table;
mod ids;
mod in_order;
mod interner;
mod levels;
mod marks;
mod node_status;
pub mod numbers;
pub mod on_disk;
mod pack4;
mod radix;
mod row_set;
mod shared_state;
mod sorted_vectors;
mod source;
mod state_store;
mod state_table;
mod swap_moves;
mod tag;
mod transposed;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use kibitz_game::{
    CONTINUE, Flow, RunContext, StateVectorGame, StopReason, SuccessorBuffer, Value,
};

use self::early_rounds::rounds;
use self::edge_stream::Records;
use self::enumerate::{PendingEdges, StateSpace, count, enumerate};
use self::grundy::Mexes;
use self::in_order::Pass;
use self::state_table::{StateTable, find, with_finder};
use self::transposed::TransposedGraph;
use crate::zeroed::Zeroed;
use crate::{DistanceCount, SolveError, ValueTable, retrograde};
use kibitz_game::Threads;

pub use degree::Degree;
pub use dfs::{GrundyError, cycle};
pub use grundy::{GrundyTable, grundies};
pub use marks::Marks;
pub use row_set::RowSet;
pub use sorted_vectors::SortedVectors;
pub use source::{CycleError, Expander, VectorSource, Vectors};
pub use tag::Tag;

/// Everything reachable from some state vectors, solved.
#[derive(Debug)]
pub struct SolvedVectors {
    found: Arc<StateSpace>,
    table: ValueTable,
    positions: u64,
    ties: u64,
}

/// Enumerates and solves everything reachable from `roots`, each a state vector of the game.
///
/// # Errors
/// Returns an error if a limit is reached (for lack of memory the message states how many positions
/// were enumerated, the last level sizes, and which slot grows) or the rules fail: then the failure
/// of least depth is reported, of several the one with the smallest vector.
///
/// # Panics
/// Panics if a root has the wrong length.
pub fn solve<G: StateVectorGame>(
    game: &G,
    roots: &[Vec<i64>],
    context: &RunContext,
) -> Result<SolvedVectors, SolveError> {
    Ok(run(game, roots, false, context)?.0)
}

/// The same for an impartial game (see [`grundies`]), with Grundy values if they
/// can be computed in the same sweep as the values, i.e. if there is a topological order.
///
/// # Errors
/// The same as [`solve`].
///
/// # Panics
/// Panics if a root has the wrong length.
pub fn solve_impartial<G: StateVectorGame>(
    game: &G,
    roots: &[Vec<i64>],
    context: &RunContext,
) -> Result<(SolvedVectors, Option<GrundyTable>), SolveError> {
    run(game, roots, true, context)
}

fn run<G: StateVectorGame>(
    game: &G,
    roots: &[Vec<i64>],
    wants_grundy: bool,
    context: &RunContext,
) -> Result<(SolvedVectors, Option<GrundyTable>), SolveError> {
    assert!(
        roots.iter().all(|root| root.len() == game.slots()),
        "a root has the wrong length"
    );
    let threads = context.pool();
    let (found, rest) = enumerate(game, roots, context, threads)?;
    let ties = rest.counts.ties;
    let pass = found.order.map(|order| Pass {
        game,
        found: &found,
        order,
        threads,
        context,
    });
    let (table, mexes) = solve_states(&found, rest, pass, wants_grundy, threads, context)?;
    let found = Arc::new(found);
    let mexes = mexes.filter(|_| !found.has_extra_turns);
    let grundies = mexes.map(|mexes| mexes.finish(&found));
    let explored = SolvedVectors {
        positions: count(found.levels.all()),
        ties,
        found,
        table,
    };
    Ok((explored, grundies))
}

/// From this many edges per position on, a sweep in topological order is faster than transposing
/// the edges, sorting included.
const DENSE: u64 = 16;

/// Solves everything from the stored moves; or in topological order, if moves were not stored, are
/// many, or cannot be transposed for lack of memory.
fn solve_states<G: StateVectorGame>(
    found: &StateSpace,
    mut rest: PendingEdges,
    pass: Option<Pass<'_, G>>,
    wants_grundy: bool,
    threads: &Threads,
    context: &RunContext,
) -> Result<(ValueTable, Option<Mexes>), SolveError> {
    let by_moves = match (rest.swap_moves.take(), &found.lookup, &pass) {
        (Some(swap_moves), StateTable::Halves(table), _) => {
            Some(swap_moves.solve(found, table, threads, context))
        }
        _ if rest.is_edgeless => {
            drop(rest);
            None
        }
        (_, _, Some(pass)) if rest.edge_words() >= DENSE * u64::from(found.ids) => {
            let by_records = Records::new(&rest.pieces, found.ids, context)
                .map_err(SolveError::from)
                .and_then(|records| pass.solve(Some(&records), wants_grundy));
            match by_records {
                Err(error) if is_memory(&error) => {
                    drop(rest);
                    None
                }
                outcome => return outcome,
            }
        }
        _ => Some(solve_edges(found, rest, threads, context)),
    };
    match (by_moves, pass) {
        (None, Some(pass)) => pass.solve(None, wants_grundy),
        (Some(Err(error)), Some(pass)) if is_memory(&error) => pass.solve(None, wants_grundy),
        (outcome, _) => Ok((
            outcome.expect("there is an order if there are no edges")?,
            None,
        )),
    }
}

fn is_memory(error: &SolveError) -> bool {
    matches!(error, SolveError::Stop(StopReason::OutOfMemory { .. }))
}

/// Solves everything from the stored edges.
fn solve_edges(
    found: &StateSpace,
    mut rest: PendingEdges,
    threads: &Threads,
    context: &RunContext,
) -> Result<ValueTable, SolveError> {
    let _memory = context.reserve("values", found.ids.into())?;
    let status = flat(found)?;
    rounds(&mut rest.pieces, &status, rest.counts, threads, context)?;
    let (pieces, reservations) = (rest.pieces, rest.reservations);
    let transposed =
        TransposedGraph::new(pieces, status, found.ids, reservations, threads, context)?;
    retrograde::solve_backward(&transposed, context)
}

/// The status of all ids in one array.
fn flat(found: &StateSpace) -> Result<Zeroed<AtomicU8>, SolveError> {
    let status: Zeroed<AtomicU8> = Zeroed::new(found.ids as usize)?;
    for (id, byte) in (0..found.ids).zip(status.iter()) {
        byte.store(found.pool.status(id).byte(), Ordering::Relaxed);
    }
    Ok(status)
}

impl SolvedVectors {
    /// The value of a position; `None` if it is not reachable.
    #[must_use]
    #[inline]
    pub fn get(&self, position: &[i64]) -> Option<Value> {
        self.value(self.found.id(position)?)
    }

    #[inline]
    fn value(&self, id: u32) -> Option<Value> {
        self.table.get(id.into())
    }

    /// The depth of a position: the fewest moves from the roots.
    #[must_use]
    #[inline]
    pub fn depth(&self, position: &[i64]) -> Option<u32> {
        let id = self.found.id(position)?;
        Some(self.found.levels.of(id)? as u32)
    }

    /// The number of reachable positions.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.positions
    }

    /// Whether there are no positions, i.e. no roots.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions == 0
    }

    /// The numbers of wins and losses by distance, from 0.
    #[must_use]
    pub fn levels(&self) -> &[DistanceCount] {
        self.table.levels()
    }

    /// Whether some move gives an extra turn: then there are no Grundy values.
    #[must_use]
    pub fn has_extra_turns(&self) -> bool {
        self.found.has_extra_turns
    }

    /// The number of ties, i.e. draws by the rules. Other draws are by infinite play.
    #[must_use]
    pub fn ties(&self) -> u64 {
        self.ties
    }

    /// The number of draws, ties included.
    #[must_use]
    pub fn draws(&self) -> u64 {
        let solved: u64 = self.levels().iter().map(|l| l.win + l.loss).sum();
        self.positions - solved
    }

    /// Visits every position with its value, until the visitor breaks: in order of depth, then of
    /// vectors.
    pub fn visit(&self, mut visit: impl FnMut(&[i64], Value) -> Flow) -> Flow {
        let mut row = vec![0; self.found.fields.spans().len()];
        let mut key = self.found.key();
        for level in 0..self.found.levels.len() {
            for id in self.found.sorted(level) {
                self.found.row(id, &mut key, &mut row);
                if let Some(value) = self.value(id) {
                    visit(&row, value)?;
                }
            }
        }
        CONTINUE
    }

    /// The memory in bytes of a visit, which sorts a level.
    #[must_use]
    pub fn visit_memory(&self) -> u64 {
        let levels = &self.found.levels;
        let sizes = (0..levels.len()).map(|level| count(levels.get(level)));
        sizes.max().unwrap_or(0) * size_of::<u32>() as u64
    }

    /// Every position with its value, in the order of
    /// [`visit`](SolvedVectors::visit).
    pub fn iter(&self) -> impl Iterator<Item = (Vec<i64>, Value)> {
        let levels = 0..self.found.levels.len();
        levels
            .flat_map(|level| self.found.sorted(level))
            .filter_map(|id| Some((self.found.row_of(id), self.value(id)?)))
    }

    /// The position with the smallest vector whose value satisfies `wanted`.
    pub fn least(&self, mut wanted: impl FnMut(Value) -> bool) -> Option<(Vec<i64>, Value)> {
        let ids = self.found.levels.all().iter().cloned().flatten();
        let ids = ids.filter_map(|id| Some((id, self.value(id)?)));
        ids.filter(|(_, value)| wanted(*value))
            .map(|(id, value)| (self.found.row_of(id), value))
            .min_by(|(a, _), (b, _)| a.cmp(b))
    }
}

impl StateSpace {
    /// The id of a position.
    #[inline]
    fn id(&self, position: &[i64]) -> Option<u32> {
        if position.len() != self.fields.spans().len() {
            return None;
        }
        let entry = self.lookup.find(position, &self.fields, &self.pool)?;
        Some(entry.id())
    }

    /// Appends the ids of the successors of some moves to `ids`; on failure returns the vector that
    /// has none. `key` is scratch space.
    fn ids<'s>(
        &self,
        steps: &'s SuccessorBuffer,
        key: &mut [u64],
        ids: &mut Vec<u32>,
    ) -> Result<(), &'s [i64]> {
        let (fields, pool) = (&self.fields, &self.pool);
        with_finder!(&self.lookup, finder => {
            for (row, _) in steps.iter() {
                let entry = find(finder, row, key, fields, pool).ok_or(row)?;
                ids.push(entry.id());
            }
        });
        Ok(())
    }

    /// The ids of the roots.
    fn roots(&self) -> impl Iterator<Item = u32> {
        let roots = (self.levels.len() > 0).then(|| self.levels.get(0));
        roots.into_iter().flatten().cloned().flatten()
    }

    /// Copies the vector of an id. `key` is scratch space.
    #[inline]
    fn row(&self, id: u32, key: &mut [u64], row: &mut [i64]) {
        self.pool.get(id, key);
        self.fields.unpack(key, row);
    }

    /// Scratch space for a packed state.
    fn key(&self) -> Vec<u64> {
        vec![0; self.fields.words()]
    }

    /// The vector of an id.
    fn row_of(&self, id: u32) -> Vec<i64> {
        let mut row = vec![0; self.fields.spans().len()];
        self.row(id, &mut self.key(), &mut row);
        row
    }

    /// The ids of a level, ordered by their vectors.
    fn sorted(&self, level: usize) -> Vec<u32> {
        let ids = self.levels.get(level).iter().cloned();
        let mut ids: Vec<u32> = ids.flat_map(Range::into_iter).collect();
        // Packed states are ordered like vectors.
        ids.sort_unstable_by(|a, b| self.pool.compare(*a, *b));
        ids
    }
}
