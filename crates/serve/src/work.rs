//! Work on threads of its own, which stops when nobody waits for it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kibitz_game::{Stop, Watch};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinError, JoinHandle};

use crate::refusal::{Refusal, stopped};

/// Those that may wait for a thread.
const MOST_WAITING: usize = 256;

/// How much longer than its time work is waited for.
const GRACE: Duration = Duration::from_secs(2);

/// Work that is done in this time is short.
const SHORT: Duration = Duration::from_millis(300);

/// Threads that do one sort of work.
///
/// Some of them may be for short work only: while long work has all others,
/// short work need not wait for it. How long work is shows when it is done, so
/// any may begin there; long work is stopped and waits for another thread.
#[derive(Debug)]
pub(crate) struct Work {
    permits: Arc<Semaphore>,
    short: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// The threads that work may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Any that is free.
    Any,
    /// Not those for short work: it is long.
    Long,
}

impl Lane {
    /// Where to do work of which nothing is known: if it was too long for the
    /// first, it is done again on the second.
    pub(crate) const IN_TURN: [Lane; 2] = [Lane::Any, Lane::Long];
}

/// Leave to use a thread.
#[derive(Debug)]
pub(crate) struct Permit {
    /// Empty once the thread is free again.
    slot: Arc<Mutex<Option<OwnedSemaphorePermit>>>,
    /// Where to find a thread for long work, if this is none.
    long: Option<Arc<Semaphore>>,
}

/// Work in progress; it is cancelled when this is dropped before it is done.
#[derive(Debug)]
pub(crate) struct Running<T> {
    handle: JoinHandle<T>,
    watch: Watch,
    permit: Permit,
}

impl<T> Drop for Running<T> {
    /// The client that asked has left, or has waited long enough.
    fn drop(&mut self) {
        if !self.handle.is_finished() {
            self.watch.cancel();
        }
    }
}

/// Counts somebody among those who wait, until it is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn new(count: &'a AtomicUsize) -> Option<Waiting<'a>> {
        let waiting = Waiting(count);
        (count.fetch_add(1, Ordering::Relaxed) < MOST_WAITING).then_some(waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Work {
    /// So much at a time, and so much short work beside it.
    pub(crate) fn new(at_a_time: usize, short: usize) -> Work {
        Work {
            permits: Arc::new(Semaphore::new(at_a_time)),
            short: Arc::new(Semaphore::new(short)),
            waiting: AtomicUsize::new(0),
        }
    }

    /// Waits for a thread, at most so long.
    pub(crate) async fn permit(&self, time: Duration, lane: Lane) -> Result<Permit, Refusal> {
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

/// All threads are taken, or too many wait for them.
pub(crate) fn busy() -> Refusal {
    Refusal::busy("too many questions at the same time")
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

    /// Counts the work on a thread for short work as long, if there is room.
    fn lengthen(&mut self) -> bool {
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

    /// Does some work, which stops at its next look at the watch when nobody
    /// waits for it any more. The thread is taken until it really has stopped.
    pub(crate) fn start<T: Send + 'static>(
        self,
        watch: Watch,
        work: impl FnOnce(&Watch) -> T + Send + 'static,
    ) -> Running<T> {
        let own = watch.clone();
        let free = FreeOnDrop(Arc::clone(&self.slot));
        let handle = tokio::task::spawn_blocking(move || {
            let _free = free;
            let _here = own.here();
            work(&own)
        });
        Running {
            handle,
            watch,
            permit: self,
        }
    }
}

/// Gives a permit back when its thread is done.
struct FreeOnDrop(Arc<Mutex<Option<OwnedSemaphorePermit>>>);

impl Drop for FreeOnDrop {
    fn drop(&mut self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl<T> Running<T> {
    /// What the work comes to; nothing if it turns out to be long on a thread
    /// for short work, and there is no other.
    pub(crate) async fn done_on_its_lane(&mut self) -> Result<Option<T>, Refusal> {
        if self.permit.long.is_some() {
            let soon = tokio::time::timeout(SHORT, &mut self.handle).await;
            match soon {
                Ok(done) => return ended(done).map(Some),
                Err(_) if !self.permit.lengthen() => return Ok(None),
                Err(_) => {}
            }
        }
        self.done().await.map(Some)
    }

    /// What the work comes to. Work that does not look at its watch is not
    /// waited for much longer than its time.
    pub(crate) async fn done(&mut self) -> Result<T, Refusal> {
        let handle = &mut self.handle;
        let done = match self.watch.time_limit() {
            Some(limit) => match tokio::time::timeout(limit + GRACE, handle).await {
                Ok(done) => done,
                Err(_) => return Err(stopped(&Stop::OutOfTime(limit))),
            },
            None => handle.await,
        };
        ended(done)
    }
}

fn ended<T>(done: Result<T, JoinError>) -> Result<T, Refusal> {
    done.map_err(|_| Refusal::failed("the work ended in a mistake of kibitz itself"))
}
