//! The graph: every position is expanded again, and its moves are sent to the owners of the
//! successors, which make lists of predecessors of them.

use kibitz_game::{Reservation, SuccessorBuffer, Turn, Value};
use kibitz_solve::SolveError;
use kibitz_solve::explore_vectors::{Degree, Expander, VectorSource};
use kibitz_solve::retrograde::{NodeInit, PredecessorGraph};
use timely::worker::Worker;

use super::bucket;
use super::placed::Placed;
use crate::ClusterError;
use crate::port::Port;
use crate::rounds::{Items, Peers, Rounds, run};

/// The positions of a process, with the numbers of their moves and the lists of their predecessors.
pub(super) struct Graph {
    placed: Placed,
    /// By id.
    degrees: Vec<Degree>,
    /// By bucket of this process.
    lists: Vec<List>,
    /// Bytes of a predecessor.
    width: usize,
    _memory: Reservation,
}

/// The predecessors of a bucket's positions: twice the rank, plus one if the same player moves again.
#[derive(Default)]
struct List {
    /// Where those of each position begin, and where the last ones end.
    starts: Vec<u32>,
    items: Vec<u8>,
}

/// Moves that have arrived for a bucket: the place of the successor, and the predecessor.
type Moves = Vec<u8>;

/// Bytes of a place.
const PLACE: usize = size_of::<u32>();

/// Makes the lists, together with the other processes.
pub(super) fn predecessors(
    peers: Peers<'_>,
    worker: &mut Worker,
    source: &dyn VectorSource,
    placed: Placed,
) -> Result<Graph, ClusterError> {
    let packets = Items::memory(peers.workers);
    let _packets = peers.context.reserve("packets of moves", packets)?;
    let positions = placed.tags.len() as u64;
    let degrees = peers.context.reserve("moves", 4 * positions)?;
    let most = 2 * placed.division().size();
    let width = (u64::BITS - most.leading_zeros()).div_ceil(8) as usize;
    let slots = source.slots();
    let mut expansion = Expansion {
        peers,
        source,
        rules: source.rules(),
        degrees: Vec::with_capacity(placed.tags.len()),
        moves: vec![Moves::new(); placed.buckets()],
        bucket: 0,
        steps: SuccessorBuffer::new(slots),
        row: vec![0; slots],
        packed: Vec::new(),
        memory: degrees,
        width,
        placed,
    };
    let name = "lists of predecessors by several processes";
    let all = expansion.placed.summary().positions;
    let stage = peers.context.stage(name, Some(all));
    run(peers, &mut expansion, 0, &stage, Port::new(worker))?;
    expansion.into_graph()
}

struct Expansion<'a> {
    peers: Peers<'a>,
    source: &'a dyn VectorSource,
    rules: Box<dyn Expander + 'a>,
    placed: Placed,
    /// Of the positions that were expanded.
    degrees: Vec<Degree>,
    moves: Vec<Moves>,
    /// The bucket that is being expanded.
    bucket: usize,
    steps: SuccessorBuffer,
    row: Vec<i64>,
    packed: Vec<u8>,
    memory: Reservation,
    width: usize,
}

impl Expansion<'_> {
    /// The initial state of a position, whose moves are sent.
    fn expand(&mut self, id: u32, rank: u64, items: &mut Items) -> Result<Degree, SolveError> {
        if let Some(result) = self.placed.tags[id as usize].decided() {
            return Ok(Degree::known(result));
        }
        self.placed.set.get(id, &mut self.row);
        let expanded = self.rules.expand(&self.row, &mut self.steps);
        expanded.map_err(|fault| SolveError::Fault {
            position: self.source.write(&self.row),
            fault,
        })?;
        let steps = std::mem::replace(&mut self.steps, SuccessorBuffer::new(0));
        for (to, turn) in steps.iter() {
            let item = (rank << 1 | u64::from(turn == Turn::Same)).to_le_bytes();
            let item = &item[..self.width];
            match bucket(to) % self.peers.workers {
                own if own == self.peers.worker => self.push(to, item)?,
                other => {
                    if !self.placed.packing().pack(to, &mut self.packed) {
                        return Err(self.missing(to));
                    }
                    let items = items.to(other);
                    items.extend_from_slice(&self.packed);
                    items.extend_from_slice(item);
                }
            }
        }
        self.steps = steps;
        match self.steps.len() {
            0 => Ok(Degree::known(self.source.no_move_result())),
            moves => Degree::moves(moves).ok_or_else(|| SolveError::TooLarge {
                what: "the number of moves".to_owned(),
                max: Degree::MAX_MOVES.into(),
            }),
        }
    }

    /// Adds a move to an own position.
    fn push(&mut self, to: &[i64], item: &[u8]) -> Result<(), SolveError> {
        let place = self.placed.place(to);
        let (bucket, place) = place.ok_or_else(|| self.missing(to))?;
        let moves = &mut self.moves[bucket];
        let len = PLACE + item.len();
        if moves.len() + len > moves.capacity() {
            // A vector that grows exists twice for a moment, but one at a time.
            let more = (moves.capacity() / 4).max(64 * len);
            self.memory.grow("moves", more as u64)?;
            moves.reserve_exact(more);
        }
        moves.extend_from_slice(&place.to_le_bytes());
        moves.extend_from_slice(item);
        Ok(())
    }

    fn missing(&self, row: &[i64]) -> SolveError {
        SolveError::Missing {
            position: self.source.write(row),
        }
    }

    /// Sorts the moves into lists, bucket by bucket.
    fn into_graph(mut self) -> Result<Graph, ClusterError> {
        let mut lists = Vec::with_capacity(self.moves.len());
        for bucket in 0..self.moves.len() {
            let moves = std::mem::take(&mut self.moves[bucket]);
            let positions = self.placed.ids(bucket).len();
            let count = moves.len() / (PLACE + self.width);
            let bytes = 4 * (positions + 1) + count * self.width;
            self.memory.grow("lists of predecessors", bytes as u64)?;
            lists.push(List::new(&moves, positions, self.width)?);
            let freed = moves.capacity() as u64;
            self.memory.keep(self.memory.bytes() - freed);
            self.peers.check()?;
        }
        Ok(Graph {
            placed: self.placed,
            degrees: self.degrees,
            lists,
            width: self.width,
            _memory: self.memory,
        })
    }
}

