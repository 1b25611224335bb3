//! The thread pool of all solving; no other module starts threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Maximum number of items that a thread takes in one step: their costs differ, and a thread that
/// finishes early must find some left.
const MAX_CHUNK: usize = 8;
/// Chunks per thread, if there are enough items.
const PARTS: usize = 32;

/// As many threads as a [`RunContext`](crate::RunContext) allows, started on first use. Clones
/// share them; they end with the last clone.
///
/// ```
/// use kibitz_game::RunContext;
///
/// let context = RunContext::new().threads(2);
/// let squares = context.pool().map(vec![1, 2, 3], |n| n * n);
/// assert_eq!(squares, [1, 4, 9]);
/// ```
#[derive(Clone, Debug)]
pub struct Threads(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// `None`: one per core.
    wanted: Option<usize>,
    /// Determined on first use, because the system call is slow.
    count: OnceLock<usize>,
    /// `None` if the system has refused to start them.
    pool: OnceLock<Option<ThreadPool>>,
}

impl Threads {
    /// `wanted` threads, at least one; `None` means one per core.
    pub(crate) fn new(wanted: Option<usize>) -> Threads {
        Threads(Arc::new(Inner {
            wanted,
            count: OnceLock::new(),
            pool: OnceLock::new(),
        }))
    }

    /// A separate pool of the same size.
    pub(crate) fn sibling(&self) -> Threads {
        Threads::new(self.0.wanted)
    }

    /// This pool if the work justifies starting it, else the calling thread alone.
    #[must_use]
    pub fn if_worthwhile(&self, is_worthwhile: bool) -> Threads {
        if is_worthwhile {
            self.clone()
        } else {
            Threads::new(Some(1))
        }
    }

    /// The maximum number of threads, at least one.
    #[must_use]
    pub fn count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let count = || self.0.wanted.unwrap_or_else(cores).max(1);
        *self.0.count.get_or_init(count)
    }

    /// Applies a step to each item and returns the results in the order of the items. With several
    /// threads steps run concurrently, otherwise one after the other on the calling thread; they
    /// must not wait for each other.
    pub fn map<T, R, F>(&self, items: Vec<T>, step: F) -> Vec<R>
    where
        T: Send,
        R: Send,
        F: Fn(T) -> R + Sync,
    {
        let Some(pool) = self.pool_for(items.len()) else {
            return items.into_iter().map(step).collect();
        };
        // One mutex per item, never contended: the code that distributes the work is compiled once,
        // not for each step.
        let places: Vec<Mutex<Slot<T, R>>> = items
            .into_iter()
            .map(|item| Mutex::new(Slot::Item(item)))
            .collect();
        self.share(pool, places.len(), &|i| {
            let take = || std::mem::replace(&mut *lock(&places[i]), Slot::Taken);
            if let Slot::Item(item) = take() {
                let result = step(item);
                *lock(&places[i]) = Slot::Result(result);
            }
        });
        let results = places.into_iter().map(|place| {
            match place.into_inner().unwrap_or_else(PoisonError::into_inner) {
                Slot::Result(result) => result,
                _ => unreachable!("a step that panics ends the whole"),
            }
        });
        results.collect()
    }

    /// The same for fallible steps: after a failure no further step begins.
    ///
    /// # Errors
    /// Returns the error of the first item, in order, among those that failed.
    pub fn try_map<T, R, E, F>(&self, items: Vec<T>, step: F) -> Result<Vec<R>, E>
    where
        T: Send,
        R: Send,
        E: Send,
        F: Fn(T) -> Result<R, E> + Sync,
    {
        let has_failed = AtomicBool::new(false);
        let results = self.map(items, |item| {
            if has_failed.load(Ordering::Relaxed) {
                return None;
            }
            let result = step(item);
            if result.is_err() {
                has_failed.store(true, Ordering::Relaxed);
            }
            Some(result)
        });
        // Items are skipped only after a failure.
        results.into_iter().flatten().collect()
    }

    /// Applies a step to every item, as [`map`](Threads::map) does.
    pub fn each<T: Send>(&self, items: &mut [T], step: impl Fn(&mut T) + Sync) {
        self.map(items.iter_mut().collect(), step);
    }

    /// Runs steps 0 to `count - 1` on the pool.
    fn share(&self, pool: &ThreadPool, count: usize, step: &(dyn Fn(usize) + Sync)) {
        let at_a_time = count / (PARTS * self.count());
        let steps = (0..count).into_par_iter();
        let steps = steps.with_max_len(at_a_time.clamp(1, MAX_CHUNK));
        pool.install(|| steps.for_each(step));
    }

    /// The pool for `items` items, if worthwhile and available.
    fn pool_for(&self, items: usize) -> Option<&ThreadPool> {
        if items <= 1 || self.count() == 1 {
            return None;
        }
        let build = || {
            let threads = ThreadPoolBuilder::new().num_threads(self.count());
            threads.build().ok()
        };
        self.0.pool.get_or_init(build).as_ref()
    }
}

/// An item, and later its result.
enum Slot<T, R> {
    Item(T),
    Taken,
    Result(R),
}

fn lock<T>(place: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn map_processes_each_item_once_in_order() {
        for threads in 1..=3 {
            let threads = Threads::new(Some(threads));
            for count in [0, 1, 2, 7, 1000] {
                let steps = AtomicUsize::new(0);
                let items: Vec<usize> = (0..count).collect();
                let results = threads.map(items, |item| {
                    steps.fetch_add(1, Ordering::Relaxed);
                    item * 3
                });
                let expected: Vec<usize> = (0..count).map(|item| item * 3).collect();
                assert_eq!(results, expected);
                assert_eq!(steps.into_inner(), count);
                let mut items = expected.clone();
                threads.each(&mut items, |item| *item += 1);
                assert!(
                    items
                        .iter()
                        .zip(&expected)
                        .all(|(new, old)| *new == old + 1)
                );
            }
        }
    }

    #[test]
    fn no_step_begins_after_a_failure() {
        for threads in 1..=3 {
            let steps = AtomicUsize::new(0);
            let step = |item: usize| {
                steps.fetch_add(1, Ordering::Relaxed);
                if item < 2 { Ok(item) } else { Err(item) }
            };
            let pool = Threads::new(Some(threads));
            assert_eq!(pool.try_map(vec![0, 1], step), Ok(vec![0, 1]));
            let failed = pool.try_map(vec![7; 1000], step);
            assert_eq!(failed, Err(7));
            assert!(steps.load(Ordering::Relaxed) <= 2 + threads);
        }
    }

    #[test]
    fn panic_propagates_to_caller() {
        let threads = Threads::new(Some(2));
        let run = || threads.map((0..9).collect(), |i: u32| assert!(i < 5, "five"));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
        assert_eq!(threads.map(vec![1, 2], |i| i + 1), [2, 3]);
    }
}
