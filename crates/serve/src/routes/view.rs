//! A position and its moves, without solving the game.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::Uri;
use kibitz_game::{RunContext, View, Wdl};
use kibitz_query::{QueryError, Session, SetOut};
use serde::Serialize;
use utoipa::ToSchema;

use super::position::max_moves;
use super::step::MadeOut;
use crate::api_error::{ApiError, ErrorResponse};
use crate::responses::CachedResponse;
use crate::state::Shared;

/// A position and its moves. The fields have the same names and meanings as in the analysis.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ViewOut {
    /// The game's name in the catalogue.
    game: String,
    /// Its parameters.
    set: SetOut,
    /// The position in kibitz's notation.
    position: String,
    /// The player to move, if positions name the players.
    mover: Option<String>,
    /// The moves in the order of the rules.
    moves: Vec<MadeOut>,
    /// The number of moves, listed or not.
    move_count: u64,
    /// Description of the position for drawing.
    view: View,
    /// If the game is over, the result for the player who would move.
    result: Option<&'static str>,
    /// If the game is over, in score play: what the end gives that player.
    #[serde(skip_serializing_if = "Option::is_none")]
    final_score: Option<i64>,
    /// Whether the game has a map with these parameters.
    has_map: bool,
}

/// A position and its moves, without their values. Answers at once, however long the game takes
/// to solve.
#[utoipa::path(
    operation_id = "view",
    tag = "v1",
    get,
    path = "/api/v1/games/{game}/view",
    params(
        ("game" = String, Path, description = "name or alias of a built-in game, or name of a rule file"),
        ("p" = Option<String>, Query, description = "the position; the default position if absent"),
        ("set" = Option<Vec<String>>, Query, description = "NAME=VALUE, once for each parameter")
    ),
    responses(
        (status = 200, description = "the position and its moves", body = ViewOut),
        (status = "default", description = "error", body = ErrorResponse)
    )
)]
pub(crate) async fn get(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
) -> Result<CachedResponse, ApiError> {
    super::about_position(&shared, &game, &uri, look).await
}

fn look(game: &Session, position: &str, _: &RunContext) -> Result<ViewOut, QueryError> {
    let info = game.inspect(position, max_moves(position))?;
    Ok(ViewOut {
        game: game.info().name.to_owned(),
        set: game.settings(),
        view: game.view(position)?,
        position: info.position,
        mover: info.mover,
        moves: info.moves.into_iter().map(MadeOut::from).collect(),
        move_count: info.move_count,
        result: info.result.map(Wdl::name),
        final_score: info.final_score,
        has_map: game.axes().is_ok(),
    })
}
