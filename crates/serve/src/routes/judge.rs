//! Contest input in, contest answers out, by the same code as `kibitz judge`.
//!
//! The input goes through a short queue to the judge on its thread, and the
//! answers through another one back, so that a long input needs no memory: who
//! does not read the answers is not judged any further.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, Uri, header};
use axum::response::Response;
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use kibitz_game::Watch;
use kibitz_game::contest::{Input, InputError};
use kibitz_query::QueryError;
use tokio::sync::mpsc;

use super::body::{too_large, too_slow};
use super::queue::{QueueReader, QueueWriter};
use crate::query::Query;
use crate::refusal::{Refusal, RefusalOut};
use crate::state::Shared;
use crate::work::Running;

/// Bytes of contest input.
pub(crate) const MOST_INPUT: usize = 64 << 20;
/// Answers up to so many bytes are sent when the judge is done, so that bad
/// input can be told by the status; longer ones are sent as they come.
const MOST_HELD: usize = 64 << 10;
/// Pieces of input or output that wait.
const QUEUE: usize = 4;
/// What the cases may take in memory for each byte of the input: a number
/// with the space after it becomes eight bytes, in a list with room for as
/// many again.
const MEMORY: usize = 8;

type Judged = Result<u64, QueryError>;

/// Contest answers to contest input.
#[utoipa::path(
    operation_id = "judge",
    tag = "v1",
    post,
    path = "/api/v1/games/{game}/judge",
    params(
        ("game" = String, Path, description = "a name or alias of the catalogue"),
        ("set" = Option<Vec<String>>, Query, description = "NAME=VALUE, once for each parameter")
    ),
    request_body(
        content = String,
        content_type = "text/plain",
        description = "contest input, at most 64 MiB"
    ),
    responses(
        (status = 200, description = "contest answers; cut off where they are longer than 64 KiB and a later case is bad", body = String, content_type = "text/plain"),
        (status = "default", description = "no answer, and why", body = RefusalOut)
    )
)]
pub(crate) async fn post(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
    request: Request,
) -> Result<Response, Refusal> {
    let query = Query::parse(uri.query(), &[])?;
    let chosen = shared.choose(&game, query.set).await?;
    let length = announced(&request)?;
    let permit = shared.judges.permit(shared.patience).await?;
    let watch = shared.watch(shared.judge_time);
    let memory = (length.unwrap_or(MOST_INPUT) * MEMORY) as u64;
    let memory = watch.claim("contest input", memory).or_else(|_| {
        shared.sessions.close_idle();
        watch.claim("contest input", memory)
    });
    let memory = memory.map_err(QueryError::from)?;
    let (feed, source) = mpsc::channel(QUEUE);
    let (sink, answers) = mpsc::channel(QUEUE);
    let body = request.into_body().into_data_stream();
    tokio::spawn(pass_on(body, feed, shared.patience));
    let judge = move |watch: &Watch| {
        let _memory = memory;
        let mut input = Input::new("input", QueueReader::new(source));
        chosen
            .open()?
            .judge(&mut input, &mut QueueWriter(sink), watch)
    };
    answer(answers, permit.start(watch, judge)).await
}

/// The length of the body, where the request says it.
fn announced(request: &Request) -> Result<Option<usize>, Refusal> {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
    match length {
        Some(length) if length > MOST_INPUT => Err(too_large(MOST_INPUT)),
        length => Ok(length),
    }
}

/// Passes the body on to the judge, as long as it comes in time.
async fn pass_on(
    mut body: BodyDataStream,
    feed: mpsc::Sender<io::Result<Bytes>>,
    patience: Duration,
) {
    let mut length = 0;
    loop {
        let piece = match tokio::time::timeout(patience, body.next()).await {
            Ok(None) => return,
            Ok(Some(Ok(piece))) => Ok(piece),
            Ok(Some(Err(e))) => Err(io::Error::other(e)),
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
        };
        length += piece.as_ref().map_or(0, Bytes::len);
        let piece = match piece {
            Ok(_) if length > MOST_INPUT => Err(io::ErrorKind::FileTooLarge.into()),
            piece => piece,
        };
        let is_over = piece.is_err();
        if feed.send(piece).await.is_err() || is_over {
            return;
        }
    }
}

/// The whole answer, or its beginning and the rest as it comes.
async fn answer(
    mut answers: mpsc::Receiver<Bytes>,
    mut running: Running<Judged>,
) -> Result<Response, Refusal> {
    let mut head = Vec::new();
    while head.len() <= MOST_HELD {
        match answers.recv().await {
            Some(piece) => head.extend_from_slice(&piece),
            None => {
                return match running.done().await? {
                    Ok(_) => Ok(plain(Body::from(head))),
                    Err(problem) => Err(refusal(&problem, &head)),
                };
            }
        }
    }
    let first = stream::once(async { Ok(Bytes::from(head)) });
    let rest = stream::unfold(Some((answers, running)), |going| async {
        let (mut answers, mut running) = going?;
        if let Some(piece) = answers.recv().await {
            return Some((Ok(piece), Some((answers, running))));
        }
        // The status has been sent: all that is left is to cut the answer off.
        match running.done().await {
            Ok(Ok(_)) => None,
            _ => Some((Err(io::Error::other("the judge has stopped")), None)),
        }
    });
    Ok(plain(Body::from_stream(first.chain(rest))))
}

/// What is wrong, with the answers before it.
fn refusal(problem: &QueryError, answers: &[u8]) -> Refusal {
    let mut refusal = match problem {
        QueryError::Input(InputError::Io { error, .. }) => match error.kind() {
            io::ErrorKind::FileTooLarge => too_large(MOST_INPUT),
            io::ErrorKind::TimedOut => too_slow(),
            _ => Refusal::from(problem),
        },
        _ => Refusal::from(problem),
    };
    refusal.error.answers = Some(String::from_utf8_lossy(answers).into_owned());
    refusal
}

fn plain(body: Body) -> Response {
    let mut response = Response::new(body);
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, plain);
    response
}
