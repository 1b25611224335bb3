//! Bounded pools of blocking work, cancelled when the client disconnects.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kibitz_game::{RunContext, StopReason};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinError, JoinHandle};

use crate::api_error::{ApiError, stopped};

/// Maximum number of requests waiting for a slot.
const MAX_WAITING: usize = 256;

/// How long work may exceed its time limit before it is abandoned.
const GRACE: Duration = Duration::from_secs(2);

/// Work that completes within this time counts as short.
const SHORT: Duration = Duration::from_millis(300);

/// A pool of slots for blocking work of one kind.
///
/// Some slots may be reserved for short work, so that it does not wait behind
/// long work that occupies all others. Duration is unknown in advance, so any
/// work may start in a reserved slot; if it turns out to be long, it is
/// cancelled and restarted in an ordinary one.
#[derive(Debug)]
pub(crate) struct Work {
    permits: Arc<Semaphore>,
    short: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// Which slots work may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Any free one.
    Any,
    /// Only those not reserved for short work.
    Long,
}

impl Lane {
    /// The order in which to try: work that was too long for the first lane is
    /// restarted in the second.
    pub(crate) const ORDER: [Lane; 2] = [Lane::Any, Lane::Long];
}

/// The right to occupy a slot.
#[derive(Debug)]
pub(crate) struct Permit {
    /// `None` once the thread has finished.
    slot: Arc<Mutex<Option<OwnedSemaphorePermit>>>,
    /// The ordinary slots, if this one is reserved for short work.
    long: Option<Arc<Semaphore>>,
}

/// Work in progress. Dropping it before completion cancels the work.
#[derive(Debug)]
pub(crate) struct Running<T> {
    handle: JoinHandle<T>,
    context: RunContext,
    permit: Permit,
}

impl<T> Drop for Running<T> {
    /// The client has disconnected or the time limit is exceeded.
    fn drop(&mut self) {
        if !self.handle.is_finished() {
            self.context.cancel();
        }
    }
}

/// Counts one waiting request until dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn new(count: &'a AtomicUsize) -> Option<Waiting<'a>> {
        let waiting = Waiting(count);
        (count.fetch_add(1, Ordering::Relaxed) < MAX_WAITING).then_some(waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Work {
    /// A pool of `at_a_time` ordinary slots and `short` ones reserved for short
    /// work.
    pub(crate) fn new(at_a_time: usize, short: usize) -> Work {
        Work {
            permits: Arc::new(Semaphore::new(at_a_time)),
            short: Arc::new(Semaphore::new(short)),
            waiting: AtomicUsize::new(0),
        }
    }

    /// Waits for a slot, at most `time`.
    pub(crate) async fn permit(&self, time: Duration, lane: Lane) -> Result<Permit, ApiError> {
        let _waiting = Waiting::new(&self.waiting).ok_or_else(busy)?;
        let wait = async {
            let (long, short) = (Arc::clone(&self.permits), Arc::clone(&self.short));
            tokio::select! {
                biased;
                permit = long.acquire_owned() => Some(Permit::new(permit.ok()?, None)),
                permit = short.acquire_owned(), if lane == Lane::Any => {
                    Some(Permit::new(permit.ok()?, Some(Arc::clone(&self.permits))))
                }
            }
        };
        let waited = tokio::time::timeout(time, wait).await;
        waited.ok().flatten().ok_or_else(busy)
    }
}

/// All slots are occupied, or too many requests wait for one.
pub(crate) fn busy() -> ApiError {
    ApiError::busy("too many concurrent requests")
}

impl Permit {
    fn new(permit: OwnedSemaphorePermit, long: Option<Arc<Semaphore>>) -> Permit {
        Permit {
            slot: Arc::new(Mutex::new(Some(permit))),
            long,
        }
    }

    fn slot(&self) -> MutexGuard<'_, Option<OwnedSemaphorePermit>> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves the work from a reserved to an ordinary slot, if one is free.
    fn upgrade_to_long(&mut self) -> bool {
        let Some(long) = &self.long else {
            return true;
        };
        let Ok(permit) = Arc::clone(long).try_acquire_owned() else {
            return false;
        };
        if let Some(held) = &mut *self.slot() {
            *held = permit;
        }
        self.long = None;
        true
    }

    /// Runs some work on a blocking thread. Once cancelled, it stops at its
    /// next check of the context; the slot stays occupied until it has actually
    /// stopped.
    pub(crate) fn start<T: Send + 'static>(
        self,
        context: RunContext,
        work: impl FnOnce(&RunContext) -> T + Send + 'static,
    ) -> Running<T> {
        let own = context.clone();
        let free = FreeOnDrop(Arc::clone(&self.slot));
        let handle = tokio::task::spawn_blocking(move || {
            let _free = free;
            let _here = own.here();
            work(&own)
        });
        Running {
            handle,
            context,
            permit: self,
        }
    }
}

/// Returns a permit when its thread is done.
struct FreeOnDrop(Arc<Mutex<Option<OwnedSemaphorePermit>>>);

impl Drop for FreeOnDrop {
    fn drop(&mut self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl<T> Running<T> {
    /// Result of the work; `None` if it turned out to be long in a reserved
    /// slot and no ordinary one is free.
    pub(crate) async fn finish_in_lane(&mut self) -> Result<Option<T>, ApiError> {
        if self.permit.long.is_some() {
            let finished = tokio::time::timeout(SHORT, &mut self.handle).await;
            match finished {
                Ok(done) => return join_result(done).map(Some),
                Err(_) if !self.permit.upgrade_to_long() => return Ok(None),
                Err(_) => {}
            }
        }
        self.finish().await.map(Some)
    }

    /// Result of the work. Work that does not check its context is abandoned
    /// `GRACE` after its time limit.
    pub(crate) async fn finish(&mut self) -> Result<T, ApiError> {
        let handle = &mut self.handle;
        let done = match self.context.time_limit() {
            Some(limit) => match tokio::time::timeout(limit + GRACE, handle).await {
                Ok(done) => done,
                Err(_) => return Err(stopped(&StopReason::OutOfTime(limit))),
            },
            None => handle.await,
        };
        join_result(done)
    }
}

fn join_result<T>(done: Result<T, JoinError>) -> Result<T, ApiError> {
    done.map_err(|_| ApiError::failed("internal error"))
}
