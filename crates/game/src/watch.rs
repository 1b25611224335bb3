//! Watching over long work: stop it, see how far it is, keep it in its budget.
//!
//! A [`Watch`] goes through every engine. Engines call [`Watch::check`] often
//! enough that nobody waits, claim their memory before they allocate it, and
//! report how far they are.

use std::cell::RefCell;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::memory::{Account, Claim, Shortage};
use crate::threads::Threads;
use crate::{Bytes, Plan};

/// Why work ended before it was done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// Somebody asked for it.
    #[error("stopped on request")]
    Cancelled,
    /// The time budget is used up.
    #[error("stopped after {0:?}, the time budget")]
    OutOfTime(Duration),
    /// The work needs more memory than it may have.
    #[error("{what} needs {short}")]
    OutOfMemory {
        /// What the memory is for.
        what: String,
        /// How much is needed, how much is in use, how much is allowed.
        short: Shortage,
    },
    /// The system has not as much memory as the budget allows.
    #[error("the system refused {} of memory for {what}", Bytes(*bytes))]
    Refused {
        /// What the memory is for.
        what: String,
        /// Bytes that were asked for.
        bytes: u64,
    },
}

impl Stop {
    /// Whether there was not enough memory, for the budget or for the system.
    #[must_use]
    pub fn is_for_memory(&self) -> bool {
        matches!(self, Stop::OutOfMemory { .. } | Stop::Refused { .. })
    }
}

/// Somebody who wants to know how far the work is.
pub trait Progress: Send + Sync {
    /// A solve is going to take this.
    fn plan(&self, plan: &Plan) {
        let _ = plan;
    }
    /// A stage of the work begins; `total` is its size where it is known.
    fn begin(&self, stage: &str, total: Option<u64>);
    /// So much of the stage is done.
    fn reach(&self, done: u64);
    /// The stage is over.
    fn end(&self);
}

/// What engines consult while they work. Clones watch over the same work.
///
/// ```
/// use kibitz_game::{Stop, Watch};
///
/// let watch = Watch::new().memory(1 << 20);
/// assert!(watch.check().is_ok());
/// assert!(watch.claim("a table", 2 << 20).is_err());
/// watch.cancel();
/// assert_eq!(watch.check(), Err(Stop::Cancelled));
/// ```
#[derive(Clone)]
pub struct Watch {
    stop: Arc<AtomicBool>,
    began: Instant,
    time: Option<Duration>,
    memory: Arc<Account>,
    progress: Option<Arc<dyn Progress>>,
    threads: Threads,
}

impl Watch {
    /// No limits, no progress, one thread for each core.
    #[must_use]
    pub fn new() -> Watch {
        Watch {
            stop: Arc::default(),
            began: Instant::now(),
            time: None,
            memory: Arc::default(),
            progress: None,
            threads: Threads::new(None),
        }
    }

    /// Stops by itself after this time.
    #[must_use]
    pub fn time(mut self, limit: Duration) -> Watch {
        self.time = Some(limit);
        self
    }

