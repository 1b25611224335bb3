//! Everything about one position.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::Uri;
use kibitz_game::{View, Watch};
use kibitz_query::{Limits, QueryError, Session};
use serde::Serialize;
use utoipa::ToSchema;

use crate::answers::Answer;
use crate::query::Query;
use crate::refusal::{Refusal, RefusalOut};
use crate::state::Shared;

/// Moves that are listed at most.
const MOST_MOVES: u64 = 5000;
/// Bytes that the positions after the moves may take together, about.
const MOST_TEXT: usize = 4 << 20;
/// Moves of the main line at most.
const LONGEST_LINE: u64 = 1000;
/// Replies of the winner that a reason goes through at most.
const DEEPEST: u64 = 8;

/// The answer of `kibitz solve --json`, and what a page shows beside it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PositionOut {
    #[serde(flatten)]
    answer: kibitz_query::Answer,
    /// A picture of the position.
    view: View,
    /// Where the game is over, what that is for the player who would move.
    result: Option<&'static str>,
    /// How many moves there are, listed or not.
    move_count: u64,
    /// Whether play goes on after the line that is shown.
    is_line_cut: bool,
    /// Whether there is a map of the game with these parameters.
    has_map: bool,
    /// What people should know about this answer.
    notes: Vec<String>,
}

/// Everything about one position.
#[utoipa::path(
    operation_id = "position",
    tag = "v1",
    get,
    path = "/api/v1/games/{game}/position",
    params(
        ("game" = String, Path, description = "a name or alias of the catalogue"),
        ("p" = Option<String>, Query, description = "the position; the one that is shown if absent"),
        ("set" = Option<Vec<String>>, Query, description = "NAME=VALUE, once for each parameter"),
        ("moves" = Option<u32>, Query, description = "list at most so many moves, up to 5000; fewer where positions are long"),
        ("line" = Option<u32>, Query, description = "show so many moves of the main line, up to 1000; none if absent"),
        ("depth" = Option<u32>, Query, description = "explain so many replies of the winner deep, up to 8")
    ),
    responses(
        (status = 200, description = "value, moves best first, and why", body = PositionOut),
        (status = "default", description = "no answer, and why", body = RefusalOut)
    )
)]
pub(crate) async fn get(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
) -> Result<Answer, Refusal> {
    let find = async {
        let query = Query::parse(uri.query(), &["p", "moves", "line", "depth"])?;
        let limits = Limits {
            moves: query.number("moves", MOST_MOVES)?.unwrap_or(MOST_MOVES) as usize,
            line: query.number("line", LONGEST_LINE)?.unwrap_or(0) as usize,
            depth: query.number("depth", DEEPEST)?.unwrap_or(1) as usize,
        };
        let position = query.text("p").map(str::to_owned);
        let chosen = shared.choose(&game, query.set).await?;
        let ask = move |game: &Session, watch: &Watch| {
            let position = position.clone().unwrap_or_else(|| game.shown());
            tell(game, &position, limits, watch)
        };
        Answer::json(&shared.ask(&chosen, ask).await?)
    };
    shared.answers.of(&uri, find).await
}

/// Everything about a position.
pub(crate) fn tell(
    game: &Session,
    position: &str,
    limits: Limits,
    watch: &Watch,
) -> Result<PositionOut, QueryError> {
    let sight = game.look(position, 0)?;
    let fitting = MOST_TEXT / sight.position.len().max(1);
    let limits = Limits {
        moves: limits.moves.min(fitting),
        ..limits
    };
    let mut answer = game.ask(position, limits, watch)?;
    Ok(PositionOut {
        view: game.view(position)?,
        result: sight.result.map(kibitz_game::Wdl::name),
        move_count: answer.move_count,
        is_line_cut: answer.is_line_cut,
        has_map: game.axes().is_ok(),
        notes: std::mem::take(&mut answer.notes),
        answer,
    })
}
