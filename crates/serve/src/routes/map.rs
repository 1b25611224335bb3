//! Map: the results of many positions as a picture.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::Uri;
use kibitz_game::{Axes, RunContext};
use kibitz_query::Session;

use crate::api_error::{ApiError, ErrorResponse};
use crate::query::Query;
use crate::responses::CachedResponse;
use crate::state::Shared;

/// The cells of the map, one byte each.
#[utoipa::path(
    operation_id = "map",
    tag = "v1",
    get,
    path = "/api/v1/games/{game}/map",
    params(
        ("game" = String, Path, description = "name or alias of a built-in game, or name of a rule file"),
        ("set" = Option<Vec<String>>, Query, description = "NAME=VALUE, once for each parameter")
    ),
    responses(
        (status = 200, description = "one byte per cell, row by row: 0 no position, 1 loss, 2 draw, 3 win", body = Vec<u8>, content_type = "application/octet-stream"),
        (status = "default", description = "error", body = ErrorResponse)
    )
)]
pub(crate) async fn cells(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
) -> Result<CachedResponse, ApiError> {
    let find = async {
        let selected = shared
            .select_game(&game, Query::parse(uri.query(), &[])?.set)
            .await?;
        let ask = |game: &Session, context: &RunContext| game.map(context);
        Ok(CachedResponse::octets(
            shared.run(&selected, ask).await?.cells,
        ))
    };
    shared.responses.get_or_compute(&uri, find).await
}

/// The distances of the cells of the map.
#[utoipa::path(
    operation_id = "map_distances",
    tag = "v1",
    get,
    path = "/api/v1/games/{game}/map/distances",
    params(
        ("game" = String, Path, description = "name or alias of a built-in game, or name of a rule file"),
        ("set" = Option<Vec<String>>, Query, description = "NAME=VALUE, once for each parameter")
    ),
    responses(
        (status = 200, description = "two bytes per cell, the lower one first, row by row: the plies to the end; 65535 for a draw, no position, or an unknown distance", body = Vec<u8>, content_type = "application/octet-stream"),
        (status = "default", description = "error", body = ErrorResponse)
    )
)]
pub(crate) async fn distances(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
) -> Result<CachedResponse, ApiError> {
    let find = async {
        let selected = shared
            .select_game(&game, Query::parse(uri.query(), &[])?.set)
            .await?;
        let ask = |game: &Session, context: &RunContext| game.map_distances(context);
        let plies = shared.run(&selected, ask).await?;
        Ok(CachedResponse::octets(
            plies.iter().flat_map(|plies| plies.to_le_bytes()).collect(),
        ))
    };
    shared.responses.get_or_compute(&uri, find).await
}

/// Labels and ranges of the rows and columns.
#[utoipa::path(
    operation_id = "map_axes",
    tag = "v1",
    get,
    path = "/api/v1/games/{game}/map/axes",
    params(
        ("game" = String, Path, description = "name or alias of a built-in game, or name of a rule file"),
        ("set" = Option<Vec<String>>, Query, description = "NAME=VALUE, once for each parameter")
    ),
    responses(
        (status = 200, description = "labels and ranges of the rows and columns", body = Axes),
        (status = "default", description = "error", body = ErrorResponse)
    )
)]
pub(crate) async fn axes(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
) -> Result<CachedResponse, ApiError> {
    let find = async {
        let selected = shared
            .select_game(&game, Query::parse(uri.query(), &[])?.set)
            .await?;
        let ask = |game: &Session, _: &RunContext| game.axes();
        CachedResponse::json(&shared.run(&selected, ask).await?)
    };
    shared.responses.get_or_compute(&uri, find).await
}
