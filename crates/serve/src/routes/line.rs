//! Best play by both sides, in one answer.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::Uri;
use kibitz_game::Watch;
use kibitz_query::{Demo, Session};

use crate::answers::Answer;
use crate::query::Query;
use crate::refusal::{Refusal, RefusalOut};
use crate::state::Shared;

/// Best play by both sides.
#[utoipa::path(
    operation_id = "line",
    tag = "v1",
    get,
    path = "/api/v1/games/{game}/line",
    params(
        ("game" = String, Path, description = "a name or alias of the catalogue"),
        ("p" = Option<String>, Query, description = "the position; the one that is shown if absent"),
        ("set" = Option<Vec<String>>, Query, description = "NAME=VALUE, once for each parameter")
    ),
    responses(
        (status = 200, description = "best play by both sides", body = Demo),
        (status = "default", description = "no answer, and why", body = RefusalOut)
    )
)]
pub(crate) async fn get(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
) -> Result<Answer, Refusal> {
    let find = async {
        let query = Query::parse(uri.query(), &["p"])?;
        let position = query.text("p").map(str::to_owned);
        let chosen = shared.choose(&game, query.set).await?;
        let ask = move |game: &Session, watch: &Watch| {
            let position = position.clone().unwrap_or_else(|| game.shown());
            game.demo(&position, watch)
        };
        Answer::json(&shared.ask(&chosen, ask).await?)
    };
    shared.answers.of(&uri, find).await
}
