//! The remaining edges, transposed for retrograde analysis.
//!
//! Edges are first distributed by the region of their target, then sorted within each region: both
//! access memory sequentially, except for random accesses that fit the cache.

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

use kibitz_game::{Reservation, RunContext, Turn};

use super::edge_stream::Piece;
use super::node_status::NodeStatus;
use crate::SolveError;
use crate::graph::Edge;
use crate::retrograde::{NodeInit, PredecessorGraph};
use crate::zeroed::{Zeroed, prefetch};
use kibitz_game::Threads;

/// Log2 of the ids per region: an offset in it has two bytes.
const REGION: u32 = 16;

/// Positions with their incoming edges.
pub(super) struct TransposedGraph {
    status: Zeroed<AtomicU8>,
    /// The remaining out-degree of each open position.
    edges: Zeroed<AtomicU32>,
    regions: Vec<Region>,
    ids: u32,
    _memory: Vec<Reservation>,
}

/// The edges that lead to the ids of one region.
#[derive(Debug, Default)]
struct Region {
    /// Where the edges to an id begin; empty if the region has no edges.
    starts: Vec<u32>,
    predecessors: Vec<Edge>,
}

/// Unsorted edges that lead to a region.
#[derive(Debug, Default)]
struct Bin {
    offsets: Vec<u16>,
    predecessors: Vec<Edge>,
}

/// The bins of one thread.
type Bins = Vec<Bin>;

/// Bytes per edge in a bin.
const IN_BIN: u64 = 6;

impl TransposedGraph {
    #[inline]
    fn edges_to(&self, id: u64) -> &[Edge] {
        let Some(region) = self.regions.get((id >> REGION) as usize) else {
            return &[];
        };
        let offset = (id & ((1 << REGION) - 1)) as usize;
        match region.starts.get(offset..offset + 2) {
            Some(&[start, end]) => &region.predecessors[start as usize..end as usize],
            _ => &[],
        }
    }

    /// Transposes the edges of the pieces.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    pub(super) fn new(
        pieces: Vec<Piece>,
        status: Zeroed<AtomicU8>,
        ids: u32,
        reservations: Vec<Reservation>,
        threads: &Threads,
        context: &RunContext,
    ) -> Result<TransposedGraph, SolveError> {
        let words: u64 = pieces.iter().map(|piece| piece.len() as u64).sum();
        let size = if words == 0 { 0 } else { ids };
        let what = "transposing the edges";
        let mut memory = vec![context.reserve(what, 4 * u64::from(size))?];
        let edges = Zeroed::new(size as usize)?;
        let dealt = context.reserve(what, IN_BIN * words)?;
        let regions = size.div_ceil(1 << REGION) as usize;
        let workers = deal(pieces, &edges, regions, threads);
        drop(reservations);
        context.check()?;
        let sorted = 4 * words + (4 * regions as u64) * ((1 << REGION) + 1);
        memory.push(context.reserve(what, sorted)?);
        let mut regions: Vec<(Vec<Bin>, Region)> = transpose(workers, regions)
            .map(|bins| (bins, Region::default()))
            .collect();
        threads.each(&mut regions, |(bins, region)| {
            *region = Region::sort(std::mem::take(bins));
        });
        drop(dealt);
        Ok(TransposedGraph {
            status,
            edges,
            regions: regions.into_iter().map(|(_, region)| region).collect(),
            ids,
            _memory: memory,
        })
    }
}

/// One thread's part of the distribution.
#[derive(Default)]
struct Dealer {
    pieces: Vec<Piece>,
    bins: Bins,
}

