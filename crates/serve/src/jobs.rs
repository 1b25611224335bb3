//! Jobs: long computations that run in the background and report progress.

mod progress;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use kibitz_game::{RunContext, StopReason};
use kibitz_query::{QueryError, Session};
use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::api_error::{ApiError, ErrorOut};
use crate::sessions::SelectedGame;
use crate::state::Shared;
use crate::work::{Lane, Work};

use progress::Report;

/// Jobs that run concurrently.
const MAX_RUNNING: usize = 2;
/// Jobs that are queued or running.
const MAX_OPEN: usize = 32;
/// Jobs that are kept, finished ones included.
const MAX_KEPT: usize = 64;
/// A finished job is removed after this time.
const RETENTION: Duration = Duration::from_secs(600);

/// State of a job.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct JobOut {
    /// The job's id.
    pub(crate) id: String,
    /// `running`, `done`, `failed` or `cancelled`.
    pub(crate) state: &'static str,
    /// The current stage.
    pub(crate) stage: Option<String>,
    /// Progress within the stage.
    pub(crate) done: Option<u64>,
    /// The amount of work of the stage, if known.
    pub(crate) total: Option<u64>,
    /// The result: the body that a direct request would have returned.
    #[schema(value_type = Option<Object>)]
    pub(crate) result: Option<Arc<RawValue>>,
    /// Why the job failed.
    pub(crate) error: Option<Box<ErrorOut>>,
}

/// How a job ended.
enum Outcome {
    Done(Arc<RawValue>),
    Failed(Box<ErrorOut>),
    Cancelled,
}

impl JobOut {
    pub(crate) fn is_over(&self) -> bool {
        self.state != "running"
    }
}

/// A job, and the channel that publishes its state.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) began: Instant,
    state: watch::Sender<JobOut>,
    context: RunContext,
    ended: Mutex<Option<Instant>>,
    /// Whether the job is cancelled when its last event stream ends.
    is_watched: bool,
    /// The open event streams.
    streams: AtomicUsize,
}

/// An open event stream of a job.
pub(crate) struct Watch(pub(crate) Arc<Job>);

impl Watch {
    pub(crate) fn new(job: Arc<Job>) -> Watch {
        job.streams.fetch_add(1, Ordering::Relaxed);
        Watch(job)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if self.0.streams.fetch_sub(1, Ordering::Relaxed) == 1 && self.0.is_watched {
            self.0.cancel();
        }
    }
}

impl Job {
    fn new(id: String, context: RunContext, is_watched: bool) -> Job {
        let state = JobOut {
            id,
            state: "running",
            stage: None,
            done: None,
            total: None,
            result: None,
            error: None,
        };
        Job {
            began: Instant::now(),
            state: watch::Sender::new(state),
            context,
            ended: Mutex::new(None),
            is_watched,
            streams: AtomicUsize::new(0),
        }
    }

    /// The current state.
    pub(crate) fn now(&self) -> JobOut {
        self.state.borrow().clone()
    }

    /// Subscribes to changes of the state.
    pub(crate) fn changes(&self) -> watch::Receiver<JobOut> {
        self.state.subscribe()
    }

    fn is_over(&self) -> bool {
        self.state.borrow().is_over()
    }

    /// Ends the job, unless it has ended already.
    fn end(&self, outcome: Outcome) {
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        if ended.is_some() {
            return;
        }
        *ended = Some(Instant::now());
        self.state.send_modify(|state| match outcome {
            Outcome::Done(result) => {
                state.state = "done";
                state.result = Some(result);
            }
            Outcome::Failed(error) => {
                state.state = "failed";
                state.error = Some(error);
            }
            Outcome::Cancelled => state.state = "cancelled",
        });
    }

    /// Cancels the job.
    pub(crate) fn cancel(&self) {
        self.context.cancel();
        self.end(Outcome::Cancelled);
    }

    fn has_expired(&self) -> bool {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        ended.is_some_and(|ended| ended.elapsed() > RETENTION)
    }
}

