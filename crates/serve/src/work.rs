//! Work on threads of its own, which stops when nobody waits for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use kibitz_game::{Stop, Watch};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;

use crate::refusal::{Refusal, stopped};

/// Those that may wait for a thread.
const MOST_WAITING: usize = 256;

/// How much longer than its time work is waited for.
const GRACE: Duration = Duration::from_secs(2);

/// Threads that do one sort of work.
#[derive(Debug)]
pub(crate) struct Work {
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// Leave to use a thread.
#[derive(Debug)]
pub(crate) struct Permit(OwnedSemaphorePermit);

/// Work in progress; it is cancelled when this is dropped before it is done.
#[derive(Debug)]
pub(crate) struct Running<T> {
    handle: JoinHandle<T>,
    watch: Watch,
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
    /// So much at a time.
    pub(crate) fn new(at_a_time: usize) -> Work {
        Work {
            permits: Arc::new(Semaphore::new(at_a_time)),
            waiting: AtomicUsize::new(0),
        }
    }

    /// Waits for a thread, at most so long.
    pub(crate) async fn permit(&self, time: Duration) -> Result<Permit, Refusal> {
        let ((), permit) = self.permit_after(async {}, time).await?;
        Ok(permit)
    }

    /// Waits for something and then for a thread, at most so long for both.
    pub(crate) async fn permit_after<T>(
        &self,
        first: impl Future<Output = T>,
        time: Duration,
    ) -> Result<(T, Permit), Refusal> {
        let _waiting = Waiting::new(&self.waiting).ok_or_else(busy)?;
        let wait = async {
            let first = first.await;
            let permit = Arc::clone(&self.permits).acquire_owned().await;
            Some((first, Permit(permit.ok()?)))
        };
        let waited = tokio::time::timeout(time, wait).await;
        waited.ok().flatten().ok_or_else(busy)
    }
}

fn busy() -> Refusal {
    Refusal::busy("too many questions at the same time")
}

impl Permit {
    /// Does some work, which stops at its next look at the watch when nobody
    /// waits for it any more. The thread is taken until it really has stopped.
    pub(crate) fn start<T: Send + 'static>(
        self,
        watch: Watch,
        work: impl FnOnce(&Watch) -> T + Send + 'static,
    ) -> Running<T> {
        let own = watch.clone();
        let handle = tokio::task::spawn_blocking(move || {
            let _permit = self.0;
            let _here = own.here();
            work(&own)
        });
        Running { handle, watch }
    }
}

impl<T> Running<T> {
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
        done.map_err(|_| Refusal::failed("the work ended in a mistake of kibitz itself"))
    }
}
