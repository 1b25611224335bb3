//! The outcomes of many positions on one picture.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::Uri;
use kibitz_game::{Axes, Watch};
use kibitz_query::Session;

use crate::answers::Answer;
use crate::query::Query;
use crate::refusal::{Refusal, RefusalOut};
use crate::state::Shared;

/// One byte for each cell.
#[utoipa::path(
    operation_id = "map",
    tag = "v1",
    get,
    path = "/api/v1/games/{game}/map",
    params(
        ("game" = String, Path, description = "a name or alias of the catalogue"),
        ("set" = Option<Vec<String>>, Query, description = "NAME=VALUE, once for each parameter")
    ),
    responses(
        (status = 200, description = "row by row a byte for each cell: 0 no position, 1 loss, 2 draw, 3 win", body = Vec<u8>, content_type = "application/octet-stream"),
        (status = "default", description = "no answer, and why", body = RefusalOut)
    )
)]
pub(crate) async fn cells(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
) -> Result<Answer, Refusal> {
    let find = async {
        let chosen = shared
            .choose(&game, Query::parse(uri.query(), &[])?.set)
            .await?;
        let ask = |game: &Session, watch: &Watch| game.map(watch);
        Ok(Answer::octets(shared.ask(&chosen, ask).await?.cells))
    };
    shared.answers.of(&uri, find).await
}

/// What the rows and columns are.
#[utoipa::path(
    operation_id = "map_axes",
    tag = "v1",
    get,
    path = "/api/v1/games/{game}/map/axes",
    params(
        ("game" = String, Path, description = "a name or alias of the catalogue"),
        ("set" = Option<Vec<String>>, Query, description = "NAME=VALUE, once for each parameter")
    ),
    responses(
        (status = 200, description = "what the rows and columns are", body = Axes),
        (status = "default", description = "no answer, and why", body = RefusalOut)
    )
)]
pub(crate) async fn axes(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
) -> Result<Answer, Refusal> {
    let find = async {
        let chosen = shared
            .choose(&game, Query::parse(uri.query(), &[])?.set)
            .await?;
        let ask = |game: &Session, _: &Watch| game.axes();
        Answer::json(&shared.ask(&chosen, ask).await?)
    };
    shared.answers.of(&uri, find).await
}
