//! What can be asked, one file for each subject.

mod cases;
mod games;
mod judge;
mod line;
mod map;
mod position;
mod puzzle;
mod stats;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};

use crate::answers::Answer;
use crate::openapi::Api;
use crate::page;
use crate::refusal::Refusal;
use crate::state::Shared;

/// Bytes of a body, except contest input.
const BODY: usize = 64 << 10;

/// Every route, with what it shares.
pub(crate) fn all(shared: Arc<Shared>) -> Router {
    let under = |route: &str| format!("/api/v1/games/{{game}}{route}");
    Router::new()
        .route("/api/v1/games", get(games::get))
        .route("/api/v1/openapi.json", get(openapi))
        .route(&under("/position"), get(position::get))
        .route(&under("/line"), get(line::get))
        .route(&under("/drawn"), get(puzzle::drawn))
        .route(&under("/puzzle"), get(puzzle::get))
        .route(&under("/stats"), get(stats::get))
        .route(&under("/map"), get(map::cells))
        .route(&under("/map/axes"), get(map::axes))
        .route(&under("/judge"), post(judge::post))
        .route(&under("/case"), post(cases::post))
        .route("/api", any(no_such_route))
        .route("/api/{*rest}", any(no_such_route))
        .fallback(get(page::file))
        .method_not_allowed_fallback(no_such_method)
        .layer(DefaultBodyLimit::max(BODY))
        .with_state(shared)
}

async fn openapi() -> Result<Answer, Refusal> {
    use utoipa::OpenApi;
    Answer::json(&Api::openapi())
}

async fn no_such_route(uri: Uri) -> Response {
    let message = format!("there is nothing at {}", uri.path());
    Refusal::new(StatusCode::NOT_FOUND, "no_such_route", message)
        .help("/api/v1/openapi.json says what there is")
        .into_response()
}

async fn no_such_method(uri: Uri) -> Response {
    let message = format!("{} cannot be asked for in this way", uri.path());
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method", message).into_response()
}
