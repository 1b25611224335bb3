//! State shared by all requests, and how a request runs on a game.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use kibitz_game::{Bytes, RunContext, StopReason};
use kibitz_query::{QueryError, Session};

use crate::api_error::ApiError;
use crate::host::Hosts;
use crate::jobs::Jobs;
use crate::options::Options;
use crate::responses::ResponseCache;
use crate::rule_files::RuleFiles;
use crate::sessions::{SelectedGame, Sessions};
use crate::streams::Streams;
use crate::work::{self, Lane, Work};

/// Contest inputs judged concurrently; a judge mostly waits for input.
const MAX_JUDGES: usize = 8;
/// Additional slots for short requests while long ones occupy all others.
const SHORT_SLOTS: usize = 2;

/// State shared by all requests.
pub(crate) struct Shared {
    pub(crate) hosts: Hosts,
    pub(crate) responses: ResponseCache,
    pub(crate) sessions: Sessions,
    pub(crate) rules: RuleFiles,
    pub(crate) jobs: Jobs,
    pub(crate) judges: Work,
    requests: Work,
    /// The memory budget of the whole server.
    context: RunContext,
    request_time: Duration,
    pub(crate) judge_time: Duration,
    pub(crate) input_time: Duration,
    pub(crate) idle_timeout: Duration,
    pub(crate) streams: Arc<Streams>,
}

impl Shared {
    pub(crate) fn new(options: &Options) -> Shared {
        Shared {
            hosts: Hosts::new(options.address, &options.hosts),
            responses: ResponseCache::new(),
            sessions: Sessions::new(&options.tables),
            rules: RuleFiles::new(options),
            jobs: Jobs::new(options.job_time),
            judges: Work::new(MAX_JUDGES, 0),
            requests: Work::new(options.context.thread_count().max(2), SHORT_SLOTS),
            context: options.context.clone(),
            request_time: options.request_time,
            judge_time: options.judge_time,
            input_time: options.input_time,
            idle_timeout: options.idle_timeout,
            streams: Arc::new(Streams::new(options.event_streams)),
        }
    }

    /// A context with this time limit, on the shared memory budget.
    pub(crate) fn context(&self, time: Duration) -> RunContext {
        self.context.sibling().time(time)
    }

    /// The game that a request names, with its parameters.
    pub(crate) async fn select_game(
        &self,
        name: &str,
        set: Vec<(String, String)>,
    ) -> Result<SelectedGame, ApiError> {
        SelectedGame::new(self.rules.find(name)?, name, set)
    }

    /// Runs a request on a game.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        selected: &SelectedGame,
        task: impl Fn(&Session, &RunContext) -> Result<T, QueryError> + Send + Sync + 'static,
    ) -> Result<T, ApiError> {
        let task = Arc::new(task);
        for lane in Lane::ORDER {
            let context = self.context(self.request_time);
            let run_once = || async {
                let permit = self.requests.permit(self.request_time, lane).await?;
                let slot = self.sessions.slot(selected);
                let task = Arc::clone(&task);
                let ask = move |context: &RunContext| task(&*slot.open()?, context);
                let mut running = permit.start(context.restart_clock(), ask);
                let done = running.finish_in_lane().await?;
                Ok(done.unwrap_or(Err(QueryError::Stop(StopReason::Cancelled))))
            };
            match self.with_memory_retry(&context, run_once).await? {
                // Too long for this lane.
                Err(QueryError::Stop(StopReason::Cancelled)) => {}
                done => return Ok(done?),
            }
        }
        Err(work::busy())
    }

    /// Opens a game for one inspection, without keeping it open.
    pub(crate) async fn with_open_game<T: Send + 'static>(
        &self,
        selected: &SelectedGame,
        inspect: impl Fn(&Session) -> T + Copy + Send + 'static,
    ) -> Result<T, ApiError> {
        for lane in Lane::ORDER {
            let permit = self.requests.permit(self.request_time, lane).await?;
            let context = self.context(self.request_time);
            let selected = selected.clone();
            let open = move |_: &RunContext| selected.open().map(|game| inspect(&game));
            let mut running = permit.start(context, open);
            if let Some(seen) = running.finish_in_lane().await? {
                return Ok(seen?);
            }
        }
        Err(work::busy())
    }

    /// Runs some work; if it lacked memory, closes idle games and runs it
    /// again. Work may also succeed with a reduced result after a failed
    /// reservation; a response must not depend on concurrent requests, so that
    /// counts as lacking memory. `context` is the one that the work reserves
    /// its memory from.
    pub(crate) async fn with_memory_retry<T, W>(
        &self,
        context: &RunContext,
        work: impl Fn() -> W,
    ) -> Result<Result<T, QueryError>, ApiError>
    where
        W: Future<Output = Result<Result<T, QueryError>, ApiError>>,
    {
        let done = work().await?;
        let lacked_memory = context.failed_reservations() > 0;
        let should_retry = match &done {
            // Hopeless if the work exceeds the budget even alone.
            Err(QueryError::Stop(StopReason::OutOfMemory { short, .. })) if lacked_memory => {
                short.others > 0
            }
            // The reservation failed against memory that the game holds from an
            // earlier request.
            Err(QueryError::Stop(StopReason::OutOfMemory { short, .. })) => {
                short.requested <= short.budget
            }
            Err(QueryError::Stop(StopReason::Refused { .. })) => true,
            Err(QueryError::Stop(StopReason::Cancelled)) => false,
            _ => lacked_memory,
        };
        if !should_retry {
            return Ok(done);
        }
        drop(done);
        self.sessions.close_idle();
        let others = self.context.memory_taken();
        let before = context.failed_reservations();
        let done = work().await?;
        match done {
            Ok(_) if context.failed_reservations() != before && others > 0 => {
                Err(self.memory_in_use(others))
            }
            done => Ok(done),
        }
    }

    /// The work succeeded, but with a result reduced by lack of memory.
    fn memory_in_use(&self, others: u64) -> ApiError {
        let message = format!(
            "memory is in use by other requests: {} of the memory budget of {}",
            Bytes(others),
            Bytes(self.context.memory_budget())
        );
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "memory", message)
            .help("retry in a moment, or raise `kibitz serve --memory`")
    }
}
