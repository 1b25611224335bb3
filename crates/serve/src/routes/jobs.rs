//! Jobs: long computations.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use kibitz_game::RunContext;
use kibitz_query::{Limits, QueryError, Session};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use utoipa::ToSchema;

use super::body::Body;
use super::guess::LawIn;
use super::position;
use crate::api_error::{ApiError, ErrorResponse};
use crate::host::Endpoints;
use crate::jobs::{self, Job, JobOut, Task, Watch};
use crate::responses::CachedResponse;
use crate::state::Shared;
use crate::streams::StreamPermit;

/// A job to start.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct JobIn {
    /// What to compute.
    kind: JobKind,
    /// The game's name or alias.
    game: String,
    /// Its parameters.
    #[serde(default)]
    set: BTreeMap<String, String>,
    /// The position; the game's default position if absent.
    #[serde(default)]
    position: Option<String>,
    /// Whether the job is cancelled when its last event stream ends.
    #[serde(default)]
    watched: bool,
    /// The table, of a job `guess`.
    #[serde(flatten)]
    table: LawIn,
}

/// What a job computes.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum JobKind {
    /// Statistics over all positions.
    Stats,
    /// Analysis of one position.
    Position,
    /// The law behind a table.
    Guess,
}

/// A job that was started.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct JobStarted {
    /// The job's id.
    id: String,
}

/// Progress of a job.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProgressOut {
    /// The current stage.
    stage: Option<String>,
    /// Progress within the stage.
    done: Option<u64>,
    /// The amount of work of the stage, if known.
    total: Option<u64>,
    /// Seconds since the start.
    seconds: f64,
}

/// Starts a job.
#[utoipa::path(
    operation_id = "begin_job",
    tag = "v1",
    post,
    path = "/api/v1/jobs",
    request_body = JobIn,
    responses(
        (status = 201, description = "the job was started", body = JobStarted),
        (status = "default", description = "error", body = ErrorResponse)
    )
)]
pub(crate) async fn post(
    State(shared): State<Arc<Shared>>,
    Body(body): Body,
) -> Result<Response, ApiError> {
    let wanted: JobIn =
        serde_json::from_slice(&body).map_err(|e| ApiError::query(format!("invalid job: {e}")))?;
    let selected = shared
        .select_game(&wanted.game, wanted.set.into_iter().collect())
        .await?;
    let task = match wanted.kind {
        JobKind::Stats => about(wanted.position, |game, position, context| {
            raw(&game.stats(position, context)?)
        }),
        JobKind::Position => about(wanted.position, |game, position, context| {
            let limits = Limits {
                line: 0,
                ..Limits::default()
            };
            raw(&position::analyse(game, position, limits, context)?)
        }),
        JobKind::Guess => {
            let own = selected.clone();
            Arc::new(move |_: &Session, context: &RunContext| {
                raw(&wanted.table.guess(&own, context)?)
            }) as Task
        }
    };
    let job = jobs::begin(&shared, selected, task, wanted.watched)?;
    let started = CachedResponse::json(&JobStarted { id: job.now().id })?;
    Ok((StatusCode::CREATED, started).into_response())
}

/// A task about a position, by default the game's default one.
fn about(
    position: Option<String>,
    ask: fn(&Session, &str, &RunContext) -> Result<Box<RawValue>, QueryError>,
) -> Task {
    Arc::new(
        move |game: &Session, context: &RunContext| match &position {
            Some(position) => ask(game, position, context),
            None => ask(game, &game.default_position(), context),
        },
    )
}

fn raw(result: &impl Serialize) -> Result<Box<RawValue>, QueryError> {
    to_raw_value(result).map_err(|e| QueryError::Output(e.into()))
}

/// State of a job.
#[utoipa::path(
    operation_id = "job",
    tag = "v1",
    get,
    path = "/api/v1/jobs/{id}",
    params(
        ("id" = String, Path, description = "the job")
    ),
    responses(
        (status = 200, description = "state of the job", body = JobOut),
        (status = "default", description = "error", body = ErrorResponse)
    )
)]
pub(crate) async fn get(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
) -> Result<CachedResponse, ApiError> {
    CachedResponse::json(&shared.jobs.find(&id)?.now())
}

/// Cancels a job.
#[utoipa::path(
    operation_id = "cancel_job",
    tag = "v1",
    delete,
    path = "/api/v1/jobs/{id}",
    params(
        ("id" = String, Path, description = "the job")
    ),
    responses(
        (status = 204, description = "the job is cancelled, or removed if it had ended"),
        (status = "default", description = "error", body = ErrorResponse)
    )
)]
pub(crate) async fn delete(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    shared.jobs.remove(&id)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Event stream of a job, until it ends.
#[utoipa::path(
    operation_id = "job_events",
    tag = "v1",
    get,
    path = "/api/v1/jobs/{id}/events",
    params(
        ("id" = String, Path, description = "the job")
    ),
    responses(
        (status = 200, description = "`progress` events, then one of `done`, `failed` and `cancelled`", body = ProgressOut, content_type = "text/event-stream"),
        (status = "default", description = "error", body = ErrorResponse)
    )
)]
pub(crate) async fn events(
    State(shared): State<Arc<Shared>>,
    Extension(ends): Extension<Endpoints>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(5);
    let job = shared.jobs.find(&id)?;
    let permit = shared.streams.admit(ends.peer.ip().to_canonical())?;
    let events =
        Sse::new(follow(job, permit)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE_INTERVAL));
    Ok(events.into_response())
}

fn follow(job: Arc<Job>, permit: StreamPermit) -> impl Stream<Item = Result<Event, Infallible>> {
    let mut changes = job.changes();
    changes.mark_changed();
    let watch = Watch::new(job);
    stream::unfold(Some((watch, changes, permit)), |going| async {
        let (watch, mut changes, permit) = going?;
        changes.changed().await.ok()?;
        let state = changes.borrow_and_update().clone();
        let event = event(&state, watch.0.began.elapsed());
        let going = (!state.is_over()).then_some((watch, changes, permit));
        Some((Ok(event), going))
    })
}

fn event(state: &JobOut, since: Duration) -> Event {
    let data = match (state.state, &state.result, &state.error) {
        ("done", Some(result), _) => return Event::default().event("done").data(result.get()),
        ("failed", _, Some(error)) => serde_json::to_string(error),
        ("running", _, _) => serde_json::to_string(&ProgressOut {
            stage: state.stage.clone(),
            done: state.done,
            total: state.total,
            seconds: since.as_secs_f64(),
        }),
        _ => Ok("{}".to_owned()),
    };
    let name = match state.state {
        "running" => "progress",
        other => other,
    };
    Event::default().event(name).data(data.unwrap_or_default())
}
