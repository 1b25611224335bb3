//! The routes of the API, one file per subject.

mod body;
pub(crate) mod cases;
pub(crate) mod games;
pub(crate) mod guess;
pub(crate) mod jobs;
pub(crate) mod judge;
pub(crate) mod line;
pub(crate) mod map;
pub(crate) mod position;
pub(crate) mod puzzle;
mod queue;
pub(crate) mod rules;
pub(crate) mod stats;
pub(crate) mod step;
pub(crate) mod view;

use std::any::Any;
use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use kibitz_game::RunContext;
use kibitz_query::{QueryError, Session};
use serde::Serialize;

use tower_http::catch_panic::CatchPanicLayer;

use crate::api_error::ApiError;
use crate::openapi::Api;
use crate::page;
use crate::query::Query;
use crate::responses::CachedResponse;
use crate::state::Shared;

/// The response of a route whose only parameter is a position, `p`, by default the default one.
async fn about_position<T: Serialize + Send + 'static>(
    shared: &Shared,
    game: &str,
    uri: &Uri,
    ask: fn(&Session, &str, &RunContext) -> Result<T, QueryError>,
) -> Result<CachedResponse, ApiError> {
    let find = async {
        let query = Query::parse(uri.query(), &["p"])?;
        let position = query.text("p").map(str::to_owned);
        let selected = shared.select_game(game, query.set).await?;
        let ask = move |game: &Session, context: &RunContext| match &position {
            Some(position) => ask(game, position, context),
            None => ask(game, &game.default_position(), context),
        };
        CachedResponse::json(&shared.run(&selected, ask).await?)
    };
    shared.responses.get_or_compute(uri, find).await
}

/// All routes, with the shared state.
pub(crate) fn all(shared: Arc<Shared>) -> Router {
    let under = |route: &str| format!("/api/v1/games/{{game}}{route}");
    Router::new()
        .route("/api/v1/games", get(games::get))
        .route("/api/v1/openapi.json", get(openapi))
        .route(&under("/position"), get(position::get))
        .route(&under("/view"), get(view::get))
        .route(&under("/line"), get(line::get))
        .route(&under("/step"), get(step::get))
        .route(&under("/drawn"), get(puzzle::drawn))
        .route(&under("/puzzle"), get(puzzle::get))
        .route(&under("/stats"), get(stats::get))
        .route(&under("/guess"), get(guess::get))
        .route(&under("/map"), get(map::cells))
        .route(&under("/map/axes"), get(map::axes))
        .route(&under("/map/distances"), get(map::distances))
        .route(&under("/judge"), post(judge::post))
        .route(&under("/case"), post(cases::post))
        .route("/api/v1/rules", post(rules::post))
        .route("/api/v1/rules/examples", get(rules::examples))
        .route("/api/v1/jobs", post(jobs::post))
        .route("/api/v1/jobs/{id}", get(jobs::get).delete(jobs::delete))
        .route("/api/v1/jobs/{id}/events", get(jobs::events))
        .route("/api", any(no_such_route))
        .route("/api/{*rest}", any(no_such_route))
        .fallback(page)
        .method_not_allowed_fallback(no_such_method)
        .layer(CatchPanicLayer::custom(panicked))
        .with_state(shared)
}

async fn openapi() -> Result<CachedResponse, ApiError> {
    use utoipa::OpenApi;
    CachedResponse::json(&Api::openapi())
}

/// Any other path is a file of the page.
async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    match method {
        Method::GET | Method::HEAD => page::file(&uri, &headers),
        _ => no_such_method(uri).await,
    }
}

async fn no_such_route(uri: Uri) -> Response {
    let message = format!("no such route: {}", uri.path());
    ApiError::new(StatusCode::NOT_FOUND, "no_such_route", message)
        .help("see /api/v1/openapi.json")
        .into_response()
}

async fn no_such_method(uri: Uri) -> Response {
    let message = format!("method not allowed for {}", uri.path());
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method", message).into_response()
}

/// A panic in a handler must not close the connection.
fn panicked(_: Box<dyn Any + Send>) -> Response {
    ApiError::failed("internal error").into_response()
}
