//! How far a job is.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use kibitz_game::Progress;

use super::Job;

/// Milliseconds between two reports: engines report far more often.
const APART: u64 = 100;

/// Tells a job's state what its engine reports.
pub(super) struct Report {
    job: Arc<Job>,
    began: Instant,
    /// When the last report was told, in milliseconds from the beginning.
    last: AtomicU64,
}

impl Report {
    pub(super) fn new(job: Arc<Job>) -> Report {
        Report {
            job,
            began: Instant::now(),
            last: AtomicU64::new(0),
        }
    }

    fn is_due(&self) -> bool {
        let now = self.began.elapsed().as_millis() as u64;
        let last = self.last.load(Ordering::Relaxed);
        let swap = |last| {
            let order = Ordering::Relaxed;
            self.last.compare_exchange(last, now, order, order)
        };
        now >= last + APART && swap(last).is_ok()
    }
}

impl Progress for Report {
    fn begin(&self, stage: &str, total: Option<u64>) {
        self.job.state.send_modify(|state| {
            state.stage = Some(stage.to_owned());
            state.done = Some(0);
            state.total = total;
        });
    }

    fn reach(&self, done: u64) {
        if self.is_due() {
            self.job.state.send_modify(|state| state.done = Some(done));
        }
    }

    fn end(&self) {}
}
