//! Principal variation, with a view of each position.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::Uri;
use kibitz_query::{Playthrough, Session};

use crate::api_error::{ApiError, ErrorResponse};
use crate::responses::CachedResponse;
use crate::state::Shared;

/// Principal variation: optimal play by both players.
#[utoipa::path(
    operation_id = "line",
    tag = "v1",
    get,
    path = "/api/v1/games/{game}/line",
    params(
        ("game" = String, Path, description = "name or alias of a built-in game, or name of a rule file"),
        ("p" = Option<String>, Query, description = "the position; the default position if absent"),
        ("set" = Option<Vec<String>>, Query, description = "NAME=VALUE, once for each parameter")
    ),
    responses(
        (status = 200, description = "the principal variation", body = Playthrough),
        (status = "default", description = "error", body = ErrorResponse)
    )
)]
pub(crate) async fn get(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
) -> Result<CachedResponse, ApiError> {
    super::about_position(&shared, &game, &uri, Session::demo).await
}