    /// Allows so many bytes.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Watch {
        self.memory = Arc::new(Account::new(bytes));
        self
    }

    /// The same watch for a part of the work that may take so many bytes of
    /// what there is: its claims count for the part and for the whole.
    ///
    /// ```
    /// use kibitz_game::Watch;
    ///
    /// let whole = Watch::new().memory(100);
    /// let part = whole.portion(30);
    /// assert_eq!(part.memory_budget(), 30);
    /// let table = part.claim("a table", 20).unwrap();
    /// assert!(part.claim("another", 20).is_err());
    /// assert!(whole.claim("another", 90).is_err());
    /// assert!(whole.claim("another", 80).is_ok());
    /// ```
    #[must_use]
    pub fn portion(&self, bytes: u64) -> Watch {
        Watch {
            memory: Arc::new(Account::within(&self.memory, bytes)),
            ..self.clone()
        }
    }

    /// Allows so many threads, at least one.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Watch {
        self.threads = Threads::new(Some(threads));
        self
    }

    /// The same watch with its time counted from now: for the next of several
    /// questions, each of which may take so long.
    #[must_use]
    pub fn afresh(&self) -> Watch {
        Watch {
            began: Instant::now(),
            ..self.clone()
        }
    }

    /// A watch over other work beside this one: it has its own stop flag and
    /// no limit of time, reports to nobody, and takes its memory from the same
    /// budget, but counts it, and what is [refused](Watch::refusals), by itself.
    /// It may use as many threads.
    ///
    /// ```
    /// use kibitz_game::Watch;
    ///
    /// let all = Watch::new().memory(100);
    /// let one = all.beside();
    /// let table = one.claim("a table", 80).unwrap();
    /// assert!(all.beside().claim("another", 30).is_err());
    /// one.cancel();
    /// assert!(one.check().is_err());
    /// assert!(all.check().is_ok());
    /// ```
    #[must_use]
    pub fn beside(&self) -> Watch {
        Watch {
            stop: Arc::default(),
            began: Instant::now(),
            time: None,
            memory: Arc::new(Account::beside(&self.memory)),
            progress: None,
            // Long steps of one work would keep the other waiting.
            threads: self.threads.others(),
        }
    }

    /// The same watch without progress reports: for one of very many small
    /// pieces of work.
    #[must_use]
    pub fn silent(&self) -> Watch {
        Watch {
            progress: None,
            ..self.clone()
        }
    }

    /// Reports to `progress`.
    #[must_use]
    pub fn report_to(mut self, progress: Arc<dyn Progress>) -> Watch {
        self.progress = Some(progress);
        self
    }

    /// How many threads the work may use.
    #[must_use]
    pub fn thread_count(&self) -> usize {
        self.threads.count()
    }

    /// The threads for the work. All clones of a watch share them; a watch
    /// [beside](Watch::beside) it has its own.
    #[must_use]
    pub fn pool(&self) -> &Threads {
        &self.threads
    }

    /// How long the work may take.
    #[must_use]
    pub fn time_limit(&self) -> Option<Duration> {
        self.time
    }

    /// The memory budget in bytes.
    #[must_use]
    pub fn memory_budget(&self) -> u64 {
        self.memory.budget()
    }

    /// The bytes that are set aside at this moment: of a watch
    /// [beside](Watch::beside) others, by its own work.
    #[must_use]
    pub fn memory_taken(&self) -> u64 {
        self.memory.taken()
    }

    /// How often memory was refused to this work because the whole budget was
    /// taken, not only a [portion](Watch::portion) of it. Where that has
    /// happened, the work might have come out better with less in memory.
    #[must_use]
    pub fn refusals(&self) -> u64 {
        self.memory.refusals()
    }

    /// Asks the work to stop; it does so at its next check.
    pub fn cancel(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The flag that [`cancel`](Watch::cancel) sets, for a signal handler.
    #[must_use]
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Whether to go on.
    ///
    /// # Errors
    /// Where somebody cancelled, or the time is up.
    pub fn check(&self) -> Result<(), Stop> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        match self.time {
            Some(limit) if self.began.elapsed() > limit => Err(Stop::OutOfTime(limit)),
            _ => Ok(()),
        }
    }

    /// Lets this watch over all that the thread does until the result is
    /// dropped: for code that is not given one, such as the calls inside a rule
    /// file, which ask [`Watch::of_thread`].
    ///
    /// ```
    /// use kibitz_game::Watch;
    ///
    /// let watch = Watch::new().memory(7);
    /// let here = watch.here();
    /// assert_eq!(Watch::of_thread().unwrap().memory_budget(), 7);
    /// drop(here);
    /// assert!(Watch::of_thread().is_none());
    /// ```
    #[must_use]
    pub fn here(&self) -> Here {
        let before = OF_THREAD.replace(Some(self.clone()));
        Here {
            before,
            not_send: PhantomData,
        }
    }

    /// What watches over the thread, if anything does.
    #[must_use]
    pub fn of_thread() -> Option<Watch> {
        OF_THREAD.with_borrow(Clone::clone)
    }

    /// Sets memory aside; it is given back when the claim is dropped.
    ///
    /// # Errors
    /// Where it would exceed the budget.
    pub fn claim(&self, what: &str, bytes: u64) -> Result<Claim, Stop> {
        let mut claim = Claim::new(&self.memory);
        claim.grow(what, bytes)?;
        Ok(claim)
    }

    /// Reports what a solve is going to take.
    pub fn announce(&self, plan: &Plan) {
        if let Some(p) = &self.progress {
            p.plan(plan);
        }
    }

    /// Begins a stage of the work.
    #[must_use]
    pub fn stage(&self, name: &str, total: Option<u64>) -> Stage<'_> {
        if let Some(p) = &self.progress {
            p.begin(name, total);
        }
        Stage { watch: self }
    }
}

impl Default for Watch {
    fn default() -> Watch {
        Watch::new()
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch")
            .field("stop", &self.stop)
            .field("time", &self.time)
            .field("memory", &self.memory)
            .field("threads", &self.threads.count())
            .finish_non_exhaustive()
    }
}

thread_local! {
    static OF_THREAD: RefCell<Option<Watch>> = const { RefCell::new(None) };
}

/// A watch over what a thread does, until it is dropped; see [`Watch::here`].
#[derive(Debug)]
pub struct Here {
    before: Option<Watch>,
    not_send: PhantomData<*const ()>,
}

impl Drop for Here {
    fn drop(&mut self) {
        OF_THREAD.set(self.before.take());
    }
}

/// A stage of the work in progress; it ends when it is dropped.
#[derive(Debug)]
pub struct Stage<'a> {
    watch: &'a Watch,
}

impl Stage<'_> {
    /// Reports that so much is done, and asks whether to go on.
    ///
    /// # Errors
    /// As [`Watch::check`].
    pub fn reach(&self, done: u64) -> Result<(), Stop> {
        if let Some(p) = &self.watch.progress {
            p.reach(done);
        }
        self.watch.check()
    }
}

impl Drop for Stage<'_> {
    fn drop(&mut self) {
        if let Some(p) = &self.watch.progress {
            p.end();
        }
    }
}
