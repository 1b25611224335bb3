//! Parallel breadth-first enumeration of the reachable states.
//!
//! Threads share the positions of a level. When a vector does not fit its fields or the table is
//! full, all threads finish their batch; then the states are repacked or the table is enlarged, ids
//! stay the same, and the threads resume.

mod repack;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize};

use kibitz_game::{Reservation, RunContext, Stage, StateVectorGame};

use super::choose::{DiscoveredStates, choose};
use super::descent::{Descent, Order};
use super::edge_stream::Piece;
use super::explorer::{Explorer, NodeCounts};
use super::fields::{Fields, Span};
use super::growth::Growth;
use super::levels::Levels;
use super::node_status::NodeStatus;
use super::shared_state::{Halt, SharedState, Work};
use super::state_store::StateStore;
use super::state_table::{Finder, StateTable, with_finder};
use super::swap_moves::SwapMoves;
use crate::SolveError;
use kibitz_game::Threads;

/// Positions per unit of work.
const PIECE: u32 = 256;
/// Below this many positions threads cost more than they save.
const WORTH_THREADS: u64 = 4 * PIECE as u64;

/// Edges may take one part in this many of the memory budget before a topological order, if there
/// is one, replaces them: solving with edges takes more than twice their size.
const EDGES_SHARE: u64 = 4;

/// Minimum number of positions of a level to be expanded in the table's order.
const LARGE: u64 = 1 << 12;
/// A level is expanded in that order if it occupies at least one place in this many.
const SPARSE: u64 = 16;

/// The explorers and their table.
type Explorers<'a, 'g, G> = (&'a mut [Explorer<'g, G>], &'a StateTable);

/// All enumerated states.
#[derive(Debug)]
pub(super) struct StateSpace {
    pub(super) fields: Fields,
    pub(super) pool: StateStore,
    pub(super) lookup: StateTable,
    /// Upper bound of all ids.
    pub(super) ids: u32,
    /// The ids of the positions by depth.
    pub(super) levels: Levels,
    /// A topological order, if one was detected.
    pub(super) order: Option<Order>,
    /// Whether some move gives an extra turn.
    pub(super) has_extra_turns: bool,
    /// Their memory.
    pub(super) _reservations: Vec<Reservation>,
}

/// The edges that the enumeration leaves to be solved.
pub(super) struct PendingEdges {
    pub(super) pieces: Vec<Piece>,
    /// The memory of the pieces.
    pub(super) reservations: Vec<Reservation>,
    /// All moves instead, if they are stored by halves.
    pub(super) swap_moves: Option<SwapMoves>,
    /// No moves are stored; there is a topological order instead.
    pub(super) is_edgeless: bool,
    pub(super) counts: NodeCounts,
}

impl PendingEdges {
    /// The number of edges and record heads.
    pub(super) fn edge_words(&self) -> u64 {
        self.pieces.iter().map(|piece| piece.len() as u64).sum()
    }
}

/// An enumeration in progress.
struct Enumeration<'g, G: StateVectorGame> {
    game: &'g G,
    context: &'g RunContext,
    threads: &'g Threads,
    stage: Stage<'g>,
    fields: Fields,
    pool: StateStore,
    lookup: StateTable,
    /// The memory of the table.
    reservation: Reservation,
    /// Memory of states that were repacked into more words.
    longer: Vec<Reservation>,
    next: AtomicU32,
    explorers: Vec<Explorer<'g, G>>,
    levels: Levels,
    /// Ids that were allocated and not used.
    holes: Vec<Range<u32>>,
    /// Pairs of slots that were seen to have common bits.
    overlapping: Vec<[usize; 2]>,
    growth: Growth,
    descent: Descent,
    /// Edges are no longer stored: there is a topological order.
    edgeless: AtomicBool,
    /// Bytes of stored edges.
    edges: AtomicU64,
    swap_moves: Option<SwapMoves>,
    /// Whether all positions so far have swap moves.
    may_swap: bool,
    /// Moves have begun to be stored by halves: all positions so far are to be expanded again.
    must_restart: bool,
}

/// Enumerates everything reachable from `roots`.
///
/// # Errors
/// Returns an error if a limit is reached or the rules fail.
pub(super) fn enumerate<'g, G: StateVectorGame>(
    game: &'g G,
    roots: &[Vec<i64>],
    context: &'g RunContext,
    threads: &'g Threads,
) -> Result<(StateSpace, PendingEdges), SolveError> {
    let mut enumeration = Enumeration::new(game, roots, context, threads)?;
    match enumeration.run(roots) {
        Ok(()) => Ok(enumeration.finish()),
        Err(error) => {
            let states = count(&enumeration.used());
            let Enumeration { growth, fields, .. } = &enumeration;
            Err(growth.explain(error, game, fields, states))
        }
    }
}

