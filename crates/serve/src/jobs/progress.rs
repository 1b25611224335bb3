//! Progress of a job.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use kibitz_game::Progress;

use super::Job;

/// Minimum interval between two reports in milliseconds; engines report far
/// more often.
const REPORT_INTERVAL_MS: u64 = 100;

/// Publishes an engine's progress as the state of its job.
pub(super) struct Report {
    job: Arc<Job>,
    began: Instant,
    /// When the last report was published, in milliseconds since `began`.
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
        now >= last + REPORT_INTERVAL_MS && swap(last).is_ok()
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

    fn advance_to(&self, done: u64) {
        if self.is_due() {
            self.job.state.send_modify(|state| state.done = Some(done));
        }
    }

    fn end(&self) {}
}
