//! The two phases: what is lost because all children are won, and what is won
//! because a child is lost.
//!
//! A phase reads one set of words and writes another, each bundle its own: so
//! threads need no locks and no atomics, and the result does not depend on
//! their order.

use kibitz_game::Lanes;

use super::BLOCK;
use super::graph::{Graph, Packed, Part};
use super::planes::{PLANES, ask, record};
use super::word::{Word, turned};
use crate::zeroed::prefetch;

/// Moves whose children are asked for ahead.
const AHEAD: usize = 12;

/// Which lanes are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Those of which every child is won.
    Losses,
    /// Those of which some child is lost.
    Wins,
}

/// What a phase reads.
pub(super) struct Job<'a> {
    pub(super) graph: &'a Graph,
    pub(super) phase: Phase,
    /// The level: losses in 2n plies, wins in 2n + 1.
    pub(super) level: u32,
    /// The words that are pulled, as the player who has moved numbers lanes:
    /// the wins, or the losses.
    pub(super) children: &'a [Lanes],
    /// Whether to remember what changed.
    pub(super) is_noted: bool,
}

/// What a phase writes: the words of a block, one for each bundle.
pub(super) struct Own<'a> {
    /// The number of the block.
    pub(super) block: usize,
    /// What is not settled, as the mover numbers lanes.
    pub(super) open: &'a mut [Lanes],
    /// What this phase settles, as the player who has moved numbers lanes.
    pub(super) settled: &'a mut [Lanes],
    /// Levels, one bit in each plane.
    pub(super) planes: &'a mut [Lanes],
    /// The bundles to look at, and whether there are any; all where `None`.
    pub(super) marks: Option<&'a mut [bool]>,
}

/// What a phase found in a block.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Bundles with lanes that were settled.
    pub(super) bundles: u64,
    /// Lanes that were settled.
    pub(super) lanes: u64,
    /// The bundles with these lanes, as the player who has moved numbers them,
    /// if that was asked for.
    pub(super) changed: Vec<(u32, Lanes)>,
}

/// Runs a phase on a block, in the widest registers there are.
pub(super) fn run_widest(job: &Job<'_>, own: Own<'_>, is_wide: bool) -> Found {
    #[cfg(target_arch = "x86_64")]
    if is_wide && is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the feature.
        return unsafe { run_avx2(job, own) };
    }
    let _ = is_wide;
    run::<Lanes>(job, own)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2(job: &Job<'_>, own: Own<'_>) -> Found {
    run::<super::wide::Wide>(job, own)
}

#[inline(always)]
fn run<W: Word>(job: &Job<'_>, own: Own<'_>) -> Found {
    let mut found = Found::default();
    let part = &job.graph.forwards[own.block];
    let mut marks = own.marks;
    for i in 0..own.open.len() {
        if let Some(marks) = &mut marks
            && !std::mem::take(&mut marks[i])
        {
            continue;
        }
        let open = W::load(&own.open[i]);
        if open.is_empty() {
            continue;
        }
        ask(&own.planes[i * PLANES..(i + 1) * PLANES], job.level);
        let new = match job.phase {
            Phase::Losses => lost::<W>(job.graph, part, i, job.children, open),
            Phase::Wins => won::<W>(job.graph, part, i, job.children, open),
        };
        if new.is_empty() {
            continue;
        }
        own.open[i] = open.without(new).lanes();
        record(
            &mut own.planes[i * PLANES..(i + 1) * PLANES],
            job.level,
            new,
        );
        let bundle = (own.block * BLOCK + i) as u32;
        let seen = turned(new.lanes(), job.graph.turned[bundle as usize]);
        own.settled[i] = own.settled[i].or(seen);
        found.bundles += 1;
        found.lanes += u64::from(seen.count());
        if job.is_noted {
            found.changed.push((bundle, seen));
        }
    }
    found
}

/// The open lanes of which every child is won.
#[inline(always)]
fn lost<W: Word>(graph: &Graph, part: &Part, i: usize, won: &[Lanes], open: W) -> W {
    let (moves, rest) = part.moves(i);
    let mut lost = open;
    for (k, &packed) in moves.iter().enumerate() {
        ask_ahead(graph, won, rest, k);
        let (kind, class) = graph.kind(packed);
        let child = W::load(&won[graph.layout.bundle(packed)]).through(kind, class);
        lost = lost.and(child.or(W::load(&kind.free)));
        if lost.is_empty() {
            break;
        }
    }
    lost
}

/// The open lanes of which some child is lost.
#[inline(always)]
fn won<W: Word>(graph: &Graph, part: &Part, i: usize, lost: &[Lanes], open: W) -> W {
    let (moves, rest) = part.moves(i);
    let mut won = W::none();
    for (k, &packed) in moves.iter().enumerate() {
        ask_ahead(graph, lost, rest, k);
        let (kind, class) = graph.kind(packed);
        let child = W::load(&lost[graph.layout.bundle(packed)]).through(kind, class);
        won = won.or(child.without(W::load(&kind.free)));
    }
    won.and(open)
}

#[inline(always)]
fn ask_ahead(graph: &Graph, words: &[Lanes], rest: &[Packed], k: usize) {
    if let Some(&later) = rest.get(k + AHEAD) {
        prefetch(words, graph.layout.bundle(later));
    }
}
