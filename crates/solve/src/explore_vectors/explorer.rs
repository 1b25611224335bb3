//! The per-thread part of the enumeration: expands positions, interns their successors, stores the
//! edges that matter.

use std::ops::{AddAssign, Range};
use std::sync::atomic::Ordering;

use kibitz_game::{
    Reservation, RunContext, StateVectorGame, StopReason, SuccessorBuffer, Turn, Wdl,
};

use super::batch::Batch;
use super::direct_table::DirectTable;
use super::edge_stream::{EdgeStream, EdgeWord, Piece};
use super::entry::Entry;
use super::failure::Failure;
use super::half_index::HalfIndex;
use super::ids::Ids;
use super::interner::Interner;
use super::node_status::NodeStatus;
use super::shared_state::{Halt, SharedState};
use super::state_table::{Finder, Todo};
use super::swap_moves::SwapMoves;

/// Counts of positions by status.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NodeCounts {
    /// Draws by the rules.
    pub(super) ties: u64,
    /// Without a legal move.
    pub(super) no_moves: u64,
    /// Won or lost in one ply.
    pub(super) in_one: u64,
    /// With a record in the stream.
    pub(super) open: u64,
}

impl AddAssign for NodeCounts {
    fn add_assign(&mut self, more: NodeCounts) {
        self.ties += more.ties;
        self.no_moves += more.no_moves;
        self.in_one += more.in_one;
        self.open += more.open;
    }
}

/// Summary of the static results of a position's successors.
#[derive(Default)]
struct Record {
    won: bool,
    tied: bool,
    /// The number of successors without a static result.
    open: usize,
}

impl Record {
    /// Adds a successor; returns the edge to it if it has no static result.
    #[inline]
    fn add(&mut self, entry: Entry, turn: Turn) -> Option<EdgeWord> {
        match entry.static_result().map(|wdl| wdl.backed_up(turn)) {
            None => {
                self.open += 1;
                return Some(EdgeWord::edge(entry.id(), turn));
            }
            Some(Wdl::Win) => self.won = true,
            Some(Wdl::Draw) => self.tied = true,
            Some(Wdl::Loss) => {}
        }
        None
    }

    /// The status of the position that follows.
    #[inline]
    fn status(&self) -> NodeStatus {
        if self.won {
            NodeStatus::WON_IN_1
        } else if self.open == 0 && !self.tied {
            NodeStatus::LOST_IN_1
        } else {
            NodeStatus::OPEN
        }
    }
}

/// The per-thread part of the enumeration.
pub(super) struct Explorer<'g, G: StateVectorGame + 'g> {
    batch: Batch,
    interner: Interner<G::Worker<'g>>,
    stream: EdgeStream,
    /// The unit of work in progress.
    todo: Vec<Todo>,
    /// Positions that were to be expanded and have not been.
    pub(super) left: Vec<Todo>,
    pub(super) halt: Option<Halt>,
    counts: NodeCounts,
    /// Memory of the stream and of lists.
    edges: Reservation,
    /// Bytes of them that are reserved.
    reserved: u64,
}

/// The results of a thread.
pub(super) struct WorkerResult {
    pub(super) counts: NodeCounts,
    pub(super) pieces: Vec<Piece>,
    /// Memory of the pieces, and of the interned states.
    pub(super) edges: Reservation,
    pub(super) positions: Reservation,
}

impl<'g, G: StateVectorGame> Explorer<'g, G> {
    /// Reservation step for the stream in bytes.
    const RESERVE_STEP: u64 = 1 << 18;

