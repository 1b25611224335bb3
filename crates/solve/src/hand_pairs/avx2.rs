//! Kernels on several threads, compiled for AVX2 if supported.

use kibitz_game::Threads;

/// An operation on many items.
pub(super) trait Kernel: Sync {
    /// What it is done on.
    type Item: Send;

    /// Processes an item. Implementations and everything they call are `#[inline(always)]`, so that
    /// all of it is compiled for AVX2 too.
    fn run(&self, item: Self::Item);
}

/// Applies a kernel to every item.
pub(super) fn each<S: Kernel>(step: &S, items: Vec<S::Item>, threads: &Threads) {
    threads.map(items, |item| wide(step, item));
}

fn wide<S: Kernel>(step: &S, item: S::Item) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the feature.
        return unsafe { with_avx2(step, item) };
    }
    step.run(item);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2<S: Kernel>(step: &S, item: S::Item) {
    step.run(item);
}
