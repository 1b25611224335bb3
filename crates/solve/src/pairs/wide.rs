//! Work on several cores, with the widest registers that the processor has.

use kibitz_game::Threads;

/// A piece of work that is done on many items.
pub(super) trait Step: Sync {
    /// What it is done on.
    type Item: Send;

    /// Does it. Implementations are `#[inline(always)]`, and so is what they
    /// call, so that all of it is compiled for wide registers too.
    fn run(&self, item: Self::Item);
}

/// Does a step on every item.
pub(super) fn each<S: Step>(step: &S, items: Vec<S::Item>, threads: &Threads) {
    threads.map(items, |item| wide(step, item));
}

fn wide<S: Step>(step: &S, item: S::Item) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the feature.
        return unsafe { with_avx2(step, item) };
    }
    step.run(item);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2<S: Step>(step: &S, item: S::Item) {
    step.run(item);
}
