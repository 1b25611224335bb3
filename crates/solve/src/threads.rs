//! Threads that are started when they are first needed.

use std::sync::OnceLock;

use kibitz_game::Watch;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Threads that are started when they are first needed.
#[derive(Debug)]
pub(crate) struct Threads {
    count: usize,
    pool: OnceLock<Option<ThreadPool>>,
}

impl Threads {
    /// As many as the watch allows.
    pub(crate) fn new(watch: &Watch) -> Threads {
        Threads::of(watch.thread_count())
    }

    /// So many, at least one.
    pub(crate) fn of(count: usize) -> Threads {
        Threads {
            count,
            pool: OnceLock::new(),
        }
    }

    /// How many there may be.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Runs a step on every item, at the same time where there are several
    /// threads; one after the other where the system gives none.
    pub(crate) fn each<T: Send>(&self, items: &mut [T], step: impl Fn(&mut T) + Send + Sync) {
        match self.pool_for(items.len()) {
            Some(pool) => pool.install(|| items.par_iter_mut().with_max_len(1).for_each(step)),
            None => items.iter_mut().for_each(step),
        }
    }

    /// The same where the step takes the items.
    pub(crate) fn take_each<T: Send>(&self, items: Vec<T>, step: impl Fn(T) + Send + Sync) {
        match self.pool_for(items.len()) {
            Some(pool) => pool.install(|| items.into_par_iter().with_max_len(1).for_each(step)),
            None => items.into_iter().for_each(step),
        }
    }

    /// The pool for so many items, where it pays and the system gives one.
    fn pool_for(&self, items: usize) -> Option<&ThreadPool> {
        if self.count <= 1 || items <= 1 {
            return None;
        }
        let build = || {
            ThreadPoolBuilder::new()
                .num_threads(self.count)
                .build()
                .ok()
        };
        self.pool.get_or_init(build).as_ref()
    }
}
