//! Which positions play can lead to, 256 at a time.
//!
//! A forward pass of its own: lanes that were met for the first time are pushed
//! through all moves of their bundle, until there are none. Several threads may
//! push to one bundle, so words are collected by atomic ORs; whatever the
//! order, in the end the same lanes have been met.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use kibitz_game::{Action, Bundled, Claim, Lanes, Watch};

use super::BLOCK;
use super::census::Counted;
use super::word::{pushed, turned};
use crate::SolveError;
use crate::zeroed::Zeroed;

/// The positions that can be reached from somewhere.
#[derive(Debug)]
pub struct Reached {
    /// As the player who has moved numbers lanes.
    met: Zeroed<AtomicU64>,
    _memory: Claim,
}

/// Everything that play leads to from a lane, itself included. What is decided
/// leads nowhere.
///
/// # Errors
/// Where a budget is used up.
pub fn reach<G: Bundled>(
    game: &G,
    (bundle, lane): (u32, u8),
    watch: &Watch,
) -> Result<Reached, SolveError> {
    let (inner, all) = (game.inner() as usize, game.bundles() as usize);
    let bytes = 32 * (inner + all) as u64;
    let mut memory = watch.claim("the positions that can be reached", bytes)?;
    let met = Zeroed::new(4 * all)?;
    let mut done: Zeroed<Lanes> = Zeroed::new(inner)?;
    let marks: Vec<AtomicBool> = (0..inner.div_ceil(BLOCK))
        .map(|_| AtomicBool::new(false))
        .collect();
    let pass = Pass {
        game,
        actions: game.actions(),
        met: &met,
        marks: &marks,
    };
    pass.meet(bundle, turned(Lanes::one(lane), game.turned(bundle)));
    let stage = watch.stage("finding what can be reached", None);
    let reached = AtomicU64::new(0);
    while marks.iter().any(|mark| mark.load(Ordering::Relaxed)) {
        let mut blocks: Vec<_> = done.chunks_mut(BLOCK).enumerate().collect();
        watch.pool().each(&mut blocks, |(i, done)| {
            // A stop is returned below, after the round.
            if marks[*i].swap(false, Ordering::Relaxed) && watch.check().is_ok() {
                let new = pass.block(*i, done, &mut Counted::default());
                reached.fetch_add(new, Ordering::Relaxed);
            }
        });
        stage.reach(reached.load(Ordering::Relaxed))?;
    }
    memory.keep(32 * all as u64);
    Ok(Reached {
        met,
        _memory: memory,
    })
}

struct Pass<'a, G> {
    game: &'a G,
    actions: Vec<Action>,
    met: &'a [AtomicU64],
    /// Blocks with lanes that have been met since they were looked at.
    marks: &'a [AtomicBool],
}

impl<G: Bundled> Pass<'_, G> {
    /// Adds lanes to a bundle, as the player who has moved numbers them.
    fn meet(&self, bundle: u32, lanes: Lanes) {
        let words = &self.met[4 * bundle as usize..4 * bundle as usize + 4];
        let mut is_new = false;
        for (word, more) in words.iter().zip(lanes.0) {
            // Mostly all are there, and reading does not disturb others.
            if more & !word.load(Ordering::Relaxed) != 0 {
                word.fetch_or(more, Ordering::Relaxed);
                is_new = true;
            }
        }
        if is_new && bundle < self.game.inner() {
            // After the words: whoever takes the mark away sees them.
            self.marks[bundle as usize / BLOCK].store(true, Ordering::Release);
        }
    }

    /// Goes on from what has been met in a block; gives the number of
    /// positions that were new.
    fn block(&self, block: usize, done: &mut [Lanes], counted: &mut Counted) -> u64 {
        std::sync::atomic::fence(Ordering::Acquire);
        let mut count = 0;
        for (i, done) in done.iter_mut().enumerate() {
            let bundle = (block * BLOCK + i) as u32;
            let met = lanes(self.met, bundle);
            if met == *done {
                continue;
            }
            let before = std::mem::replace(done, met);
            let other = self.game.turned(bundle);
            let alike = self.game.alike(bundle);
            let all = |lanes| alike.closed(turned(lanes, other));
            let new = all(met).and(all(before).not());
            count += u64::from(new.and(counted.of(alike)).count());
            let known = self.game.opening(bundle);
            let new = new.and(known.decided_won.or(known.decided_lost).not());
            if new.is_empty() {
                continue;
            }
            self.game.edges(bundle, |edge| {
                let lanes = pushed(new, &self.actions[usize::from(edge.kind)]);
                if !lanes.is_empty() {
                    self.meet(edge.to, lanes);
                }
            });
        }
        count
    }
}

/// The lanes of a bundle that have been met, as the player who has moved
/// numbers them.
fn lanes(met: &[AtomicU64], bundle: u32) -> Lanes {
    let first = 4 * bundle as usize;
    Lanes(std::array::from_fn(|k| {
        met[first + k].load(Ordering::Relaxed)
    }))
}

impl Reached {
    /// The lanes of a bundle that can be reached, as the mover numbers them,
    /// and all that are the same positions.
    pub fn lanes<G: Bundled>(&self, game: &G, bundle: u32) -> Lanes {
        let met = turned(lanes(&self.met, bundle), game.turned(bundle));
        game.alike(bundle).closed(met)
    }
}
