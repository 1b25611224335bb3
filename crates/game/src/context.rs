//! Cancellation, deadline, memory budget, threads and progress of a run.
//!
//! Every engine is given a [`RunContext`]. Engines call [`RunContext::check`] often enough for
//! cancellation to be prompt, reserve memory before they allocate it, and report their progress.

use std::cell::RefCell;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::memory::{MemoryPool, Reservation, Shortage};
use crate::threads::Threads;
use crate::{Bytes, Plan, Scratch};

/// Why a run ended before it was complete.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StopReason {
    /// Cancelled by the caller.
    #[error("cancelled")]
    Cancelled,
    /// The time limit was reached.
    #[error("time limit of {0:?} reached")]
    OutOfTime(Duration),
    /// The run needs more memory than its budget.
    #[error("{what} needs {short}")]
    OutOfMemory {
        /// What the memory is for.
        what: String,
        /// How much is needed, in use and allowed.
        short: Shortage,
    },
    /// The system refused an allocation that was within the budget.
    #[error("cannot allocate {} for {what}: the system refused", Bytes(*bytes))]
    Refused {
        /// What the memory is for.
        what: String,
        /// The requested size in bytes.
        bytes: u64,
    },
}

impl StopReason {
    /// Whether the reason is a lack of memory, in the budget or in the system.
    #[must_use]
    pub fn is_for_memory(&self) -> bool {
        matches!(
            self,
            StopReason::OutOfMemory { .. } | StopReason::Refused { .. }
        )
    }
}

/// A sink for progress reports.
pub trait Progress: Send + Sync {
    /// The plan of the solve that begins.
    fn plan(&self, plan: &Plan) {
        let _ = plan;
    }
    /// A stage begins; `total` is its size if known.
    fn begin(&self, stage: &str, total: Option<u64>);
    /// The part of the stage that is done so far.
    fn advance_to(&self, done: u64);
    /// Numbers that describe the stage beside its size, by name, as of the next
    /// [`advance_to`](Progress::advance_to).
    fn detail(&self, numbers: &[(&'static str, u64)]) {
        let _ = numbers;
    }
    /// The stage has ended.
    fn end(&self);
}

/// The context of a run, passed to every engine. Clones belong to the same run.
///
/// ```
/// use kibitz_game::{StopReason, RunContext};
///
/// let context = RunContext::new().memory(1 << 20);
/// assert!(context.check().is_ok());
/// assert!(context.reserve("a table", 2 << 20).is_err());
/// context.cancel();
/// assert_eq!(context.check(), Err(StopReason::Cancelled));
/// ```
#[derive(Clone)]
pub struct RunContext {
    stop: Arc<AtomicBool>,
    began: Instant,
    time: Option<Duration>,
    memory: Arc<MemoryPool>,
    progress: Option<Arc<dyn Progress>>,
    threads: Threads,
    scratch: Option<Arc<Scratch>>,
}

impl RunContext {
    /// No limits, no progress, one thread per core.
    #[must_use]
    pub fn new() -> RunContext {
        RunContext {
            stop: Arc::default(),
            began: Instant::now(),
            time: None,
            memory: Arc::default(),
            progress: None,
            threads: Threads::new(None),
            scratch: None,
        }
    }

    /// Limits the time.
    #[must_use]
    pub fn time(mut self, limit: Duration) -> RunContext {
        self.time = Some(limit);
        self
    }

    /// Limits the memory to `bytes`.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> RunContext {
        self.memory = Arc::new(MemoryPool::new(bytes));
        self
    }

    /// The same run with a smaller memory budget for a part of it: reservations count for the part
    /// and for the whole.
    ///
    /// ```
    /// use kibitz_game::RunContext;
    ///
    /// let whole = RunContext::new().memory(100);
    /// let part = whole.with_memory_share(30);
    /// assert_eq!(part.memory_budget(), 30);
    /// let table = part.reserve("a table", 20).unwrap();
    /// assert!(part.reserve("another", 20).is_err());
    /// assert!(whole.reserve("another", 90).is_err());
    /// assert!(whole.reserve("another", 80).is_ok());
    /// ```
    #[must_use]
    pub fn with_memory_share(&self, bytes: u64) -> RunContext {
        RunContext {
            memory: Arc::new(MemoryPool::within(&self.memory, bytes)),
            ..self.clone()
        }
    }

    /// Limits the number of threads, at least one.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> RunContext {
        self.threads = Threads::new(Some(threads));
        self
    }

