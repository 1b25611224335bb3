//! The position that a case of contest input asks about.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::Uri;
use kibitz_game::Watch;
use kibitz_game::contest::Input;
use kibitz_query::Session;
use serde::Serialize;
use utoipa::ToSchema;

use super::body::Body;
use crate::answers::Answer;
use crate::query::Query;
use crate::refusal::{Refusal, RefusalOut};
use crate::state::Shared;

/// What a case asks.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CaseOut {
    /// The position.
    position: String,
    /// Who moves in it, where the input says so and the position does not.
    mover: Option<&'static str>,
    /// The parameters that come with the case.
    set: BTreeMap<&'static str, String>,
}

/// The position that a case asks about.
#[utoipa::path(
    operation_id = "case",
    tag = "v1",
    post,
    path = "/api/v1/games/{game}/case",
    params(
        ("game" = String, Path, description = "a name or alias of the catalogue"),
        ("set" = Option<Vec<String>>, Query, description = "NAME=VALUE, once for each parameter"),
        ("number" = Option<u64>, Query, description = "which case, from 1")
    ),
    request_body(
        content = String,
        content_type = "text/plain",
        description = "contest input, at most 64 KiB"
    ),
    responses(
        (status = 200, description = "what the case asks", body = CaseOut),
        (status = "default", description = "no answer, and why", body = RefusalOut)
    )
)]
pub(crate) async fn post(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
    Body(body): Body,
) -> Result<Answer, Refusal> {
    let query = Query::parse(uri.query(), &["number"])?;
    let number = query.number("number", u64::MAX)?.unwrap_or(1).max(1);
    let chosen = shared.choose(&game, query.set).await?;
    let ask = move |game: &Session, _: &Watch| game.case(&mut Input::new("input", &*body), number);
    let asked = shared.ask(&chosen, ask).await?;
    Answer::json(&CaseOut {
        position: asked.position,
        mover: asked.mover,
        set: asked.set.into_iter().collect(),
    })
}
