//! Contest input in, contest answers out, by the same code as `kibitz judge`.
//!
//! Input and answers pass through short queues to and from the judge's thread,
//! so memory use does not grow with the input; back-pressure stops judging
//! while the client does not read. Waiting counts towards the judge's time
//! limit.

use std::io;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, Uri, header};
use axum::response::Response;
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use kibitz_game::contest::{Input, InputError};
use kibitz_game::{RunContext, StopReason};
use kibitz_query::{ContestError, QueryError};
use tokio::sync::mpsc;

use super::body::{BodyReader, limit_error, too_large};
use super::queue::{QueueReader, QueueWriter};
use crate::api_error::{ApiError, ErrorResponse, stopped};
use crate::query::Query;
use crate::state::Shared;
use crate::work::{Lane, Running};

/// Maximum size of contest input in bytes.
pub(crate) const MAX_INPUT: usize = 64 << 20;
/// Answers up to this size are buffered until the judge is done, so that
/// invalid input can be reported by the status code; longer ones are streamed.
/// Judging starts once this much input has arrived.
const MAX_BUFFERED: usize = 64 << 10;
/// Capacity of the input and output queues in chunks.
const QUEUE_LEN: usize = 4;
/// Memory per byte of input that the cases may take: a digit and a space become
/// eight bytes, in a vector with spare capacity of the same size.
const MEMORY_PER_BYTE: usize = 8;

type Judged = Result<u64, QueryError>;

/// Contest answers to contest input.
#[utoipa::path(
    operation_id = "judge",
    tag = "v1",
    post,
    path = "/api/v1/games/{game}/judge",
    params(
        ("game" = String, Path, description = "name or alias of a built-in game, or name of a rule file"),
        ("set" = Option<Vec<String>>, Query, description = "NAME=VALUE, once for each parameter")
    ),
    request_body(
        content = String,
        content_type = "text/plain",
        description = "contest input, at most 64 MiB"
    ),
    responses(
        (status = 200, description = "contest answers; truncated if they exceed 64 KiB and a later case is invalid", body = String, content_type = "text/plain"),
        (status = "default", description = "error", body = ErrorResponse)
    )
)]
pub(crate) async fn post(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
    request: Request,
) -> Result<Response, ApiError> {
    let query = Query::parse(uri.query(), &[])?;
    let selected = shared.select_game(&game, query.set).await?;
    let length = content_length(&request)?;
    let (body, times) = (
        request.into_body(),
        [shared.idle_timeout, shared.input_time],
    );
    let mut reader = BodyReader::new(body, MAX_INPUT, times);
    // Buffered before taking a slot, so that slow clients do not occupy judges.
    let first = reader.read_until(MAX_BUFFERED).await;
    let permit = shared
        .judges
        .permit(shared.idle_timeout, Lane::Long)
        .await?;
    let context = shared.context(shared.judge_time);
    // The judge reserves memory for the input that it holds; if the budget may
    // be too small for that, idle games are closed.
    let limit = (length.unwrap_or(MAX_INPUT) * MEMORY_PER_BYTE) as u64;
    if context.reserve("contest input", limit).is_err() {
        shared.sessions.close_idle();
    }
    let (feed, source) = mpsc::channel(QUEUE_LEN);
    let (sink, answers) = mpsc::channel(QUEUE_LEN);
    tokio::spawn(forward_body(reader, first, feed));
    let judge = move |context: &RunContext| {
        let mut input = Input::new("input", QueueReader::new(source, context));
        let mut answers = QueueWriter::new(sink, context);
        selected.open()?.judge(&mut input, &mut answers, context)
    };
    answer(answers, permit.start(context, judge)).await
}

/// The length of the body, if the request states it.
fn content_length(request: &Request) -> Result<Option<usize>, ApiError> {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
    match length {
        Some(length) if length > MAX_INPUT => Err(too_large(MAX_INPUT)),
        length => Ok(length),
    }
}

/// Forwards the body to the judge, beginning with what has been read already.
async fn forward_body(
    mut reader: BodyReader,
    (first, end): (Vec<u8>, io::Result<()>),
    feed: mpsc::Sender<io::Result<Bytes>>,
) {
    let mut chunk = Some(Ok(Bytes::from(first)));
    let mut failed = end.err();
    while let Some(next) = chunk {
        let is_over = next.is_err();
        if feed.send(next).await.is_err() || is_over {
            return;
        }
        chunk = match failed.take() {
            Some(error) => Some(Err(error)),
            None => reader.next().await,
        };
    }
}

/// The complete response, or its beginning followed by a stream.
async fn answer(
    mut answers: mpsc::Receiver<Bytes>,
    mut running: Running<Judged>,
) -> Result<Response, ApiError> {
    let mut head = Vec::new();
    while head.len() <= MAX_BUFFERED {
        match answers.recv().await {
            Some(chunk) => head.extend_from_slice(&chunk),
            None => {
                return match running.finish().await? {
                    Ok(_) => Ok(plain(Body::from(head))),
                    Err(problem) => Err(error_with_answers(&problem, &head)),
                };
            }
        }
    }
    let first = stream::once(async { Ok(Bytes::from(head)) });
    let rest = stream::unfold(Some((answers, running)), |going| async {
        let (mut answers, mut running) = going?;
        if let Some(chunk) = answers.recv().await {
            return Some((Ok(chunk), Some((answers, running))));
        }
        // The status has been sent, so the response can only be aborted.
        match running.finish().await {
            Ok(Ok(_)) => None,
            _ => Some((Err(io::Error::other("judging failed")), None)),
        }
    });
    Ok(plain(Body::from_stream(first.chain(rest))))
}

/// The error, with the answers before it.
fn error_with_answers(problem: &QueryError, answers: &[u8]) -> ApiError {
    let mut error_out = match problem {
        QueryError::Contest(ContestError::Input(InputError::Io { error, .. })) => {
            limit_error(error, MAX_INPUT)
                .or_else(|| stop_of(error))
                .unwrap_or_else(|| ApiError::from(problem))
        }
        QueryError::Output(error) => stop_of(error).unwrap_or_else(|| ApiError::from(problem)),
        _ => ApiError::from(problem),
    };
    error_out.body.answers = Some(String::from_utf8_lossy(answers).into_owned());
    error_out
}

/// The reason why a thread stopped waiting for a queue.
fn stop_of(error: &io::Error) -> Option<ApiError> {
    let stop = error.get_ref()?.downcast_ref::<StopReason>()?;
    Some(stopped(stop))
}

fn plain(body: Body) -> Response {
    let mut response = Response::new(body);
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, plain);
    response
}
