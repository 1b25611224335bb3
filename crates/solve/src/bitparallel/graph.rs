//! The moves of all bundles, four bytes each, forwards and backwards.
//!
//! A move packs the number of the other bundle and the kind of the move into 32 bits. Kinds are
//! sorted by the amount of work they need, and the moves of a bundle by kind, which makes branches
//! predictable.

use std::borrow::Borrow;
use std::convert::Infallible;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use kibitz_game::{BitParallelGame, LaneSwaps, Reservation, RunContext, StopReason, Threads};

use super::BLOCK;
use super::word::{Class, Kind};
use crate::SolveError;

/// The moves of a range of bundles.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// Where the moves of each bundle begin, and the end of the last.
    pub(super) starts: Vec<u32>,
    pub(super) moves: Vec<Packed>,
}

/// A move: the other bundle and the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Packed(pub(super) u32);

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

    /// The number of its bundles.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&self.moves[..]) + size_of_val(&self.starts[..])) as u64
    }
}

/// What moves do, by kind.
#[derive(Debug)]
pub(super) struct Kinds {
    kinds: Vec<Kind>,
    /// The number here of each kind of the game.
    renumbered: Vec<u32>,
    /// The first kind that is not in the first class, and the first kind of the last class.
    classes: [usize; 2],
    pub(super) layout: Layout,
    /// [`BitParallelGame::side_swaps`] of each bundle, cached.
    pub(super) side_swaps: Vec<LaneSwaps>,
}

impl Kinds {
    pub(super) fn new<G: BitParallelGame>(
        game: &G,
        threads: &Threads,
    ) -> Result<Kinds, SolveError> {
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
        let mut side_swaps = vec![LaneSwaps::NONE; game.inner() as usize];
        let mut parts: Vec<_> = side_swaps.chunks_mut(BLOCK).enumerate().collect();
        threads.each(&mut parts, |(block, side_swaps)| {
            for (bundle, side_swaps) in ((*block * BLOCK) as u32..).zip(side_swaps.iter_mut()) {
                *side_swaps = game.side_swaps(bundle);
            }
        });
        Ok(Kinds {
            classes: [Class::Bytes, Class::Bits]
                .map(|class| kinds.partition_point(|(_, kind)| kind.class < class)),
            kinds: kinds.into_iter().map(|(_, kind)| kind).collect(),
            renumbered,
            layout,
            side_swaps,
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
}

/// All moves between inner bundles.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) kinds: Kinds,
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
        let threads = context.pool();
        let kinds = Kinds::new(game, threads)?;
        let mut memory = context.reserve("the moves of all bundles", 0)?;
        // Forwards, then backwards.
        let stage = context.stage("listing moves", Some(2 * u64::from(game.inner())));
        let done = AtomicU64::new(0);
        let reach = |bundles: usize| {
            let bundles = bundles as u64;
            stage.advance_to(done.fetch_add(bundles, Ordering::Relaxed) + bundles)
        };
        let inner = game.inner() as usize;
        let blocks = inner.div_ceil(BLOCK);
        let forwards = threads.try_map((0..blocks).collect(), |block| {
            let part = forwards(game, &kinds, block);
            reach(part.len())?;
            Ok::<_, StopReason>(part)
        })?;
        let bytes: u64 = forwards.iter().map(Part::bytes).sum();
        // The same number backwards.
        memory.grow("the moves of all bundles", 2 * bytes)?;
        let stretch = forwards.len().div_ceil(2 * threads.count()).max(1);
        let stretches = forwards.len().div_ceil(stretch);
        let backwards = threads.try_map((0..stretches).collect(), |i| {
            let first = i * stretch * BLOCK;
            let end = ((i + 1) * stretch * BLOCK).min(inner);
            let part = |block: usize| Ok::<_, Infallible>(&forwards[block]);
            let Ok(part) = backwards(blocks, part, kinds.layout, first..end);
            reach(end - first)?;
            Ok::<_, StopReason>(part)
        })?;
        drop(stage);
        Ok(Graph {
            kinds,
            forwards,
            backwards,
            stretch,
            _memory: memory,
        })
    }

    /// The moves that lead to the bundles of a range that contains a block, and the first bundle of
    /// the range.
    pub(super) fn backwards(&self, block: usize) -> (&Part, usize) {
        let i = block / self.stretch;
        (&self.backwards[i], i * self.stretch * BLOCK)
    }
}

/// The moves from the bundles of a block.
pub(super) fn forwards<G: BitParallelGame>(game: &G, kinds: &Kinds, block: usize) -> Part {
    let Kinds {
        layout, renumbered, ..
    } = kinds;
    let first = (block * BLOCK) as u32;
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

/// The moves that lead to a range of bundles, found by scanning the moves of all blocks, twice.
pub(super) fn backwards<P: Borrow<Part>, E>(
    blocks: usize,
    forwards: impl Fn(usize) -> Result<P, E>,
    layout: Layout,
    range: Range<usize>,
) -> Result<Part, E> {
    let each = |visit: &mut dyn FnMut(usize, Packed)| {
        let mut bundle = 0u32;
        for block in 0..blocks {
            let part = forwards(block)?;
            let part = part.borrow();
            for i in 0..part.len() {
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
        Ok(())
    };
    // First counts, then the next free place of each bundle, finally the end of each.
    let mut starts = vec![0u32; range.len() + 1];
    each(&mut |to, _| starts[to + 1] += 1)?;
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    let mut next = starts.clone();
    let total = starts.last().copied().unwrap_or(0);
    let mut moves = vec![Packed(0); total as usize];
    each(&mut |to, back| {
        moves[next[to] as usize] = back;
        next[to] += 1;
    })?;
    Ok(Part { starts, moves })
}
