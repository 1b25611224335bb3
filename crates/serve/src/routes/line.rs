//! Best play by both sides, in one answer.

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

pub(crate) async fn get(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
) -> Result<Answer, Refusal> {
    let find = async {
        let query = Query::parse(uri.query(), &["p"])?;
        let position = query.text("p").map(str::to_owned);
        let chosen = Chosen::new(&game, query.set)?;
        let ask = move |game: &dyn Session, watch: &Watch| {
            let position = position.unwrap_or_else(|| game.shown());
            game.plan(&position, watch)?.check(watch)?;
            game.demo(&position, watch)
        };
        Answer::json(&shared.ask(&chosen, ask).await?)
    };
    shared.answers.of(&uri, find).await
}