    /// Allows working files, so that a solve that does not fit the memory can be done on disk.
    #[must_use]
    pub fn with_scratch(mut self, scratch: Scratch) -> RunContext {
        self.scratch = Some(Arc::new(scratch));
        self
    }

    /// Where working files may be kept, if anywhere.
    #[must_use]
    pub fn scratch(&self) -> Option<&Scratch> {
        self.scratch.as_deref()
    }

    /// The same run with its time limit counted from now: for the next of several queries, each
    /// with the same limit.
    #[must_use]
    pub fn restart_clock(&self) -> RunContext {
        RunContext {
            began: Instant::now(),
            ..self.clone()
        }
    }

    /// The context of another run: it has its own cancel flag, no time limit, no progress sink,
    /// no scratch directory and its own threads (as many as this one). Its memory comes from the same budget, but its use
    /// and its [failed reservations](RunContext::failed_reservations) are counted separately.
    ///
    /// ```
    /// use kibitz_game::RunContext;
    ///
    /// let all = RunContext::new().memory(100);
    /// let one = all.sibling();
    /// let table = one.reserve("a table", 80).unwrap();
    /// assert!(all.sibling().reserve("another", 30).is_err());
    /// one.cancel();
    /// assert!(one.check().is_err());
    /// assert!(all.check().is_ok());
    /// ```
    #[must_use]
    pub fn sibling(&self) -> RunContext {
        RunContext {
            stop: Arc::default(),
            began: Instant::now(),
            time: None,
            memory: Arc::new(MemoryPool::sibling(&self.memory)),
            progress: None,
            // In a shared pool, long steps of one run would delay the other.
            threads: self.threads.sibling(),
            scratch: None,
        }
    }

    /// The same run without progress reports, for one of very many small tasks.
    #[must_use]
    pub fn silent(&self) -> RunContext {
        RunContext {
            progress: None,
            ..self.clone()
        }
    }

    /// Reports progress to `progress`.
    #[must_use]
    pub fn report_to(mut self, progress: Arc<dyn Progress>) -> RunContext {
        self.progress = Some(progress);
        self
    }

    /// The number of threads the run may use.
    #[must_use]
    pub fn thread_count(&self) -> usize {
        self.threads.count()
    }

    /// The threads of the run. All clones of a context share them; a [sibling](RunContext::sibling)
    /// has its own.
    #[must_use]
    pub fn pool(&self) -> &Threads {
        &self.threads
    }

    /// The time limit.
    #[must_use]
    pub fn time_limit(&self) -> Option<Duration> {
        self.time
    }

    /// The memory budget in bytes.
    #[must_use]
    pub fn memory_budget(&self) -> u64 {
        self.memory.budget()
    }

    /// The bytes reserved at the moment; for a [sibling](RunContext::sibling), those of its own
    /// run.
    #[must_use]
    pub fn memory_taken(&self) -> u64 {
        self.memory.taken()
    }

    /// The bytes that can still be reserved.
    ///
    /// ```
    /// use kibitz_game::RunContext;
    ///
    /// let whole = RunContext::new().memory(100);
    /// let table = whole.reserve("a table", 80).unwrap();
    /// assert_eq!(whole.with_memory_share(30).memory_free(), 20);
    /// ```
    #[must_use]
    pub fn memory_free(&self) -> u64 {
        self.memory.free()
    }

    /// How often a reservation of this run failed because the whole budget was exhausted, not only
    /// a [share](RunContext::with_memory_share) of it. If it is not 0, the
    /// run might have had a better result with more memory free.
    #[must_use]
    pub fn failed_reservations(&self) -> u64 {
        self.memory.failed_reservations()
    }

