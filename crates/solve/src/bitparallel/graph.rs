//! The moves of all bundles, four bytes each, forwards and backwards.
//!
//! A move packs the number of the other bundle and the kind of the move into 32 bits. Kinds are
//! sorted by the amount of work they need, and the moves of a bundle by kind, which makes branches
//! predictable.

use std::sync::atomic::{AtomicU64, Ordering};

use kibitz_game::{BitParallelGame, LaneSwaps, Reservation, RunContext, StopReason};

use super::BLOCK;
use super::word::{Class, Kind};
use crate::SolveError;

/// The moves of a range of bundles.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// Where the moves of each bundle begin, and the end of the last.
    starts: Vec<u32>,
    moves: Vec<Packed>,
}

/// A move: the other bundle and the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Packed(u32);

/// The bit layout of a [`Packed`] move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    kind_bits: u32,
}

impl Layout {
    #[inline(always)]
    pub(super) fn bundle(self, packed: Packed) -> usize {
        (packed.0 >> self.kind_bits) as usize
    }

    #[inline(always)]
    pub(super) fn kind(self, packed: Packed) -> usize {
        (packed.0 & ((1 << self.kind_bits) - 1)) as usize
    }

    fn pack(self, bundle: u32, kind: u32) -> Packed {
        Packed(bundle << self.kind_bits | kind)
    }
}

impl Part {
    /// The moves of bundle `i` of the part, and all moves from there to the end of the part.
    #[inline(always)]
    pub(super) fn moves(&self, i: usize) -> (&[Packed], &[Packed]) {
        let (start, end) = (self.starts[i] as usize, self.starts[i + 1] as usize);
        let rest = &self.moves[start..];
        (&rest[..end - start], rest)
    }

    fn bytes(&self) -> u64 {
        (size_of_val(&self.moves[..]) + size_of_val(&self.starts[..])) as u64
    }
}

/// All moves between inner bundles.
#[derive(Debug)]
pub(super) struct Graph {
    kinds: Vec<Kind>,
    /// The first kind that is not in the first class, and the first kind of the last class.
    classes: [usize; 2],
    pub(super) layout: Layout,
    /// [`BitParallelGame::side_swaps`] of each bundle, cached.
    pub(super) side_swaps: Vec<LaneSwaps>,
    /// Moves from the bundles of each block.
    pub(super) forwards: Vec<Part>,
    /// Moves to the bundles, in ranges of `stretch` blocks.
    backwards: Vec<Part>,
    stretch: usize,
    _memory: Reservation,
}

impl Graph {
    pub(super) fn new<G: BitParallelGame>(
        game: &G,
        context: &RunContext,
    ) -> Result<Graph, SolveError> {
        let lane_moves = game.lane_moves();
        let kind_bits = usize::BITS - lane_moves.len().saturating_sub(1).leading_zeros();
        if game.inner() > u32::MAX >> kind_bits {
            return Err(SolveError::TooLarge {
                what: "the number of bundles".to_owned(),
                max: (u32::MAX >> kind_bits).into(),
            });
        }
        let layout = Layout { kind_bits };
        // In ascending order of work; stable.
        let mut kinds: Vec<(usize, Kind)> = lane_moves.iter().map(Kind::new).enumerate().collect();
        kinds.sort_by_key(|(_, kind)| kind.class);
        let mut renumbered = vec![0; kinds.len()];
        for (new, (old, _)) in kinds.iter().enumerate() {
            renumbered[*old] = new as u32;
        }
        let mut memory = context.reserve("the moves of all bundles", 0)?;
        // Forwards, then backwards.
        let stage = context.stage("listing moves", Some(2 * u64::from(game.inner())));
        let done = AtomicU64::new(0);
        let reach = |bundles: usize| {
            let bundles = bundles as u64;
            stage.advance_to(done.fetch_add(bundles, Ordering::Relaxed) + bundles)
        };
        let blocks = game.inner().div_ceil(BLOCK as u32);
        let threads = context.pool();
        let forwards = threads.try_map((0..blocks).collect(), |block| {
            let part = forwards(game, layout, &renumbered, block);
            reach(part.starts.len() - 1)?;
            Ok::<_, StopReason>(part)
        })?;
        let bytes: u64 = forwards.iter().map(Part::bytes).sum();
        // The same number backwards.
        memory.grow("the moves of all bundles", 2 * bytes)?;
        let stretch = forwards.len().div_ceil(2 * threads.count()).max(1);
        let stretches = forwards.len().div_ceil(stretch);
        let backwards = threads.try_map((0..stretches).collect(), |i| {
            let first = i * stretch * BLOCK;
            let end = ((i + 1) * stretch * BLOCK).min(game.inner() as usize);
            let part = backwards(&forwards, layout, first..end);
            reach(end - first)?;
            Ok::<_, StopReason>(part)
        })?;
        let mut side_swaps = vec![LaneSwaps::NONE; game.inner() as usize];
        let mut parts: Vec<_> = side_swaps.chunks_mut(BLOCK).enumerate().collect();
        threads.each(&mut parts, |(block, side_swaps)| {
            for (bundle, side_swaps) in ((*block * BLOCK) as u32..).zip(side_swaps.iter_mut()) {
                *side_swaps = game.side_swaps(bundle);
            }
        });
        drop(stage);
        Ok(Graph {
            classes: [Class::Bytes, Class::Bits]
                .map(|class| kinds.partition_point(|(_, kind)| kind.class < class)),
            kinds: kinds.into_iter().map(|(_, kind)| kind).collect(),
            layout,
            side_swaps,
            forwards,
            backwards,
            stretch,
            _memory: memory,
        })
    }