/// The number of ids in some ranges.
pub(super) fn count(ids: &[Range<u32>]) -> u64 {
    ids.iter().map(|range| range.len() as u64).sum()
}

impl<'g, G: StateVectorGame> Enumeration<'g, G> {
    fn new(
        game: &'g G,
        roots: &[Vec<i64>],
        context: &'g RunContext,
        threads: &'g Threads,
    ) -> Result<Enumeration<'g, G>, SolveError> {
        let slots = game.slots();
        let spans = spans(slots, roots.iter().map(Vec::as_slice));
        let fields = Fields::new(spans.unwrap_or_else(|| vec![Span::of(0); slots]));
        let pool = StateStore::new(fields.words());
        let states = DiscoveredStates {
            fields: &fields,
            pool: &pool,
            ids: &[],
            given: 0,
            overlapping: &[],
            halves: None,
        };
        let (lookup, reservation) = choose(&states, context)?;
        let explorers = (0..threads.count()).map(|_| Explorer::new(game, context));
        let explorers = explorers.collect::<Result<_, _>>()?;
        Ok(Enumeration {
            game,
            context,
            threads,
            stage: context.stage("enumeration", None),
            fields,
            pool,
            lookup,
            reservation,
            longer: Vec::new(),
            next: AtomicU32::new(0),
            explorers,
            levels: Levels::new(context)?,
            holes: Vec::new(),
            overlapping: Vec::new(),
            growth: Growth::new(slots),
            descent: Descent::new(slots),
            edgeless: AtomicBool::new(false),
            edges: AtomicU64::new(0),
            swap_moves: None,
            may_swap: true,
            must_restart: false,
        })
    }

    fn run(&mut self, roots: &[Vec<i64>]) -> Result<(), SolveError> {
        for root in roots {
            while let Some(halt) = self.intern_root(root) {
                self.repack(vec![halt])?;
            }
        }
        // Where the ids of the next level begin, if they are contiguous.
        let mut begin = None;
        loop {
            self.fail()?;
            let level: Vec<_> = self
                .explorers
                .iter_mut()
                .flat_map(|explorer| explorer.ids().take_used())
                .collect();
            if level.is_empty() {
                return Ok(());
            }
            let size = count(&level);
            self.growth.level(size);
            let ordered = self.in_order(begin, size);
            // The scan of the table must not find ids of the next level.
            let apart = ordered.is_some() || size >= LARGE;
            begin = apart.then(|| self.abandon_ids());
            let mut work = Some(ordered.unwrap_or_else(|| Work::Ids(split(&level))));
            self.levels.push(level)?;
            while let Some(some) = work {
                work = self.expand(&some)?.or_else(|| self.positions_to_reexpand());
            }
        }
    }

    /// All positions so far, to be expanded again, if edges were not stored and a move was found
    /// that does not descend.
    fn positions_to_reexpand(&mut self) -> Option<Work> {
        let is_lost = *self.edgeless.get_mut() && self.descent.order().is_none();
        is_lost.then(|| {
            *self.edgeless.get_mut() = false;
            *self.edges.get_mut() = 0;
            self.restart();
            self.must_restart = false;
            Work::Ids(split(self.levels.all()))
        })
    }

    /// Abandons the rest of all id blocks, so that the ids of the next level are contiguous;
    /// returns the first of them.
    fn abandon_ids(&mut self) -> u32 {
        let left = self.explorers.iter_mut().map(|e| e.ids().abandon());
        self.holes.extend(left);
        *self.next.get_mut()
    }

    /// The level as work in table order, if it is large enough to justify scanning the table.
    fn in_order(&mut self, begin: Option<u32>, size: u64) -> Option<Work> {
        let level = begin?..*self.next.get_mut();
        let (sections, places) = with_finder!(&self.lookup, f => (f.sections(), f.places()));
        let is_worthwhile = sections > 0 && size * SPARSE >= places;
        is_worthwhile.then_some(Work::Table { sections, level })
    }

    fn intern_root(&mut self, root: &[i64]) -> Option<Halt> {
        let nothing = Work::Ids(Vec::new());
        let (shared, (explorers, lookup)) = self.shared(&nothing);
        let explorer = &mut explorers[0];
        with_finder!(lookup, finder => explorer.intern_root(&shared, finder, root)).err()
    }

    /// The state shared by the threads, and the explorers with their table.
    fn shared<'a>(&'a mut self, work: &'a Work) -> (SharedState<'a>, Explorers<'a, 'g, G>) {
        let shared = SharedState {
            stage: &self.stage,
            fields: &self.fields,
            pool: &self.pool,
            next: &self.next,
            work,
            swap_moves: self.swap_moves.as_ref(),
            descent: &self.descent,
            edgeless: &self.edgeless,
            edges: &self.edges,
            max_edges: self.context.memory_budget() / EDGES_SHARE,
            cursor: AtomicUsize::new(0),
            halted: AtomicBool::new(false),
            no_move_result: self.game.no_move_result(),
        };
        (shared, (&mut self.explorers, &self.lookup))
    }

    /// Expands positions, and returns those that are left to be expanded.
    fn expand(&mut self, work: &Work) -> Result<Option<Work>, SolveError> {
        let alone = match work {
            Work::Ids(ids) => count(ids) < WORTH_THREADS,
            Work::Table { .. } => false,
        };
        let threads = self.threads;
        let (shared, (explorers, lookup)) = self.shared(work);
        let workers = if alone {
            &mut explorers[..1]
        } else {
            explorers
        };
        with_finder!(lookup, finder => threads.each(workers, |explorer| explorer.run(&shared, finder)));
        let taken = shared.cursor.into_inner();
        let mut left = with_finder!(lookup, finder => work.rest(taken, finder));
        let mut halts = Vec::new();
        for explorer in &mut self.explorers {
            left.extend(runs(explorer.left.drain(..).map(|todo| todo.id).collect()));
            halts.extend(explorer.halt.take());
        }
        if halts.is_empty() {
            return Ok(None);
        }
        self.repack(halts)?;
        // None of them leads to a new position, and they are few.
        let left = match std::mem::take(&mut self.must_restart) {
            true => self.levels.all().to_vec(),
            false => left,
        };
        Ok(Some(Work::Ids(split(&left))))
    }

    /// Returns the first failure of the rules, if any.
    fn fail(&mut self) -> Result<(), SolveError> {
        let failures = self.explorers.iter_mut().filter_map(Explorer::take_failure);
        match failures.min_by(|a, b| a.order().cmp(&b.order())) {
            Some(failure) => Err(failure.into_error(self.game)),
            None => Ok(()),
        }
    }

    /// The ids of all positions.
    fn used(&self) -> Vec<Range<u32>> {
        let levels = self.levels.all().iter().cloned();
        let recent = self.explorers.iter().flat_map(Explorer::used_ids);
        levels.chain(recent).collect()
    }

    fn finish(mut self) -> (StateSpace, PendingEdges) {
        let mut rest = PendingEdges {
            pieces: Vec::new(),
            reservations: Vec::new(),
            counts: NodeCounts::default(),
            is_edgeless: self.edgeless.into_inner(),
            swap_moves: self.swap_moves,
        };
        let mut reservations = self.longer;
        reservations.push(self.reservation);
        for mut explorer in self.explorers {
            for id in self
                .holes
                .drain(..)
                .chain([explorer.ids().abandon()])
                .flatten()
            {
                self.pool.set_status(id, NodeStatus::HOLE);
            }
            let done = explorer.finish();
            rest.counts += done.counts;
            rest.pieces.extend(done.pieces);
            rest.reservations.push(done.edges);
            reservations.push(done.positions);
        }
        let found = StateSpace {
            fields: self.fields,
            pool: self.pool,
            lookup: self.lookup,
            ids: self.next.into_inner(),
            levels: self.levels,
            order: self.descent.order(),
            has_extra_turns: self.descent.has_extra_turns(),
            _reservations: reservations,
        };
        (found, rest)
    }
}

/// Splits ids into small ranges.
fn split(ids: &[Range<u32>]) -> Vec<Range<u32>> {
    let pieces = ids.iter().flat_map(|range| {
        let starts = range.clone().step_by(PIECE as usize);
        starts.map(|start| start..range.end.min(start + PIECE))
    });
    pieces.collect()
}

/// Ids as ranges.
pub(super) fn runs(mut ids: Vec<u32>) -> Vec<Range<u32>> {
    ids.sort_unstable();
    let runs = ids.chunk_by(|a, b| a + 1 == *b);
    runs.map(|run| run[0]..run[run.len() - 1] + 1).collect()
}

/// The smallest spans that contain some vectors; `None` without vectors.
pub(super) fn spans<'a>(slots: usize, rows: impl Iterator<Item = &'a [i64]>) -> Option<Vec<Span>> {
    rows.fold(None, |spans, row| {
        let row = row[..slots].iter().map(|value| Span::of(*value));
        Some(match spans {
            None => row.collect::<Vec<Span>>(),
            Some(spans) => spans.iter().zip(row).map(|(a, b)| a.with(b)).collect(),
        })
    })
}