impl Rounds for Expansion<'_> {
    fn apply(&mut self, _: u32, _: usize, items: &[u8]) -> Result<Option<()>, ClusterError> {
        let row_len = self.placed.packing().row_len();
        let items = items.chunks_exact(row_len + self.width);
        let is_whole = items.remainder().is_empty();
        let mut row = vec![0; self.row.len()];
        for item in items {
            let (packed, item) = item.split_at(row_len);
            self.placed.packing().unpack(packed, &mut row);
            self.push(&row, item)?;
        }
        Ok(is_whole.then_some(()))
    }

    fn emit(&mut self, _: u32, items: &mut Items) -> Result<bool, ClusterError> {
        while self.bucket < self.placed.buckets() {
            let ids = self.placed.ids(self.bucket);
            let next = self.degrees.len() as u32;
            for id in next..ids.end {
                let rank = self.placed.first_rank(self.bucket) + u64::from(id - ids.start);
                let degree = self.expand(id, rank, items)?;
                self.degrees.push(degree);
                if items.are_full() {
                    return Ok(false);
                }
            }
            self.bucket += 1;
        }
        Ok(true)
    }

    fn done(&self) -> u64 {
        self.degrees.len() as u64
    }
}

impl List {
    fn new(moves: &[u8], positions: usize, width: usize) -> Result<List, SolveError> {
        let moves = || moves.chunks_exact(PLACE + width);
        u32::try_from(moves().len()).map_err(|_| SolveError::TooLarge {
            what: "the number of moves to a thousandth of the positions".to_owned(),
            max: u32::MAX.into(),
        })?;
        let place = |item: &[u8]| {
            let place = item.first_chunk().copied().unwrap_or_default();
            u32::from_le_bytes(place) as usize
        };
        let mut starts = vec![0; positions + 1];
        for item in moves() {
            starts[place(item)] += 1;
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut items = vec![0; moves().len() * width];
        for item in moves() {
            let next = &mut starts[place(item)];
            *next -= 1;
            items[*next as usize * width..][..width].copy_from_slice(&item[PLACE..]);
        }
        Ok(List { starts, items })
    }
}

impl Graph {
    pub(super) fn placed(&self) -> &Placed {
        &self.placed
    }

    pub(super) fn into_placed(self) -> Placed {
        self.placed
    }

    /// By id.
    pub(super) fn degrees(&self) -> &[Degree] {
        &self.degrees
    }
}

impl PredecessorGraph for Graph {
    fn size(&self) -> u64 {
        self.placed.division().size()
    }

    fn init(&self, rank: u64) -> Result<NodeInit, SolveError> {
        let id = self.placed.id(rank);
        Ok(match id.map(|id| self.degrees[id as usize].get()) {
            None => NodeInit::Hole,
            Some(Ok(moves)) => NodeInit::Open(moves.into()),
            Some(Err(result)) => NodeInit::Known(Value::terminal(result)),
        })
    }

    fn predecessors<F: FnMut(u64, Turn)>(&self, rank: u64, mut visit: F) {
        let bits = self.placed.bits();
        let bucket = (rank >> bits) as usize / self.placed.workers();
        let place = (rank & ((1 << bits) - 1)) as usize;
        let List { starts, items } = &self.lists[bucket];
        let (start, end) = (starts[place] as usize, starts[place + 1] as usize);
        for item in items[start * self.width..end * self.width].chunks_exact(self.width) {
            let mut whole = [0; 8];
            whole[..self.width].copy_from_slice(item);
            let item = u64::from_le_bytes(whole);
            let turn = match item & 1 {
                0 => Turn::Other,
                _ => Turn::Same,
            };
            visit(item >> 1, turn);
        }
    }
}