/// Distributes the edges of all pieces to bins, and counts those of each position.
fn deal(pieces: Vec<Piece>, edges: &[AtomicU32], regions: usize, threads: &Threads) -> Vec<Bins> {
    let members = threads.count().min(pieces.len());
    let mut workers: Vec<Dealer> = Vec::new();
    workers.resize_with(members, Dealer::default);
    for (number, piece) in pieces.into_iter().enumerate() {
        workers[number % members].pieces.push(piece);
    }
    threads.each(&mut workers, |dealer| {
        // Bins allocated at their final size are never moved.
        let mut counts = vec![0; regions];
        for mark in dealer.pieces.iter().flatten() {
            counts[(mark.id() >> REGION) as usize] += usize::from(!mark.is_head());
        }
        let bin = |count| Bin {
            offsets: Vec::with_capacity(count),
            predecessors: Vec::with_capacity(count),
        };
        dealer.bins = counts.into_iter().map(bin).collect();
        while let Some(piece) = dealer.pieces.pop() {
            deal_piece(&piece, &mut dealer.bins, edges);
        }
    });
    workers.into_iter().map(|dealer| dealer.bins).collect()
}

fn deal_piece(piece: &Piece, bins: &mut Bins, edges: &[AtomicU32]) {
    let mut rest = &piece[..];
    while let [head, after @ ..] = rest {
        let predecessor = head.id();
        let len = after.iter().take_while(|mark| !mark.is_head()).count();
        let (children, others) = after.split_at(len);
        edges[predecessor as usize].store(len as u32, Ordering::Relaxed);
        for child in children {
            let id = child.id();
            let bin = &mut bins[(id >> REGION) as usize];
            bin.offsets.push(id as u16);
            bin.predecessors.push(Edge::new(predecessor, child.turn()));
        }
        rest = others;
    }
}

/// The bins of all threads by region.
fn transpose(workers: Vec<Bins>, regions: usize) -> impl Iterator<Item = Vec<Bin>> {
    let mut workers: Vec<_> = workers.into_iter().map(Vec::into_iter).collect();
    (0..regions).map(move |_| workers.iter_mut().filter_map(Iterator::next).collect())
}

impl Region {
    fn sort(bins: Vec<Bin>) -> Region {
        let total: usize = bins.iter().map(|bin| bin.offsets.len()).sum();
        if total == 0 {
            return Region::default();
        }
        let mut starts = vec![0u32; (1 << REGION) + 1];
        for offset in bins.iter().flat_map(|bin| &bin.offsets) {
            starts[usize::from(*offset)] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        // From the end of each id's range to its beginning.
        let mut predecessors = vec![Edge::new(0, Turn::Other); total];
        for bin in bins {
            for (offset, predecessor) in bin.offsets.iter().zip(&bin.predecessors) {
                let place = &mut starts[usize::from(*offset)];
                *place -= 1;
                predecessors[*place as usize] = *predecessor;
            }
        }
        Region {
            starts,
            predecessors,
        }
    }
}

impl PredecessorGraph for TransposedGraph {
    fn size(&self) -> u64 {
        self.ids.into()
    }

    fn init(&self, rank: u64) -> Result<NodeInit, SolveError> {
        let status = NodeStatus::from_byte(self.status[rank as usize].load(Ordering::Relaxed));
        Ok(match status {
            NodeStatus::HOLE => NodeInit::Hole,
            NodeStatus::OPEN => {
                let left = self.edges.get(rank as usize);
                let left = left.map_or(0, |edges| edges.load(Ordering::Relaxed));
                // A position without a record is never solved: it is a draw.
                NodeInit::Open(u64::from(left).max(1))
            }
            known => NodeInit::Known(known.value().expect("neither open nor a hole")),
        })
    }

    #[inline]
    fn predecessors<F: FnMut(u64, Turn)>(&self, rank: u64, mut visit: F) {
        for edge in self.edges_to(rank) {
            visit(edge.id().into(), edge.turn());
        }
    }

    #[inline]
    fn prefetch(&self, rank: u64) {
        /// Edges per cache line.
        const LINE: usize = 16;
        let edges = self.edges_to(rank);
        for at in (0..edges.len()).step_by(LINE) {
            prefetch(edges, at);
        }
    }
}
