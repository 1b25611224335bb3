//! Contest input in, contest answers out, by the same code as `kibitz judge`.
//!
//! The input goes through a short queue to the judge on its thread, and the
//! answers through another one back, so that a long input needs no memory: a
//! client that does not read the answers is not judged any further. Either
//! waits no longer than the judge's time.

use std::io;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, Uri, header};
use axum::response::Response;
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use kibitz_game::contest::{Input, InputError};
use kibitz_game::{Stop, Watch};
use kibitz_query::QueryError;
use tokio::sync::mpsc;

use super::body::{Arriving, refused, too_large};
use super::queue::{QueueReader, QueueWriter};
use crate::query::Query;
use crate::refusal::{Refusal, RefusalOut, stopped};
use crate::state::Shared;
use crate::work::{Lane, Running};

/// Bytes of contest input.
pub(crate) const MOST_INPUT: usize = 64 << 20;
/// Answers up to so many bytes are sent when the judge is done, so that bad
/// input can be told by the status; longer ones are sent as they come. And so
/// much of the input must have come before it is judged.
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
    let (body, times) = (request.into_body(), [shared.patience, shared.input_time]);
    let mut arriving = Arriving::new(body, MOST_INPUT, times);
    // Slow clients keep no others from a judge.
    let first = arriving.gather(MOST_HELD).await;
    let permit = shared.judges.permit(shared.patience, Lane::Long).await?;
    let watch = shared.watch(shared.judge_time);
    // The judge claims what it holds of the input; if there might be too little
    // for that, games that nobody asks make room.
    let most = (length.unwrap_or(MOST_INPUT) * MEMORY) as u64;
    if watch.claim("contest input", most).is_err() {
        shared.sessions.close_idle();
    }
    let (feed, source) = mpsc::channel(QUEUE);
    let (sink, answers) = mpsc::channel(QUEUE);
    tokio::spawn(pass_on(arriving, first, feed));
    let judge = move |watch: &Watch| {
        let mut input = Input::new("input", QueueReader::new(source, watch));
        let mut answers = QueueWriter::new(sink, watch);
        chosen.open()?.judge(&mut input, &mut answers, watch)
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

/// Passes the body on to the judge, first what has come of it.
async fn pass_on(
    mut arriving: Arriving,
    (first, end): (Vec<u8>, io::Result<()>),
    feed: mpsc::Sender<io::Result<Bytes>>,
) {
    let mut piece = Some(Ok(Bytes::from(first)));
    let mut failed = end.err();
    while let Some(next) = piece {
        let is_over = next.is_err();
        if feed.send(next).await.is_err() || is_over {
            return;
        }
        piece = match failed.take() {
            Some(error) => Some(Err(error)),
            None => arriving.next().await,
        };
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
        QueryError::Input(InputError::Io { error, .. }) => refused(error, MOST_INPUT)
            .or_else(|| stop_of(error))
            .unwrap_or_else(|| Refusal::from(problem)),
        QueryError::Output(error) => stop_of(error).unwrap_or_else(|| Refusal::from(problem)),
        _ => Refusal::from(problem),
    };
    refusal.error.answers = Some(String::from_utf8_lossy(answers).into_owned());
    refusal
}

/// Why a thread that waited for a queue gave up.
fn stop_of(error: &io::Error) -> Option<Refusal> {
    let stop = error.get_ref()?.downcast_ref::<Stop>()?;
    Some(stopped(stop))
}

fn plain(body: Body) -> Response {
    let mut response = Response::new(body);
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, plain);
    response
}
