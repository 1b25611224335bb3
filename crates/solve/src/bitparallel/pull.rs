//! The two phases of a level: lanes are lost if all successors are won, and won if some successor
//! is lost.
//!
//! A phase reads one set of words and writes another, each bundle only its own: threads need
//! neither locks nor atomics, and the result does not depend on their order.

use kibitz_game::{LaneMask, Plies, Value};

use super::BLOCK;
use super::graph::{Kinds, Packed, Part};
use super::history::Changes;
use super::planes::{PLANES, prefetch_planes, record};
use super::word::{Word, swap_sides};
use super::words::BlockWords;
use crate::zeroed::prefetch;

/// Prefetch distance, in moves.
const PREFETCH_DISTANCE: usize = 12;

/// Which lanes a phase solves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Those whose successors are all won.
    Losses,
    /// Those with a lost successor.
    Wins,
}

impl Phase {
    /// The value of the lanes that it solves at a level.
    pub(super) fn value(self, level: u32) -> Value {
        match self {
            Phase::Losses => Value::Loss(Plies::new(2 * level)),
            Phase::Wins => Value::Win(Plies::new(2 * level + 1)),
        }
    }
}

/// The inputs of a phase.
pub(super) struct Job<'a> {
    pub(super) kinds: &'a Kinds,
    pub(super) phase: Phase,
    /// The level: losses in 2n plies, wins in 2n + 1.
    pub(super) level: u32,
    /// The successor words, wins or losses, in the numbering of the player who has moved.
    pub(super) children: &'a [LaneMask],
    /// Whether to record what changes.
    pub(super) record_changes: bool,
}

/// A block, and the outputs of a phase for it.
pub(super) struct Own<'a> {
    /// The number of the block.
    pub(super) block: usize,
    /// The moves from its bundles.
    pub(super) moves: &'a Part,
    pub(super) words: BlockWords<'a>,
    /// Levels, one bit in each plane, if they are stored there.
    pub(super) planes: Option<&'a mut [LaneMask]>,
    /// The bundles to evaluate; all if `None`.
    pub(super) marks: Option<&'a mut [bool]>,
}

/// The results of a phase on a block.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) changes: Changes,
    /// The bundles with their newly solved lanes, in the numbering of the player who has moved, if
    /// recorded.
    pub(super) changed: Vec<(u32, LaneMask)>,
}

/// Runs a phase on a block, with AVX2 if `use_avx2` and supported.
pub(super) fn run_phase(job: &Job<'_>, own: Own<'_>, use_avx2: bool) -> Found {
    #[cfg(target_arch = "x86_64")]
    if use_avx2 && is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the feature.
        return unsafe { run_avx2(job, own) };
    }
    let _ = use_avx2;
    run::<LaneMask>(job, own)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2(job: &Job<'_>, own: Own<'_>) -> Found {
    run::<super::avx2::Avx2Word>(job, own)
}

#[inline(always)]
fn run<W: Word>(job: &Job<'_>, own: Own<'_>) -> Found {
    let mut found = Found::default();
    let (mut marks, mut planes) = (own.marks, own.planes);
    for i in 0..own.words.open.len() {
        if let Some(marks) = &mut marks
            && !std::mem::take(&mut marks[i])
        {
            continue;
        }
        let open = W::load(&own.words.open[i]);
        if open.is_empty() {
            continue;
        }
        if let Some(planes) = &planes {
            prefetch_planes(&planes[i * PLANES..(i + 1) * PLANES], job.level);
        }
        let new = match job.phase {
            Phase::Losses => lost::<W>(job.kinds, own.moves, i, job.children, open),
            Phase::Wins => won::<W>(job.kinds, own.moves, i, job.children, open),
        };
        if new.is_empty() {
            continue;
        }
        own.words.open[i] = open.without(new).lanes();
        if let Some(planes) = &mut planes {
            record(&mut planes[i * PLANES..(i + 1) * PLANES], job.level, new);
        }
        let bundle = (own.block * BLOCK + i) as u32;
        let seen = swap_sides(new.lanes(), job.kinds.side_swaps[bundle as usize]);
        own.words.newly_solved[i] = own.words.newly_solved[i].or(seen);
        found.changes.bundles += 1;
        found.changes.lanes += u64::from(seen.count());
        if job.record_changes {
            found.changed.push((bundle, seen));
        }
    }
    found
}

/// The open lanes whose successors are all won.
#[inline(always)]
fn lost<W: Word>(kinds: &Kinds, part: &Part, i: usize, won: &[LaneMask], open: W) -> W {
    let (moves, rest) = part.moves(i);
    let mut lost = open;
    for (k, &packed) in moves.iter().enumerate() {
        prefetch_successors(kinds, won, rest, k);
        let (kind, class) = kinds.kind(packed);
        let child = W::load(&won[kinds.layout.bundle(packed)]).through(kind, class);
        lost = lost.and(child.or(W::load(&kind.free)));
        if lost.is_empty() {
            break;
        }
    }
    lost
}

/// The open lanes with a lost successor.
#[inline(always)]
fn won<W: Word>(kinds: &Kinds, part: &Part, i: usize, lost: &[LaneMask], open: W) -> W {
    let (moves, rest) = part.moves(i);
    let mut won = W::none();
    for (k, &packed) in moves.iter().enumerate() {
        prefetch_successors(kinds, lost, rest, k);
        let (kind, class) = kinds.kind(packed);
        let child = W::load(&lost[kinds.layout.bundle(packed)]).through(kind, class);
        won = won.or(child.without(W::load(&kind.free)));
    }
    won.and(open)
}

#[inline(always)]
fn prefetch_successors(kinds: &Kinds, words: &[LaneMask], rest: &[Packed], k: usize) {
    if let Some(&later) = rest.get(k + PREFETCH_DISTANCE) {
        prefetch(words, kinds.layout.bundle(later));
    }
}