    pub(super) fn new(game: &'g G, context: &RunContext) -> Result<Explorer<'g, G>, StopReason> {
        Ok(Explorer {
            batch: Batch::new(game.slots()),
            interner: Interner::new(game.worker(), context.reserve("positions", 0)?),
            stream: EdgeStream::default(),
            todo: Vec::new(),
            left: Vec::new(),
            halt: None,
            counts: NodeCounts::default(),
            edges: context.reserve("edges", 0)?,
            reserved: 0,
        })
    }

    /// The ids allocated by this thread.
    pub(super) fn ids(&mut self) -> &mut Ids {
        &mut self.interner.ids
    }

    /// Those used since the last report.
    pub(super) fn used_ids(&self) -> impl Iterator<Item = Range<u32>> {
        self.interner.ids.used()
    }

    /// The first failure of the rules, if any.
    pub(super) fn take_failure(&mut self) -> Option<Failure> {
        self.interner.failure.take()
    }

    /// The results.
    pub(super) fn finish(self) -> WorkerResult {
        WorkerResult {
            counts: NodeCounts {
                ties: self.counts.ties + self.interner.ties,
                ..self.counts
            },
            pieces: self.stream.finish(),
            edges: self.edges,
            positions: self.interner.memory,
        }
    }

    /// Interns a root.
    pub(super) fn intern_root<F: Finder>(
        &mut self,
        shared: &SharedState<'_>,
        finder: &F,
        root: &[i64],
    ) -> Result<(), Halt> {
        let mut key = vec![0; shared.fields.words()];
        shared.fields.pack(root, &mut key);
        let probe = finder.probe(root, &key, &mut F::Memo::default());
        let Some(probe) = probe else {
            let mut steps = SuccessorBuffer::new(root.len());
            steps.push(root, Turn::Other);
            return Err(Halt::Misfit(steps));
        };
        self.interner.intern(shared, finder, (probe, &key, root))?;
        Ok(())
    }

    /// Takes units of work until none is left or a thread halts.
    pub(super) fn run<F: Finder>(&mut self, shared: &SharedState<'_>, finder: &F) {
        let mut memo = F::Memo::default();
        while shared.take(finder, &mut self.todo) {
            if let Err((done, halt)) = self.expand(shared, finder, &mut memo) {
                shared.halted.store(true, Ordering::Relaxed);
                self.left.extend_from_slice(&self.todo[done..]);
                self.halt = Some(halt);
            }
        }
    }

    /// Expands the unit of work; if it cannot go on, the error contains how many positions are
    /// done.
    fn expand<F: Finder>(
        &mut self,
        shared: &SharedState<'_>,
        finder: &F,
        memo: &mut F::Memo,
    ) -> Result<(), (usize, Halt)> {
        let count = shared.next.load(Ordering::Relaxed);
        let go_on = shared.stage.advance_to(count.into());
        go_on.map_err(|stop| (0, stop.into()))?;
        let mut done = 0;
        while done < self.todo.len() {
            let todo = &self.todo[done..];
            let filled = self
                .batch
                .fill(shared, finder, memo, &mut self.interner, todo);
            let filled = filled.map_err(|halt| (done, halt))?;
            let mut at = 0;
            for number in 0..self.batch.parents.len() {
                match self.intern_successors(shared, finder, number, at) {
                    Ok(next) => at = next,
                    Err(halt) => {
                        let parent = self.batch.parents[number];
                        let ahead = self.todo[done..].iter().position(|todo| todo.id == parent);
                        return Err((done + ahead.unwrap_or(0), halt));
                    }
                }
            }
            done += filled;
            let reserved = self.reservation(shared);
            reserved.map_err(|stop| (done, stop.into()))?;
        }
        Ok(())
    }

    /// Reserves the memory of the stream. If that is a large part of the budget, and a topological
    /// order makes the edges dispensable, they are dropped.
    fn reservation(&mut self, shared: &SharedState<'_>) -> Result<(), StopReason> {
        let many = shared.edges.load(Ordering::Relaxed) > shared.max_edges;
        if many && shared.swap_moves.is_none() && shared.descent.order().is_some() {
            shared.edgeless.store(true, Ordering::Relaxed);
        }
        if !shared.keeps_edges() {
            self.drop_edges();
        }
        self.stream.make_room();
        let bytes = self.stream.bytes() + self.batch.lists;
        if bytes > self.reserved {
            let more = (bytes - self.reserved).next_multiple_of(Self::RESERVE_STEP);
            self.edges.grow("edges", more)?;
            shared.edges.fetch_add(more, Ordering::Relaxed);
            self.reserved += more;
        }
        Ok(())
    }

    /// Interns the successors of a position, of which the first is the `at`-th of the batch, and
    /// keeps its record if it may be needed.
    #[inline]
    fn intern_successors<F: Finder>(
        &mut self,
        shared: &SharedState<'_>,
        finder: &F,
        number: usize,
        mut at: usize,
    ) -> Result<usize, Halt> {
        if let Some(swap_moves) = shared.swap_moves {
            return self.store_swap_moves(shared, finder, swap_moves, number, at);
        }
        let (parent, steps) = (self.batch.parents[number], self.batch.steps(number));
        let mut record = Record::default();
        let keeps_edges = shared.keeps_edges();
        self.stream.begin(parent);
        for (row, turn) in steps.iter() {
            let child = self.batch.child::<F>(shared, at, row);
            at += 1;
            let entry = match self.interner.intern(shared, finder, child) {
                Ok(entry) => entry,
                Err(halt) => {
                    self.stream.forget();
                    return Err(halt);
                }
            };
            let edge = record.add(entry, turn);
            if let Some(edge) = edge.filter(|_| keeps_edges) {
                self.stream.push(edge);
            }
        }
        let status = if steps.is_empty() {
            NodeStatus::now(shared.no_move_result)
        } else {
            record.status()
        };
        self.close(shared, parent, status, &record);
        Ok(at)
    }

    /// The same if moves are stored by halves, independently of static results.
    #[inline]
    fn store_swap_moves<F: Finder>(
        &mut self,
        shared: &SharedState<'_>,
        finder: &F,
        swap_moves: &SwapMoves,
        number: usize,
        at: usize,
    ) -> Result<usize, Halt> {
        let (parent, steps) = (self.batch.parents[number], self.batch.steps(number));
        let (stored, children) = self.batch.stored(number, at);
        for ((row, _), probe) in steps.iter().zip(children) {
            self.interner.intern(shared, finder, (*probe, &[], row))?;
        }
        if steps.is_empty() {
            self.stream.begin(parent);
            self.close(
                shared,
                parent,
                NodeStatus::now(shared.no_move_result),
                &Record::default(),
            );
            return Ok(at);
        }
        swap_moves.keep(stored);
        Ok(at + children.len())
    }

    /// Drops all edges, and releases their memory.
    pub(super) fn drop_edges(&mut self) {
        if self.reserved > 0 {
            self.stream = EdgeStream::default();
            self.batch.lists = 0;
            self.edges.keep(0);
            self.reserved = 0;
        }
    }

    /// Discards all records: their positions are going to be expanded again.
    pub(super) fn forget(&mut self) {
        self.stream = EdgeStream::default();
        (self.counts.in_one, self.counts.open) = (0, 0);
    }

    /// Creates records of moves that were stored by halves.
    pub(super) fn store_as_edges(
        &mut self,
        shared: &SharedState<'_>,
        swap_moves: &SwapMoves,
        table: &DirectTable<HalfIndex>,
    ) -> Result<(), Halt> {
        let entry = |place: u64| table.at(place).expect("a position that was entered");
        swap_moves.visit(|place, children| {
            let parent = entry(place).id();
            let mut record = Record::default();
            self.stream.begin(parent);
            for child in children {
                if let Some(edge) = record.add(entry(*child), Turn::Other) {
                    self.stream.push(edge);
                }
            }
            self.close(shared, parent, record.status(), &record);
            self.reservation(shared).map_err(Halt::from)
        })
    }

    /// Stores the status of a position; its record is kept only if it is unsolved.
    fn close(
        &mut self,
        shared: &SharedState<'_>,
        parent: u32,
        status: NodeStatus,
        record: &Record,
    ) {
        let counts = &mut self.counts;
        if status == NodeStatus::OPEN && record.open > 0 {
            if self.stream.edges() == 0 {
                // No edges are stored.
                self.stream.forget();
            } else if record.tied {
                // A certain draw keeps a position from being lost; it is represented by a move to
                // itself.
                self.stream.push(EdgeWord::edge(parent, Turn::Other));
            }
            counts.open += 1;
            return;
        }
        self.stream.forget();
        shared.pool.set_status(parent, status);
        match status.at_once() {
            Some(Wdl::Draw) => counts.ties += 1,
            Some(_) => counts.no_moves += 1,
            None => counts.in_one += u64::from(status != NodeStatus::OPEN),
        }
    }
}
