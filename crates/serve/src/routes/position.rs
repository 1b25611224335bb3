//! Analysis of one position.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::Uri;
use kibitz_game::{RunContext, View};
use kibitz_query::{Limits, QueryError, Session};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api_error::{ApiError, ErrorResponse};
use crate::query::Query;
use crate::responses::CachedResponse;
use crate::state::Shared;

/// Maximum number of listed moves.
const MAX_MOVES: u64 = 5000;
/// Approximate limit on the total size of the positions after the moves, in
/// bytes.
const MAX_TEXT: usize = 4 << 20;
/// Maximum length of the principal variation in moves.
const MAX_LINE_LEN: u64 = 1000;
/// Maximum depth of an explanation, in winner's replies.
const MAX_DEPTH: u64 = 8;

/// The output of `kibitz solve --json`, with additions for the page.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PositionOut {
    #[serde(flatten)]
    answer: kibitz_query::Analysis,
    /// Description of the position for drawing.
    view: View,
    /// If the game is over, the result for the player who would move.
    result: Option<&'static str>,
    /// If the game is over, in score play: what the end gives that player.
    #[serde(skip_serializing_if = "Option::is_none")]
    final_score: Option<i64>,
    /// The number of moves, listed or not.
    move_count: u64,
    /// Whether the principal variation is truncated.
    is_line_cut: bool,
    /// Whether the game has a map with these parameters.
    has_map: bool,
    /// Remarks on the analysis, e.g. why a distance is missing.
    notes: Vec<String>,
}

/// Analysis of one position.
#[utoipa::path(
    operation_id = "position",
    tag = "v1",
    get,
    path = "/api/v1/games/{game}/position",
    params(
        ("game" = String, Path, description = "name or alias of a built-in game, or name of a rule file"),
        ("p" = Option<String>, Query, description = "the position; the default position if absent"),
        ("set" = Option<Vec<String>>, Query, description = "NAME=VALUE, once for each parameter"),
        ("moves" = Option<u32>, Query, description = "maximum number of listed moves, up to 5000; fewer if positions are long"),
        ("line" = Option<u32>, Query, description = "maximum length of the principal variation, up to 1000; none if absent"),
        ("depth" = Option<u32>, Query, description = "explanation depth in winner's replies, up to 8")
    ),
    responses(
        (status = 200, description = "value, moves (best first) and explanation", body = PositionOut),
        (status = "default", description = "error", body = ErrorResponse)
    )
)]
pub(crate) async fn get(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
) -> Result<CachedResponse, ApiError> {
    let find = async {
        let query = Query::parse(uri.query(), &["p", "moves", "line", "depth"])?;
        let limits = Limits {
            moves: query.number("moves", MAX_MOVES)?.unwrap_or(MAX_MOVES) as usize,
            line: query.number("line", MAX_LINE_LEN)?.unwrap_or(0) as usize,
            depth: query.number("depth", MAX_DEPTH)?.unwrap_or(1) as usize,
        };
        let position = query.text("p").map(str::to_owned);
        let selected = shared.select_game(&game, query.set).await?;
        let ask = move |game: &Session, context: &RunContext| {
            let position = position.clone().unwrap_or_else(|| game.default_position());
            analyse(game, &position, limits, context)
        };
        CachedResponse::json(&shared.run(&selected, ask).await?)
    };
    shared.responses.get_or_compute(&uri, find).await
}

/// The maximum number of listed moves of a position of about this length.
pub(super) fn max_moves(position: &str) -> usize {
    (MAX_TEXT / position.len().max(1)).min(MAX_MOVES as usize)
}

/// Analyses a position.
pub(crate) fn analyse(
    game: &Session,
    position: &str,
    limits: Limits,
    context: &RunContext,
) -> Result<PositionOut, QueryError> {
    let info = game.inspect(position, 0)?;
    let limits = Limits {
        moves: limits.moves.min(max_moves(&info.position)),
        ..limits
    };
    let mut answer = game.analyse(position, limits, context)?;
    Ok(PositionOut {
        view: game.view(position)?,
        result: info.result.map(kibitz_game::Wdl::name),
        final_score: info.final_score,
        move_count: answer.move_count,
        is_line_cut: answer.is_line_cut,
        has_map: game.axes().is_ok(),
        notes: std::mem::take(&mut answer.notes),
        answer,
    })
}
