//! Accounting of memory reservations against a budget.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::{Bytes, StopReason, Thousands};

/// A memory budget and how much of it is reserved.
#[derive(Debug)]
pub(crate) struct MemoryPool {
    budget: u64,
    taken: AtomicU64,
    /// Failed reservations, except those that only exceeded a share of this pool.
    failed: AtomicU64,
    /// The pool from which this one takes its memory as well.
    parent: Option<Arc<MemoryPool>>,
    /// Whether this is a share of `parent` for a part of the same run. Otherwise it belongs to a
    /// run of its own.
    is_share: bool,
}

/// How much memory was refused and why: displayed as "5.0 MiB on top of 6.0 MiB in use by other
/// requests, the memory budget is 10 MiB".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// Bytes requested, not counting those in use.
    pub requested: u64,
    /// Bytes in use by the same run.
    pub own: u64,
    /// Bytes in use by other runs with the same budget.
    pub others: u64,
    /// The budget in bytes.
    pub budget: u64,
}

impl Shortage {
    /// The request alone exceeds the budget, whatever is in use.
    #[must_use]
    pub fn new(requested: u64, budget: u64) -> Shortage {
        Shortage {
            requested,
            own: 0,
            others: 0,
            budget,
        }
    }
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let used = self.own.saturating_add(self.others);
        let free = Bytes(self.budget.saturating_sub(used));
        // Rounded to units, the request would seem to fit.
        let is_close = Bytes(self.requested).to_string() == free.to_string();
        let show = |bytes| match is_close {
            true => format!("{} bytes", Thousands(bytes)),
            false => Bytes(bytes).to_string(),
        };
        write!(f, "{}", show(self.requested))?;
        let parts = [
            (self.own, "by this task"),
            (self.others, "by other requests"),
        ];
        let parts = parts.iter().filter(|(bytes, _)| *bytes > 0);
        for ((bytes, who), link) in parts.zip([" on top of", " and"]) {
            write!(f, "{link} {} in use {who}", show(*bytes))?;
        }
        write!(f, ", the memory budget is {}", show(self.budget))
    }
}

impl Default for MemoryPool {
    fn default() -> MemoryPool {
        MemoryPool::new(u64::MAX)
    }
}

impl MemoryPool {
    pub(crate) fn new(budget: u64) -> MemoryPool {
        MemoryPool {
            budget,
            taken: AtomicU64::new(0),
            failed: AtomicU64::new(0),
            parent: None,
            is_share: false,
        }
    }

    /// A share of another pool.
    pub(crate) fn within(parent: &Arc<MemoryPool>, budget: u64) -> MemoryPool {
        MemoryPool {
            parent: Some(Arc::clone(parent)),
            is_share: true,
            ..MemoryPool::new(budget.min(parent.budget))
        }
    }

    /// The pool of another run with the same budget.
    pub(crate) fn sibling(one: &Arc<MemoryPool>) -> MemoryPool {
        let parent = match &one.parent {
            Some(parent) if !one.is_share => parent,
            _ => one,
        };
        MemoryPool {
            parent: Some(Arc::clone(parent)),
            ..MemoryPool::new(parent.budget)
        }
    }

    pub(crate) fn budget(&self) -> u64 {
        self.budget
    }

    pub(crate) fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    pub(crate) fn free(&self) -> u64 {
        let own = self.budget.saturating_sub(self.taken());
        let parent = self.parent.as_ref();
        parent.map_or(own, |parent| own.min(parent.free()))
    }

    pub(crate) fn failed_reservations(&self) -> u64 {
        match &self.parent {
            Some(parent) if self.is_share => parent.failed_reservations(),
            _ => self.failed.load(Ordering::Relaxed),
        }
    }

    /// Takes memory, or returns why it cannot.
    fn take(&self, bytes: u64) -> Result<(), Shortage> {
        let used = self.taken.fetch_add(bytes, Ordering::Relaxed);
        let taken = match &self.parent {
            _ if used.saturating_add(bytes) > self.budget => Err(Shortage {
                own: used,
                ..Shortage::new(bytes, self.budget)
            }),
            Some(parent) => parent.take(bytes).map_err(|short| match self.is_share {
                true => short,
                false => Shortage {
                    own: used,
                    others: short.own.saturating_sub(used),
                    ..short
                },
            }),
            None => Ok(()),
        };
        if taken.is_err() {
            self.taken.fetch_sub(bytes, Ordering::Relaxed);
            self.failed.fetch_add(1, Ordering::Relaxed);
        }
        taken
    }

    fn give_back(&self, bytes: u64) {
        self.taken.fetch_sub(bytes, Ordering::Relaxed);
        if let Some(parent) = &self.parent {
            parent.give_back(bytes);
        }
    }
}

/// Reserved memory, released on drop.
#[derive(Debug)]
pub struct Reservation {
    pool: Arc<MemoryPool>,
    bytes: u64,
}

impl Reservation {
    /// An empty reservation.
    pub(crate) fn new(pool: &Arc<MemoryPool>) -> Reservation {
        Reservation {
            pool: Arc::clone(pool),
            bytes: 0,
        }
    }

