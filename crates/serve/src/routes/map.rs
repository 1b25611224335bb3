//! The outcomes of many positions on one picture.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::Uri;
use kibitz_game::Watch;
use kibitz_query::Session;

use crate::answers::Answer;
use crate::query::Query;
use crate::refusal::Refusal;
use crate::sessions::Chosen;
use crate::state::Shared;

/// One byte for each cell.
pub(crate) async fn cells(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
) -> Result<Answer, Refusal> {
    let find = async {
        let chosen = Chosen::new(&game, Query::parse(uri.query(), &[])?.set)?;
        let ask = |game: &dyn Session, watch: &Watch| {
            game.axes()?;
            game.plan_stats(&game.shown(), watch)?.check(watch)?;
            game.map(watch)
        };
        Ok(Answer::octets(shared.ask(&chosen, ask).await?.cells))
    };
    shared.answers.of(&uri, find).await
}

/// What the rows and columns are.
pub(crate) async fn axes(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
) -> Result<Answer, Refusal> {
    let find = async {
        let chosen = Chosen::new(&game, Query::parse(uri.query(), &[])?.set)?;
        let ask = |game: &dyn Session, _: &Watch| game.axes();
        Answer::json(&shared.ask(&chosen, ask).await?)
    };
    shared.answers.of(&uri, find).await
}
