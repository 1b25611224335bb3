//! Work on threads of its own, which stops when nobody waits for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use kibitz_game::Watch;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::refusal::Refusal;

/// Questions that may wait for a thread.
const MOST_WAITING: usize = 256;

/// The threads that answer questions.
#[derive(Debug)]
pub(crate) struct Work {
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    watch: Watch,
}

/// Cancels work when it is dropped: when the answer is there, or when whoever
/// asked has left.
struct CancelOnDrop(Watch);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
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
    /// So much at a time, all within the memory of `watch`.
    pub(crate) fn new(watch: Watch, at_a_time: usize) -> Work {
        Work {
            permits: Arc::new(Semaphore::new(at_a_time)),
            waiting: AtomicUsize::new(0),
            watch,
        }
    }

    /// Waits for a thread, at most so long.
    async fn permit(&self, time: Duration) -> Result<OwnedSemaphorePermit, Refusal> {
        let _waiting = Waiting::new(&self.waiting).ok_or_else(Refusal::busy)?;
        let permit = Arc::clone(&self.permits).acquire_owned();
        match tokio::time::timeout(time, permit).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(Refusal::busy()),
        }
    }

    /// Does some work, which may take so long and then stops at its next look
    /// at the watch; likewise when the future is dropped.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        time: Duration,
        work: impl FnOnce(&Watch) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let permit = self.permit(time).await?;
        let watch = self.watch.beside().time(time);
        let _cancel = CancelOnDrop(watch.clone());
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work(&watch)
        });
        done.await.map_err(|e| Refusal::failed(e.to_string()))
    }
}
