//! Contest input in, contest answers out.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, Uri, header};
use axum::response::Response;
use bytes::Bytes;
use kibitz_game::contest::Input;

use crate::query::Query;
use crate::refusal::Refusal;
use crate::sessions::Chosen;
use crate::state::Shared;

pub(crate) async fn post(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
    body: Bytes,
) -> Result<Response, Refusal> {
    let query = Query::parse(uri.query(), &[])?;
    let chosen = Chosen::new(&game, query.set)?;
    let judged = shared.judges.run(shared.judge_time, move |watch| {
        let game = chosen.open()?;
        let mut out = Vec::new();
        let judged = game.judge(&mut Input::new("input", &*body), &mut out, watch);
        match judged {
            Ok(_) => Ok(out),
            Err(e) => {
                let mut refusal = Refusal::from(e);
                refusal.error.answers = Some(String::from_utf8_lossy(&out).into_owned());
                Err(refusal)
            }
        }
    });
    let mut response = Response::new(Body::from(judged.await??));
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    Ok(response)
}
