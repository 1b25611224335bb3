//! Long work that goes on while nobody waits, and tells how far it is.

mod progress;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use kibitz_game::{Stop, Watch};
use kibitz_query::{QueryError, Session};
use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::refusal::{ErrorOut, Refusal};
use crate::sessions::Chosen;
use crate::state::Shared;
use crate::work::{Lane, Work};

use progress::Report;

/// Jobs that are done at a time.
const AT_A_TIME: usize = 2;
/// Jobs that wait or are being done.
const MOST_OPEN: usize = 32;
/// Jobs that are remembered.
const MOST_KEPT: usize = 64;
/// A job that has ended is forgotten after this time.
const KEPT: Duration = Duration::from_secs(600);

/// How a job is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct JobOut {
    /// Its name.
    pub(crate) id: String,
    /// `running`, `done`, `failed` or `cancelled`.
    pub(crate) state: &'static str,
    /// What is being done.
    pub(crate) stage: Option<String>,
    /// How much of the stage is done.
    pub(crate) done: Option<u64>,
    /// How much there is to do, where that is known.
    pub(crate) total: Option<u64>,
    /// What it came to: the answer that the question would have had.
    #[schema(value_type = Option<Object>)]
    pub(crate) result: Option<Arc<RawValue>>,
    /// Why it came to nothing.
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

/// A job, and where those who want to know about it can wait.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) began: Instant,
    state: watch::Sender<JobOut>,
    watch: Watch,
    ended: Mutex<Option<Instant>>,
}

impl Job {
    fn new(id: String, watch: Watch) -> Job {
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
            watch,
            ended: Mutex::new(None),
        }
    }

    /// How it is now.
    pub(crate) fn now(&self) -> JobOut {
        self.state.borrow().clone()
    }

    /// How it is from now on.
    pub(crate) fn changes(&self) -> watch::Receiver<JobOut> {
        self.state.subscribe()
    }

    fn is_over(&self) -> bool {
        self.state.borrow().is_over()
    }

    /// Ends it, unless it has ended before.
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

    /// Ends it before it is done.
    pub(crate) fn cancel(&self) {
        self.watch.cancel();
        self.end(Outcome::Cancelled);
    }

    fn is_forgotten(&self) -> bool {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        ended.is_some_and(|ended| ended.elapsed() > KEPT)
    }
}

/// The jobs that there are.
#[derive(Debug)]
pub(crate) struct Jobs {
    all: Mutex<VecDeque<Arc<Job>>>,
    work: Work,
    time: Duration,
}

/// What a job does with its game.
pub(crate) type Task =
    Arc<dyn Fn(&Session, &Watch) -> Result<Box<RawValue>, QueryError> + Send + Sync>;

impl Jobs {
    pub(crate) fn new(time: Duration) -> Jobs {
        Jobs {
            all: Mutex::default(),
            work: Work::new(AT_A_TIME, 0),
            time,
        }
    }

    fn all(&self) -> std::sync::MutexGuard<'_, VecDeque<Arc<Job>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The job of this name.
    pub(crate) fn find(&self, id: &str) -> Result<Arc<Job>, Refusal> {
        let mut all = self.all();
        all.retain(|job| !job.is_forgotten());
        let found = all.iter().find(|job| job.state.borrow().id == id);
        found.cloned().ok_or_else(|| {
            let message = "there is no such job, or it ended long ago";
            Refusal::new(StatusCode::NOT_FOUND, "no_such_job", message)
        })
    }

    /// Cancels a job; forgets it if it has ended.
    pub(crate) fn remove(&self, id: &str) -> Result<(), Refusal> {
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

    /// Puts a new job among the others, if there are not too many.
    fn admit(&self, watch: Watch) -> Result<Arc<Job>, Refusal> {
        let mut all = self.all();
        all.retain(|job| !job.is_forgotten());
        if all.iter().filter(|job| !job.is_over()).count() >= MOST_OPEN {
            return Err(Refusal::busy("too many jobs at the same time"));
        }
        while all.len() >= MOST_KEPT {
            let Some(oldest) = all.iter().position(|job| job.is_over()) else {
                break;
            };
            all.remove(oldest);
        }
        let job = Arc::new(Job::new(format!("{:016x}", fastrand::u64(..)), watch));
        all.push_back(Arc::clone(&job));
        Ok(job)
    }
}

/// Begins a job.
pub(crate) fn begin(shared: &Arc<Shared>, chosen: Chosen, task: Task) -> Result<Arc<Job>, Refusal> {
    let watch = shared.watch(shared.jobs.time);
    let job = shared.jobs.admit(watch)?;
    let (shared, own) = (Arc::clone(shared), Arc::clone(&job));
    tokio::spawn(async move {
        let outcome = work(&shared, &own, &chosen, task).await;
        own.end(outcome);
    });
    Ok(job)
}

/// Does a job with the game that questions are asked, too: what it solves serves
/// them as well.
async fn work(shared: &Shared, job: &Arc<Job>, chosen: &Chosen, task: Task) -> Outcome {
    let work_once = || async {
        let permit = shared
            .jobs
            .work
            .permit(shared.jobs.time, Lane::Long)
            .await?;
        let watch = job.watch.afresh();
        let watch = watch.report_to(Arc::new(Report::new(Arc::clone(job))));
        let place = shared.sessions.place(chosen).await;
        let task = Arc::clone(&task);
        let mut running = permit.start(watch, move |watch| {
            watch.check()?;
            task(&*place.open()?, watch)
        });
        running.done().await
    };
    match shared.in_room(&job.watch, work_once).await {
        Ok(Ok(result)) => Outcome::Done(result.into()),
        Ok(Err(QueryError::Stop(Stop::Cancelled))) => Outcome::Cancelled,
        Ok(Err(problem)) => Outcome::Failed(Refusal::from(problem).error),
        Err(refusal) => Outcome::Failed(refusal.error),
    }
}
