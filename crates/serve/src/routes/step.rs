//! One move, by its name: also where there are more moves than an answer lists.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri};
use kibitz_game::{Turn, Watch};
use kibitz_query::{MoveError, Session, StepOut};
use serde::Serialize;
use utoipa::ToSchema;

use crate::answers::Answer;
use crate::query::Query;
use crate::refusal::{Refusal, RefusalOut};
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
}

/// Makes a move.
#[utoipa::path(
    operation_id = "step",
    tag = "v1",
    get,
    path = "/api/v1/games/{game}/step",
    params(
        ("game" = String, Path, description = "a name or alias of the catalogue"),
        ("p" = Option<String>, Query, description = "the position; the one that is shown if absent"),
        ("by" = String, Query, description = "the move: its name in any case and with any spaces, or the beginning of only one name"),
        ("set" = Option<Vec<String>>, Query, description = "NAME=VALUE, once for each parameter")
    ),
    responses(
        (status = 200, description = "the move and the position after it", body = MadeOut),
        (status = "default", description = "no answer, and why", body = RefusalOut)
    )
)]
pub(crate) async fn get(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
) -> Result<Answer, Refusal> {
    let find = async {
        let query = Query::parse(uri.query(), &["p", "by"])?;
        let position = query.text("p").map(str::to_owned);
        let by = query.text("by").map(str::to_owned);
        let by = by.ok_or_else(|| Refusal::query("`by` is missing: which move?"))?;
        let chosen = shared.choose(&game, query.set).await?;
        let ask = move |game: &Session, _: &Watch| {
            let position = position.clone().unwrap_or_else(|| game.shown());
            match game.step(&position, &by) {
                Err(MoveError::Query(problem)) => Err(problem),
                made => Ok(made),
            }
        };
        let StepOut { by, position, turn } = shared.ask(&chosen, ask).await??;
        let again = turn == Turn::Again;
        Answer::json(&MadeOut {
            by,
            position,
            again,
        })
    };
    shared.answers.of(&uri, find).await
}

impl From<MoveError> for Refusal {
    fn from(problem: MoveError) -> Refusal {
        let refusal = Refusal::new(StatusCode::BAD_REQUEST, "move", problem.to_string());
        match problem {
            MoveError::Query(problem) => Refusal::from(problem),
            MoveError::Unknown {
                near: Some(near), ..
            } => refusal.help(format!("did you mean `{near}`?")),
            MoveError::Ambiguous { meant, .. } => {
                refusal.help(format!("for example {}", meant.join(", ")))
            }
            MoveError::Unknown { near: None, .. } | MoveError::TooMany { .. } | MoveError::Over => {
                refusal
            }
        }
    }
}
