//! One move, given by name; works even if the game has more moves than an
//! analysis lists.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri};
use kibitz_game::{Places, RunContext, Turn};
use kibitz_query::{MoveError, Session, StepOut};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api_error::{ApiError, ErrorResponse};
use crate::query::Query;
use crate::responses::CachedResponse;
use crate::state::Shared;

/// A move that was made.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MadeOut {
    /// Its name.
    #[serde(rename = "move")]
    by: String,
    /// The position after it.
    position: String,
    /// Whether the same player moves again.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    again: bool,
    /// The points of the move, in score play.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<i64>,
    /// What it touches on the picture of the position before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    places: Option<Places>,
}

/// Makes a move.
#[utoipa::path(
    operation_id = "step",
    tag = "v1",
    get,
    path = "/api/v1/games/{game}/step",
    params(
        ("game" = String, Path, description = "name or alias of a built-in game, or name of a rule file"),
        ("p" = Option<String>, Query, description = "the position; the default position if absent"),
        ("by" = String, Query, description = "the move: its name, ignoring case and spaces, or an unambiguous prefix"),
        ("set" = Option<Vec<String>>, Query, description = "NAME=VALUE, once for each parameter")
    ),
    responses(
        (status = 200, description = "the move and the position after it", body = MadeOut),
        (status = "default", description = "error", body = ErrorResponse)
    )
)]
pub(crate) async fn get(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
) -> Result<CachedResponse, ApiError> {
    let find = async {
        let query = Query::parse(uri.query(), &["p", "by"])?;
        let position = query.text("p").map(str::to_owned);
        let by = query.text("by").map(str::to_owned);
        let by = by.ok_or_else(|| ApiError::query("query parameter `by` (the move) is missing"))?;
        let selected = shared.select_game(&game, query.set).await?;
        let ask = move |game: &Session, _: &RunContext| {
            let position = position.clone().unwrap_or_else(|| game.default_position());
            match game.step(&position, &by) {
                Err(MoveError::Query(problem)) => Err(problem),
                made => Ok(made),
            }
        };
        let made: StepOut = shared.run(&selected, ask).await??;
        CachedResponse::json(&MadeOut::from(made))
    };
    shared.responses.get_or_compute(&uri, find).await
}

impl From<StepOut> for MadeOut {
    fn from(made: StepOut) -> MadeOut {
        MadeOut {
            by: made.by,
            position: made.position,
            again: made.turn == Turn::Same,
            points: (made.points != 0).then_some(made.points),
            places: made.places,
        }
    }
}

impl From<MoveError> for ApiError {
    fn from(problem: MoveError) -> ApiError {
        let error = ApiError::new(StatusCode::BAD_REQUEST, "move", problem.to_string());
        match problem {
            MoveError::Query(problem) => ApiError::from(problem),
            MoveError::Unknown {
                near: Some(near), ..
            } => error.help(format!("did you mean `{near}`?")),
            MoveError::Ambiguous { meant, .. } => {
                error.help(format!("for example {}", meant.join(", ")))
            }
            MoveError::Unknown { near: None, .. } | MoveError::TooMany { .. } | MoveError::Over => {
                error
            }
        }
    }
}
