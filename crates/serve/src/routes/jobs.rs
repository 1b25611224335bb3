//! Long work.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use kibitz_game::Watch;
use kibitz_query::{Limits, QueryError, Session};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use utoipa::ToSchema;

use super::body::Body;
use super::position;
use crate::answers::Answer;
use crate::host::Ends;
use crate::jobs::{self, Job, JobOut, Task};
use crate::refusal::{Refusal, RefusalOut};
use crate::state::Shared;
use crate::streams::Ticket;

/// Something that may take long.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct JobIn {
    /// What is asked.
    kind: JobKind,
    /// The game's name or alias.
    game: String,
    /// Its parameters.
    #[serde(default)]
    set: BTreeMap<String, String>,
    /// The position; the one that is shown if absent.
    #[serde(default)]
    position: Option<String>,
}

/// What a job asks.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum JobKind {
    /// All positions, counted by value.
    Stats,
    /// Everything about one position.
    Position,
}

/// A job that has begun.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct JobBegun {
    /// Its name.
    id: String,
}

/// How far a job is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProgressOut {
    /// What is being done.
    stage: Option<String>,
    /// How much of it is done.
    done: Option<u64>,
    /// How much there is to do, where that is known.
    total: Option<u64>,
    /// For how long.
    seconds: f64,
}

/// Begins a job.
#[utoipa::path(
    operation_id = "begin_job",
    tag = "v1",
    post,
    path = "/api/v1/jobs",
    request_body = JobIn,
    responses(
        (status = 201, description = "the job has begun", body = JobBegun),
        (status = "default", description = "no answer, and why", body = RefusalOut)
    )
)]
pub(crate) async fn post(
    State(shared): State<Arc<Shared>>,
    Body(body): Body,
) -> Result<Response, Refusal> {
    let wanted: JobIn = serde_json::from_slice(&body)
        .map_err(|e| Refusal::query(format!("the body is no job: {e}")))?;
    let chosen = shared
        .choose(&wanted.game, wanted.set.into_iter().collect())
        .await?;
    let job = jobs::begin(&shared, chosen, task(wanted.kind, wanted.position))?;
    let begun = Answer::json(&JobBegun { id: job.now().id })?;
    Ok((StatusCode::CREATED, begun).into_response())
}

fn task(kind: JobKind, position: Option<String>) -> Task {
    Arc::new(move |game: &Session, watch: &Watch| {
        let position = position.clone().unwrap_or_else(|| game.shown());
        match kind {
            JobKind::Stats => raw(&game.stats(&position, watch)?),
            JobKind::Position => {
                let limits = Limits {
                    line: 0,
                    ..Limits::default()
                };
                raw(&position::tell(game, &position, limits, watch)?)
            }
        }
    })
}

fn raw(result: &impl Serialize) -> Result<Box<RawValue>, QueryError> {
    to_raw_value(result).map_err(|e| QueryError::Output(e.into()))
}

/// How a job is.
#[utoipa::path(
    operation_id = "job",
    tag = "v1",
    get,
    path = "/api/v1/jobs/{id}",
    params(
        ("id" = String, Path, description = "the job")
    ),
    responses(
        (status = 200, description = "how the job is", body = JobOut),
        (status = "default", description = "no answer, and why", body = RefusalOut)
    )
)]
pub(crate) async fn get(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
) -> Result<Answer, Refusal> {
    Answer::json(&shared.jobs.find(&id)?.now())
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
        (status = 204, description = "the job is cancelled, or forgotten if it had ended"),
        (status = "default", description = "no answer, and why", body = RefusalOut)
    )
)]
pub(crate) async fn delete(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Refusal> {
    shared.jobs.remove(&id)?;
    Ok(StatusCode::NO_CONTENT)
}

/// How a job goes on, until it ends.
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
        (status = "default", description = "no answer, and why", body = RefusalOut)
    )
)]
pub(crate) async fn events(
    State(shared): State<Arc<Shared>>,
    Extension(ends): Extension<Ends>,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    const QUIET: Duration = Duration::from_secs(5);
    let job = shared.jobs.find(&id)?;
    let ticket = shared.streams.admit(ends.peer.ip().to_canonical())?;
    let events = Sse::new(follow(job, ticket)).keep_alive(KeepAlive::new().interval(QUIET));
    Ok(events.into_response())
}

fn follow(job: Arc<Job>, ticket: Ticket) -> impl Stream<Item = Result<Event, Infallible>> {
    let mut changes = job.changes();
    changes.mark_changed();
    stream::unfold(Some((job, changes, ticket)), |going| async {
        let (job, mut changes, ticket) = going?;
        changes.changed().await.ok()?;
        let state = changes.borrow_and_update().clone();
        let event = event(&state, job.began.elapsed());
        let going = (!state.is_over()).then_some((job, changes, ticket));
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