    /// Reserves `bytes` more.
    ///
    /// # Errors
    /// Returns an error if the budget would be exceeded; the reservation is then unchanged.
    pub fn grow(&mut self, what: &str, bytes: u64) -> Result<(), StopReason> {
        let taken = self.pool.take(bytes);
        taken.map_err(|short| StopReason::OutOfMemory {
            what: what.to_owned(),
            short,
        })?;
        self.bytes += bytes;
        Ok(())
    }

    /// The reserved bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Releases all but `bytes`: the work is done, and its result stays.
    ///
    /// ```
    /// use kibitz_game::RunContext;
    ///
    /// let context = RunContext::new().memory(100);
    /// let mut reservation = context.reserve("a table and its scratch space", 90).unwrap();
    /// reservation.keep(20);
    /// assert!(context.reserve("another", 80).is_ok());
    /// ```
    pub fn keep(&mut self, bytes: u64) {
        let surplus = self.bytes.saturating_sub(bytes);
        self.pool.give_back(surplus);
        self.bytes -= surplus;
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.pool.give_back(self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use crate::RunContext;

    #[test]
    fn dropped_reservation_is_released_in_share_and_whole() {
        let parent = RunContext::new().memory(100);
        let part = parent.with_memory_share(60);
        let reservation = part.reserve("a table", 60).unwrap();
        assert!(parent.reserve("another", 41).is_err());
        drop(reservation);
        assert!(parent.reserve("another", 100).is_ok());
        assert!(part.reserve("a table", 60).is_ok());
    }

    #[test]
    fn only_exhausted_whole_counts_as_failed_reservation() {
        let parent = RunContext::new().memory(100);
        let part = parent.with_memory_share(60);
        assert!(part.reserve("too much for the part", 61).is_err());
        assert_eq!(
            (parent.failed_reservations(), part.failed_reservations()),
            (0, 0)
        );
        let _taken = parent.reserve("a table", 50).unwrap();
        assert!(part.reserve("too much for the whole", 60).is_err());
        assert_eq!(
            (parent.failed_reservations(), part.failed_reservations()),
            (1, 1)
        );
        // A refused reservation is not counted in the share either.
        assert!(part.reserve("a table", 50).is_ok());
    }

    #[test]
    fn siblings_count_failed_reservations_separately() {
        let all = RunContext::new().memory(100);
        let (one, other) = (all.sibling(), all.sibling());
        let _table = one.reserve("a table", 70).unwrap();
        assert!(
            one.sibling()
                .with_memory_share(60)
                .reserve("another", 31)
                .is_err()
        );
        assert!(other.with_memory_share(60).reserve("another", 31).is_err());
        assert!(
            other
                .with_memory_share(30)
                .reserve("too much for the part", 31)
                .is_err()
        );
        let counts = [&all, &one, &other].map(RunContext::failed_reservations);
        assert_eq!(counts, [2, 0, 1]);
        let taken = [&all, &one, &other].map(RunContext::memory_taken);
        assert_eq!(taken, [70, 70, 0]);
    }

    #[test]
    fn shortage_lists_own_and_other_use() {
        let all = RunContext::new().memory(10 << 20);
        let (one, other) = (all.sibling(), all.sibling());
        let refused = |context: &RunContext, bytes| {
            context.reserve("a table", bytes).unwrap_err().to_string()
        };
        assert_eq!(
            refused(&one, 20 << 20),
            "a table needs 20 MiB, the memory budget is 10 MiB"
        );
        assert_eq!(
            refused(&one, (10 << 20) + 1),
            "a table needs 10,485,761 bytes, the memory budget is 10,485,760 bytes"
        );
        let _first = one.reserve("the first", 6 << 20).unwrap();
        assert_eq!(
            refused(&one, 5 << 20),
            "a table needs 5.0 MiB on top of 6.0 MiB in use by this task, \
             the memory budget is 10 MiB"
        );
        assert_eq!(
            refused(&other, 5 << 20),
            "a table needs 5.0 MiB on top of 6.0 MiB in use by other requests, \
             the memory budget is 10 MiB"
        );
        let _second = other
            .with_memory_share(2 << 20)
            .reserve("the second", 1 << 20)
            .unwrap();
        assert_eq!(
            refused(&other, 5 << 20),
            "a table needs 5.0 MiB on top of 1.0 MiB in use by this task and \
             6.0 MiB in use by other requests, the memory budget is 10 MiB"
        );
        assert_eq!(
            refused(&one, (3 << 20) + 1),
            "a table needs 3,145,729 bytes on top of 6,291,456 bytes in use by this task \
             and 1,048,576 bytes in use by other requests, the memory budget is \
             10,485,760 bytes"
        );
    }

    #[test]
    fn share_is_capped_by_the_whole() {
        assert_eq!(
            RunContext::new()
                .memory(7)
                .with_memory_share(9)
                .memory_budget(),
            7
        );
    }
}
