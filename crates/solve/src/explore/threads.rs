//! Threads that are started when they are first needed.

use std::sync::OnceLock;

use kibitz_game::Watch;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Threads that are started when they are first needed.
#[derive(Debug)]
pub(super) struct Threads {
    count: usize,
    pool: OnceLock<Option<ThreadPool>>,
}

impl Threads {
    /// As many as the watch allows.
    pub(super) fn new(watch: &Watch) -> Threads {
        Threads {
            count: watch.thread_count(),
            pool: OnceLock::new(),
        }
    }

    /// How many there may be.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Runs a step on every item, at the same time where there are several
    /// threads; one after the other where the system gives none.
    pub(super) fn each<T: Send>(&self, items: &mut [T], step: impl Fn(&mut T) + Send + Sync) {
        let pool = (self.count > 1 && items.len() > 1)
            .then(|| self.pool())
            .flatten();
        match pool {
            Some(pool) => pool.install(|| items.par_iter_mut().with_max_len(1).for_each(step)),
            None => items.iter_mut().for_each(step),
        }
    }

    fn pool(&self) -> Option<&ThreadPool> {
        let build = || {
            ThreadPoolBuilder::new()
                .num_threads(self.count)
                .build()
                .ok()
        };
        self.pool.get_or_init(build).as_ref()
    }
}