/// All jobs.
#[derive(Debug)]
pub(crate) struct Jobs {
    all: Mutex<VecDeque<Arc<Job>>>,
    work: Work,
    time: Duration,
}

/// What a job computes on its game.
pub(crate) type Task =
    Arc<dyn Fn(&Session, &RunContext) -> Result<Box<RawValue>, QueryError> + Send + Sync>;

impl Jobs {
    pub(crate) fn new(time: Duration) -> Jobs {
        Jobs {
            all: Mutex::default(),
            work: Work::new(MAX_RUNNING, 0),
            time,
        }
    }

    fn all(&self) -> std::sync::MutexGuard<'_, VecDeque<Arc<Job>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The job with this id.
    pub(crate) fn find(&self, id: &str) -> Result<Arc<Job>, ApiError> {
        let mut all = self.all();
        all.retain(|job| !job.has_expired());
        let found = all.iter().find(|job| job.state.borrow().id == id);
        found.cloned().ok_or_else(|| {
            let message = "no such job, or it has expired";
            ApiError::new(StatusCode::NOT_FOUND, "no_such_job", message)
        })
    }

    /// Cancels a job; removes it if it has ended.
    pub(crate) fn remove(&self, id: &str) -> Result<(), ApiError> {
        let job = self.find(id)?;
        if job.is_over() {
            self.all().retain(|other| !Arc::ptr_eq(other, &job));
        }
        job.cancel();
        Ok(())
    }

    /// Cancels all jobs.
    pub(crate) fn cancel_all(&self) {
        self.all().iter().for_each(|job| job.cancel());
    }

    /// Registers a new job unless too many are open.
    fn admit(&self, context: RunContext, is_watched: bool) -> Result<Arc<Job>, ApiError> {
        let mut all = self.all();
        all.retain(|job| !job.has_expired());
        if all.iter().filter(|job| !job.is_over()).count() >= MAX_OPEN {
            return Err(ApiError::busy("too many concurrent jobs"));
        }
        while all.len() >= MAX_KEPT {
            let Some(oldest) = all.iter().position(|job| job.is_over()) else {
                break;
            };
            all.remove(oldest);
        }
        let id = format!("{:016x}", fastrand::u64(..));
        let job = Arc::new(Job::new(id, context, is_watched));
        all.push_back(Arc::clone(&job));
        Ok(job)
    }
}

/// Starts a job.
pub(crate) fn begin(
    shared: &Arc<Shared>,
    selected: SelectedGame,
    task: Task,
    is_watched: bool,
) -> Result<Arc<Job>, ApiError> {
    let context = shared.context(shared.jobs.time);
    let job = shared.jobs.admit(context, is_watched)?;
    let (shared, own) = (Arc::clone(shared), Arc::clone(&job));
    tokio::spawn(async move {
        let outcome = work(&shared, &own, &selected, task).await;
        own.end(outcome);
    });
    Ok(job)
}

/// Runs a job on the cached game, so that later requests reuse what it solves.
async fn work(shared: &Shared, job: &Arc<Job>, selected: &SelectedGame, task: Task) -> Outcome {
    let work_once = || async {
        let permit = shared
            .jobs
            .work
            .permit(shared.jobs.time, Lane::Long)
            .await?;
        let context = job.context.restart_clock();
        let context = context.report_to(Arc::new(Report::new(Arc::clone(job))));
        let slot = shared.sessions.slot(selected);
        let task = Arc::clone(&task);
        let mut running = permit.start(context, move |context| {
            context.check()?;
            task(&*slot.open()?, context)
        });
        running.finish().await
    };
    match shared.with_memory_retry(&job.context, work_once).await {
        Ok(Ok(result)) => Outcome::Done(result.into()),
        Ok(Err(QueryError::Stop(StopReason::Cancelled))) => Outcome::Cancelled,
        Ok(Err(problem)) => Outcome::Failed(ApiError::from(problem).body),
        Err(error) => Outcome::Failed(error.body),
    }
}
