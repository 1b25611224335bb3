//! Bit-parallel reachability.
//!
//! Newly reached lanes are pushed through all moves of their bundle until there are none. Several
//! threads may push to the same bundle, so words are combined by atomic OR; the fixed point does
//! not depend on the order.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use kibitz_game::{BitParallelGame, LaneMask, LaneMove, Reservation, RunContext};

use super::BLOCK;
use super::counts::CanonicalLanes;
use super::word::{pushed, swap_sides};
use crate::SolveError;
use crate::zeroed::Zeroed;

/// The positions reachable from a root.
#[derive(Debug)]
pub struct Reached {
    /// In the lane numbering of the player who has moved.
    seen: Zeroed<AtomicU64>,
    _memory: Reservation,
}

/// Everything reachable from a lane, itself included. Statically decided positions are not
/// expanded.
///
/// # Errors
/// Returns an error if a limit is reached.
pub fn reach<G: BitParallelGame>(
    game: &G,
    (bundle, lane): (u32, u8),
    context: &RunContext,
) -> Result<Reached, SolveError> {
    let (inner, all) = (game.inner() as usize, game.bundles() as usize);
    let bytes = 32 * (inner + all) as u64;
    let mut memory = context.reserve("the set of reachable positions", bytes)?;
    let seen = Zeroed::new(4 * all)?;
    let mut done: Zeroed<LaneMask> = Zeroed::new(inner)?;
    let marks: Vec<AtomicBool> = (0..inner.div_ceil(BLOCK))
        .map(|_| AtomicBool::new(false))
        .collect();
    let pass = Pass {
        game,
        lane_moves: game.lane_moves(),
        seen: &seen,
        marks: &marks,
    };
    pass.add(
        bundle,
        swap_sides(LaneMask::one(lane), game.side_swaps(bundle)),
    );
    let stage = context.stage("reachability", None);
    let reached = AtomicU64::new(0);
    while marks.iter().any(|mark| mark.load(Ordering::Relaxed)) {
        let mut blocks: Vec<_> = done.chunks_mut(BLOCK).enumerate().collect();
        context.pool().each(&mut blocks, |(i, done)| {
            // Cancellation is reported below, after the round.
            if marks[*i].swap(false, Ordering::Relaxed) && context.check().is_ok() {
                let new = pass.block(*i, done, &mut CanonicalLanes::default());
                reached.fetch_add(new, Ordering::Relaxed);
            }
        });
        stage.advance_to(reached.load(Ordering::Relaxed))?;
    }
    memory.keep(32 * all as u64);
    Ok(Reached {
        seen,
        _memory: memory,
    })
}

struct Pass<'a, G> {
    game: &'a G,
    lane_moves: Vec<LaneMove>,
    seen: &'a [AtomicU64],
    /// Blocks with lanes reached since their last visit.
    marks: &'a [AtomicBool],
}

impl<G: BitParallelGame> Pass<'_, G> {
    /// Adds lanes to a bundle, in the numbering of the player who has moved.
    fn add(&self, bundle: u32, lanes: LaneMask) {
        let words = &self.seen[4 * bundle as usize..4 * bundle as usize + 4];
        let mut is_new = false;
        for (word, more) in words.iter().zip(lanes.0) {
            // Usually all bits are set already, and a plain load does not invalidate other threads'
            // cache lines.
            if more & !word.load(Ordering::Relaxed) != 0 {
                word.fetch_or(more, Ordering::Relaxed);
                is_new = true;
            }
        }
        if is_new && bundle < self.game.inner() {
            // Release, after the words: the thread that clears the mark sees them.
            self.marks[bundle as usize / BLOCK].store(true, Ordering::Release);
        }
    }

    /// Expands the newly reached lanes of a block; returns the number of new positions.
    fn block(&self, block: usize, done: &mut [LaneMask], canonical: &mut CanonicalLanes) -> u64 {
        std::sync::atomic::fence(Ordering::Acquire);
        let mut count = 0;
        for (i, done) in done.iter_mut().enumerate() {
            let bundle = (block * BLOCK + i) as u32;
            let seen = lanes(self.seen, bundle);
            if seen == *done {
                continue;
            }
            let before = std::mem::replace(done, seen);
            let other = self.game.side_swaps(bundle);
            let symmetry = self.game.lane_symmetry(bundle);
            let all = |lanes| symmetry.orbits(swap_sides(lanes, other));
            let new = all(seen).and(all(before).not());
            count += u64::from(new.and(canonical.of(symmetry)).count());
            let known = self.game.initial_lanes(bundle);
            let new = new.and(known.decided_won.or(known.decided_lost).not());
            if new.is_empty() {
                continue;
            }
            self.game.edges(bundle, |edge| {
                let lanes = pushed(new, &self.lane_moves[usize::from(edge.kind)]);
                if !lanes.is_empty() {
                    self.add(edge.to, lanes);
                }
            });
        }
        count
    }
}

/// The reached lanes of a bundle, in the numbering of the player who has moved.
fn lanes(seen: &[AtomicU64], bundle: u32) -> LaneMask {
    let first = 4 * bundle as usize;
    LaneMask(std::array::from_fn(|k| {
        seen[first + k].load(Ordering::Relaxed)
    }))
}

impl Reached {
    /// The reachable lanes of a bundle in the mover's numbering, closed under the bundle's
    /// symmetry.
    pub fn lanes<G: BitParallelGame>(&self, game: &G, bundle: u32) -> LaneMask {
        let seen = swap_sides(lanes(&self.seen, bundle), game.side_swaps(bundle));
        game.lane_symmetry(bundle).orbits(seen)
    }
}