    /// Requests cancellation, which takes effect at the next check.
    pub fn cancel(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The flag that [`cancel`](RunContext::cancel) sets, for a signal handler.
    #[must_use]
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Checks whether to continue.
    ///
    /// # Errors
    /// Returns the reason if the run was cancelled or its time limit is reached.
    pub fn check(&self) -> Result<(), StopReason> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(StopReason::Cancelled);
        }
        match self.time {
            Some(limit) if self.began.elapsed() > limit => Err(StopReason::OutOfTime(limit)),
            _ => Ok(()),
        }
    }

    /// Makes this the current context of the thread until the result is dropped: for code that is
    /// not given one, e.g. calls inside a rule file, which use [`RunContext::of_thread`].
    ///
    /// ```
    /// use kibitz_game::RunContext;
    ///
    /// let context = RunContext::new().memory(7);
    /// let here = context.here();
    /// assert_eq!(RunContext::of_thread().unwrap().memory_budget(), 7);
    /// drop(here);
    /// assert!(RunContext::of_thread().is_none());
    /// ```
    #[must_use]
    pub fn here(&self) -> Here {
        let before = OF_THREAD.replace(Some(self.clone()));
        Here {
            before,
            not_send: PhantomData,
        }
    }

    /// The current context of the thread, if any.
    #[must_use]
    pub fn of_thread() -> Option<RunContext> {
        OF_THREAD.with_borrow(Clone::clone)
    }

    /// Reserves memory, which is released when the reservation is dropped.
    ///
    /// # Errors
    /// Returns an error if the budget would be exceeded.
    pub fn reserve(&self, what: &str, bytes: u64) -> Result<Reservation, StopReason> {
        let mut reservation = Reservation::new(&self.memory);
        reservation.grow(what, bytes)?;
        Ok(reservation)
    }

    /// Reports the plan of a solve.
    pub fn announce(&self, plan: &Plan) {
        if let Some(p) = &self.progress {
            p.plan(plan);
        }
    }

    /// Begins a stage of the run.
    #[must_use]
    pub fn stage(&self, name: &str, total: Option<u64>) -> Stage<'_> {
        if let Some(p) = &self.progress {
            p.begin(name, total);
        }
        Stage { context: self }
    }
}

impl Default for RunContext {
    fn default() -> RunContext {
        RunContext::new()
    }
}

impl fmt::Debug for RunContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunContext")
            .field("stop", &self.stop)
            .field("time", &self.time)
            .field("memory", &self.memory)
            .field("threads", &self.threads.count())
            .finish_non_exhaustive()
    }
}

thread_local! {
    static OF_THREAD: RefCell<Option<RunContext>> = const { RefCell::new(None) };
}

/// Restores the thread's previous context when it is dropped; see [`RunContext::here`].
#[derive(Debug)]
pub struct Here {
    before: Option<RunContext>,
    not_send: PhantomData<*const ()>,
}

impl Drop for Here {
    fn drop(&mut self) {
        OF_THREAD.set(self.before.take());
    }
}

/// A stage of the run; it ends when it is dropped.
#[derive(Debug)]
pub struct Stage<'a> {
    context: &'a RunContext,
}

impl Stage<'_> {
    /// Reports numbers that describe the stage.
    pub fn detail(&self, numbers: &[(&'static str, u64)]) {
        if let Some(p) = &self.context.progress {
            p.detail(numbers);
        }
    }

    /// Reports progress, and checks whether to continue.
    ///
    /// # Errors
    /// The same as [`RunContext::check`].
    pub fn advance_to(&self, done: u64) -> Result<(), StopReason> {
        if let Some(p) = &self.context.progress {
            p.advance_to(done);
        }
        self.context.check()
    }
}

impl Drop for Stage<'_> {
    fn drop(&mut self) {
        if let Some(p) = &self.context.progress {
            p.end();
        }
    }
}