    /// The kind of a move and its class. The class is computed from the number, so that the branch
    /// on it does not wait for the load of the kind.
    #[inline(always)]
    pub(super) fn kind(&self, packed: Packed) -> (&Kind, Class) {
        let number = self.layout.kind(packed);
        let class = if number < self.classes[0] {
            Class::Shift
        } else if number < self.classes[1] {
            Class::Bytes
        } else {
            Class::Bits
        };
        (&self.kinds[number], class)
    }

    /// The moves that lead to a bundle.
    #[inline(always)]
    pub(super) fn predecessors(&self, bundle: usize) -> &[Packed] {
        let per = self.stretch * BLOCK;
        self.backwards[bundle / per].moves(bundle % per).0
    }
}

/// The moves from the bundles of a block.
fn forwards<G: BitParallelGame>(game: &G, layout: Layout, renumbered: &[u32], block: u32) -> Part {
    let first = block * BLOCK as u32;
    let end = (first + BLOCK as u32).min(game.inner());
    let mut part = Part {
        starts: vec![0],
        moves: Vec::new(),
    };
    let mut own: Vec<Packed> = Vec::new();
    for bundle in first..end {
        own.clear();
        game.edges(bundle, |edge| {
            if edge.to < game.inner() {
                own.push(layout.pack(edge.to, renumbered[usize::from(edge.kind)]));
            }
        });
        own.sort_by_key(|packed| (layout.kind(*packed), *packed));
        part.moves.extend_from_slice(&own);
        part.starts.push(part.moves.len() as u32);
    }
    part.moves.shrink_to_fit();
    part
}

/// The moves that lead to a range of bundles, found by scanning all moves.
fn backwards(forwards: &[Part], layout: Layout, range: std::ops::Range<usize>) -> Part {
    let each = |visit: &mut dyn FnMut(usize, Packed)| {
        let mut bundle = 0u32;
        for part in forwards {
            for i in 0..part.starts.len() - 1 {
                for &packed in part.moves(i).0 {
                    let to = layout.bundle(packed);
                    if range.contains(&to) {
                        let back = layout.pack(bundle, layout.kind(packed) as u32);
                        visit(to - range.start, back);
                    }
                }
                bundle += 1;
            }
        }
    };
    // First counts, then the next free place of each bundle, finally the end of each.
    let mut starts = vec![0u32; range.len() + 1];
    each(&mut |to, _| starts[to + 1] += 1);
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    let mut next = starts.clone();
    let total = starts.last().copied().unwrap_or(0);
    let mut moves = vec![Packed(0); total as usize];
    each(&mut |to, back| {
        moves[next[to] as usize] = back;
        next[to] += 1;
    });
    Part { starts, moves }
}
