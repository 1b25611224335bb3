//! The rest of the stream turned round, for retrograde analysis.
//!
//! Edges are first dealt out by the region of ids that they lead to, then
//! sorted region by region: both go through memory in order, and what is
//! touched at random fits the cache.

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

use kibitz_game::{Claim, Turn, Watch};

use super::early::Early;
use super::stream::Piece;
use crate::SolveError;
use crate::graph::Edge;
use crate::retrograde::{Backward, Opening};
use crate::zeroed::{Zeroed, prefetch};
use kibitz_game::Threads;

/// Ids of a region, as a logarithm: an offset in it has two bytes.
const REGION: u32 = 16;

/// Positions with the edges that lead to them.
pub(super) struct Reversed {
    early: Zeroed<AtomicU8>,
    /// How many edges each open position has left.
    edges: Zeroed<AtomicU32>,
    regions: Vec<Region>,
    ids: u32,
    _memory: Vec<Claim>,
}

/// The edges that lead to the ids of one region.
#[derive(Debug, Default)]
struct Region {
    /// Where the edges to an id begin; empty where there are none at all.
    starts: Vec<u32>,
    parents: Vec<Edge>,
}

/// Edges that lead to a region, as they come.
#[derive(Debug, Default)]
struct Bin {
    offsets: Vec<u16>,
    parents: Vec<Edge>,
}

/// The bins of one thread.
type Bins = Vec<Bin>;

/// Bytes of an edge in a bin.
const IN_BIN: u64 = 6;

impl Reversed {
    #[inline]
    fn edges_to(&self, id: u64) -> &[Edge] {
        let Some(region) = self.regions.get((id >> REGION) as usize) else {
            return &[];
        };
        let offset = (id & ((1 << REGION) - 1)) as usize;
        match region.starts.get(offset..offset + 2) {
            Some(&[start, end]) => &region.parents[start as usize..end as usize],
            _ => &[],
        }
    }

    /// Turns the edges of the pieces round.
    ///
    /// # Errors
    /// Where a budget is used up.
    pub(super) fn new(
        pieces: Vec<Piece>,
        early: Zeroed<AtomicU8>,
        ids: u32,
        claims: Vec<Claim>,
        threads: &Threads,
        watch: &Watch,
    ) -> Result<Reversed, SolveError> {
        let marks: u64 = pieces.iter().map(|piece| piece.len() as u64).sum();
        let size = if marks == 0 { 0 } else { ids };
        let what = "turning the edges round";
        let mut memory = vec![watch.claim(what, 4 * u64::from(size))?];
        let edges = Zeroed::new(size as usize)?;
        let dealt = watch.claim(what, IN_BIN * marks)?;
        let regions = size.div_ceil(1 << REGION) as usize;
        let crew = deal(pieces, &edges, regions, threads);
        drop(claims);
        watch.check()?;
        let sorted = 4 * marks + (4 * regions as u64) * ((1 << REGION) + 1);
        memory.push(watch.claim(what, sorted)?);
        let mut regions: Vec<(Vec<Bin>, Region)> = transpose(crew, regions)
            .map(|bins| (bins, Region::default()))
            .collect();
        threads.each(&mut regions, |(bins, region)| {
            *region = Region::sort(std::mem::take(bins));
        });
        drop(dealt);
        Ok(Reversed {
            early,
            edges,
            regions: regions.into_iter().map(|(_, region)| region).collect(),
            ids,
            _memory: memory,
        })
    }
}

/// One thread's part of dealing out.
#[derive(Default)]
struct Dealer {
    pieces: Vec<Piece>,
    bins: Bins,
}

/// Deals the edges of all pieces out, and counts those of each position.
fn deal(pieces: Vec<Piece>, edges: &[AtomicU32], regions: usize, threads: &Threads) -> Vec<Bins> {
    let members = threads.count().min(pieces.len());
    let mut crew: Vec<Dealer> = Vec::new();
    crew.resize_with(members, Dealer::default);
    for (number, piece) in pieces.into_iter().enumerate() {
        crew[number % members].pieces.push(piece);
    }
    threads.each(&mut crew, |dealer| {
        // Bins that are made as long as they need to be never move.
        let mut counts = vec![0; regions];
        for mark in dealer.pieces.iter().flatten() {
            counts[(mark.id() >> REGION) as usize] += usize::from(!mark.is_head());
        }
        let bin = |count| Bin {
            offsets: Vec::with_capacity(count),
            parents: Vec::with_capacity(count),
        };
        dealer.bins = counts.into_iter().map(bin).collect();
        while let Some(piece) = dealer.pieces.pop() {
            deal_piece(&piece, &mut dealer.bins, edges);
        }
    });
    crew.into_iter().map(|dealer| dealer.bins).collect()
}

fn deal_piece(piece: &Piece, bins: &mut Bins, edges: &[AtomicU32]) {
    let mut rest = &piece[..];
    while let [head, after @ ..] = rest {
        let parent = head.id();
        let len = after.iter().take_while(|mark| !mark.is_head()).count();
        let (children, others) = after.split_at(len);
        edges[parent as usize].store(len as u32, Ordering::Relaxed);
        for child in children {
            let id = child.id();
            let bin = &mut bins[(id >> REGION) as usize];
            bin.offsets.push(id as u16);
            bin.parents.push(Edge::new(parent, child.turn()));
        }
        rest = others;
    }
}

/// The bins of all threads by region.
fn transpose(crew: Vec<Bins>, regions: usize) -> impl Iterator<Item = Vec<Bin>> {
    let mut crew: Vec<_> = crew.into_iter().map(Vec::into_iter).collect();
    (0..regions).map(move |_| crew.iter_mut().filter_map(Iterator::next).collect())
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
        // From the end of each id's share to its beginning.
        let mut parents = vec![Edge::new(0, Turn::Passes); total];
        for bin in bins {
            for (offset, parent) in bin.offsets.iter().zip(&bin.parents) {
                let place = &mut starts[usize::from(*offset)];
                *place -= 1;
                parents[*place as usize] = *parent;
            }
        }
        Region { starts, parents }
    }
}

impl Backward for Reversed {
    fn size(&self) -> u64 {
        self.ids.into()
    }

    fn opening(&self, rank: u64) -> Result<Opening, SolveError> {
        let early = Early::from_byte(self.early[rank as usize].load(Ordering::Relaxed));
        Ok(match early {
            Early::HOLE => Opening::Hole,
            Early::OPEN => {
                let left = self.edges.get(rank as usize);
                let left = left.map_or(0, |edges| edges.load(Ordering::Relaxed));
                // What has no record is never settled: it is a draw.
                Opening::Open(u64::from(left).max(1))
            }
            known => Opening::Known(known.value().expect("neither open nor a hole")),
        })
    }

    #[inline]
    fn parents<F: FnMut(u64, Turn)>(&self, rank: u64, mut visit: F) {
        for edge in self.edges_to(rank) {
            visit(edge.id().into(), edge.turn());
        }
    }

    #[inline]
    fn prefetch(&self, rank: u64) {
        /// Edges in a line of the cache.
        const LINE: usize = 16;
        let edges = self.edges_to(rank);
        for at in (0..edges.len()).step_by(LINE) {
            prefetch(edges, at);
        }
    }
}
