//! The bundles that a change may concern.

use std::sync::atomic::{AtomicBool, Ordering};

use kibitz_game::Lanes;

use super::graph::Graph;
use super::word::Word;
use crate::zeroed::prefetch;

/// Parents that are asked for ahead.
const AHEAD: usize = 12;

/// What is needed to find the parents of what changed.
pub(super) struct Marking<'a> {
    pub(super) graph: &'a Graph,
    /// What is not settled, as the mover numbers lanes.
    pub(super) open: &'a [Lanes],
    /// A mark for each bundle. Whoever marks, marks the same, so that nobody
    /// has to wait.
    pub(super) marks: &'a [AtomicBool],
}

impl Marking<'_> {
    /// Marks the bundles with an open lane from which a move leads to lanes
    /// that have changed.
    pub(super) fn widest(&self, changed: &[(u32, Lanes)], is_wide: bool) {
        #[cfg(target_arch = "x86_64")]
        if is_wide && is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the feature.
            return unsafe { self.avx2(changed) };
        }
        let _ = is_wide;
        self.run::<Lanes>(changed);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn avx2(&self, changed: &[(u32, Lanes)]) {
        self.run::<super::wide::Wide>(changed);
    }

    #[inline(always)]
    fn run<W: Word>(&self, changed: &[(u32, Lanes)]) {
        let Marking { graph, open, marks } = self;
        for (bundle, new) in changed {
            let new = W::load(new);
            let parents = graph.parents(*bundle as usize);
            for (k, &back) in parents.iter().enumerate() {
                if let Some(&later) = parents.get(k + AHEAD) {
                    prefetch(open, graph.layout.bundle(later));
                }
                let (kind, class) = graph.kind(back);
                let parent = graph.layout.bundle(back);
                let from = new.through(kind, class).without(W::load(&kind.free));
                if !from.and(W::load(&open[parent])).is_empty() {
                    marks[parent].store(true, Ordering::Relaxed);
                }
            }
        }
    }
}

/// The same flags, which threads may set at the same time.
pub(super) fn as_atomic(flags: &mut [bool]) -> &[AtomicBool] {
    // SAFETY: both types have the same size, alignment and values, and nobody
    // else uses the flags as long as they are borrowed here.
    unsafe { &*(std::ptr::from_mut(flags) as *const [AtomicBool]) }
}
