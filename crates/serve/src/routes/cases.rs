//! The position that a case of contest input asks about.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::Uri;
use kibitz_game::RunContext;
use kibitz_game::contest::Input;
use kibitz_query::Session;
use serde::Serialize;
use utoipa::ToSchema;

use super::body::Body;
use crate::api_error::{ApiError, ErrorResponse};
use crate::query::Query;
use crate::responses::CachedResponse;
use crate::state::Shared;

/// The query of a contest case.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CaseOut {
    /// The position.
    position: String,
    /// The player to move, if the input says so and the position does not.
    mover: Option<&'static str>,
    /// The parameters that come with the case.
    set: BTreeMap<String, String>,
}

/// The position that a case asks about.
#[utoipa::path(
    operation_id = "case",
    tag = "v1",
    post,
    path = "/api/v1/games/{game}/case",
    params(
        ("game" = String, Path, description = "name or alias of a built-in game, or name of a rule file"),
        ("set" = Option<Vec<String>>, Query, description = "NAME=VALUE, once for each parameter"),
        ("number" = Option<u64>, Query, description = "which case, from 1")
    ),
    request_body(
        content = String,
        content_type = "text/plain",
        description = "contest input, at most 64 KiB"
    ),
    responses(
        (status = 200, description = "the position and parameters of the case", body = CaseOut),
        (status = "default", description = "error", body = ErrorResponse)
    )
)]
pub(crate) async fn post(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
    Body(body): Body,
) -> Result<CachedResponse, ApiError> {
    let query = Query::parse(uri.query(), &["number"])?;
    let number = query.number("number", u64::MAX)?.unwrap_or(1).max(1);
    let selected = shared.select_game(&game, query.set).await?;
    let ask =
        move |game: &Session, _: &RunContext| game.case(&mut Input::new("input", &*body), number);
    let case = shared.run(&selected, ask).await?;
    CachedResponse::json(&CaseOut {
        position: case.position,
        mover: case.mover,
        set: case.set.into_iter().collect(),
    })
}
