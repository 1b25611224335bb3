//! Marking the predecessors of changed bundles.

use std::sync::atomic::{AtomicBool, Ordering};

use kibitz_game::LaneMask;

use super::graph::{Kinds, Part};
use super::word::Word;
use crate::zeroed::prefetch;

/// Prefetch distance, in predecessors.
const PREFETCH_DISTANCE: usize = 12;

/// What is needed to find the predecessors of changed lanes.
pub(super) struct Marking<'a> {
    pub(super) kinds: &'a Kinds,
    /// Unsolved lanes, in the mover's numbering.
    pub(super) open: &'a [LaneMask],
    /// A mark for each bundle. All threads store the same value, so no synchronisation is needed.
    pub(super) marks: &'a [AtomicBool],
}

impl Marking<'_> {
    /// Marks the bundles with an open lane that has a move to changed lanes. `moves` has the moves
    /// that lead to the bundles from `first` on.
    pub(super) fn mark(
        &self,
        changed: &[(u32, LaneMask)],
        (moves, first): (&Part, usize),
        use_avx2: bool,
    ) {
        #[cfg(target_arch = "x86_64")]
        if use_avx2 && is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the feature.
            return unsafe { self.avx2(changed, moves, first) };
        }
        let _ = use_avx2;
        self.run::<LaneMask>(changed, moves, first);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn avx2(&self, changed: &[(u32, LaneMask)], moves: &Part, first: usize) {
        self.run::<super::avx2::Avx2Word>(changed, moves, first);
    }

    #[inline(always)]
    fn run<W: Word>(&self, changed: &[(u32, LaneMask)], moves: &Part, first: usize) {
        let Marking { kinds, open, marks } = self;
        for (bundle, new) in changed {
            let new = W::load(new);
            let predecessors = moves.moves(*bundle as usize - first).0;
            for (k, &back) in predecessors.iter().enumerate() {
                if let Some(&later) = predecessors.get(k + PREFETCH_DISTANCE) {
                    prefetch(open, kinds.layout.bundle(later));
                }
                let (kind, class) = kinds.kind(back);
                let predecessor = kinds.layout.bundle(back);
                let from = new.through(kind, class).without(W::load(&kind.free));
                if !from.and(W::load(&open[predecessor])).is_empty() {
                    marks[predecessor].store(true, Ordering::Relaxed);
                }
            }
        }
    }
}

/// The same flags as atomics, which threads may set concurrently.
pub(super) fn as_atomic(flags: &mut [bool]) -> &[AtomicBool] {
    // SAFETY: both types have the same size, alignment and valid values, and the exclusive borrow
    // rules out other accesses to the flags.
    unsafe { &*(std::ptr::from_mut(flags) as *const [AtomicBool]) }
}
