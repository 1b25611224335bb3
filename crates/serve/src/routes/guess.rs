//! Laws behind tables.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::Uri;
use kibitz_game::RunContext;
use kibitz_query::{
    Axis, LawDocument, LawOf, LawPicture, LawSearch, ParameterTable, QueryError, RequestedFields,
    Session,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api_error::{ApiError, ErrorResponse};
use crate::query::Query;
use crate::responses::CachedResponse;
use crate::sessions::SelectedGame;
use crate::state::Shared;

/// A table whose law is sought.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub(crate) struct LawIn {
    /// The axes: a parameter or position field and its values each, e.g. `n=0..60`.
    #[serde(default)]
    param: Vec<String>,
    /// The position, with fields in braces, e.g. `{a} {b} 3`.
    #[serde(default)]
    at: Option<String>,
    /// The quantity of the table.
    #[serde(default)]
    show: LawOf,
}

/// The output of `kibitz guess --json`, with the table for drawing.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GuessOut {
    #[serde(flatten)]
    law: LawDocument,
    /// What proves the law, in words.
    proof: Option<String>,
    /// The table, and what the law says beside it.
    picture: LawPicture,
    /// Remarks on the table.
    notes: Vec<String>,
}

/// For how long larger tables are computed.
const PATIENCE: Duration = Duration::from_secs(2);

impl LawIn {
    fn of_query(query: &Query) -> Result<LawIn, ApiError> {
        let show = query.text("show").unwrap_or("outcome");
        Ok(LawIn {
            param: query.texts("param").map(str::to_owned).collect(),
            at: query.text("at").map(str::to_owned),
            show: serde_json::from_value(show.into())
                .map_err(|problem| ApiError::query(format!("`show`: {problem}")))?,
        })
    }

    /// Computes the table and finds its law. Cells without a value are left out.
    pub(super) fn guess(
        &self,
        selected: &SelectedGame,
        context: &RunContext,
    ) -> Result<GuessOut, QueryError> {
        let axes = self.param.iter().map(|text| axis(text));
        let axes = axes.collect::<Result<Vec<Axis>, QueryError>>()?;
        let search = LawSearch {
            table: ParameterTable {
                game: &selected.source,
                set: &selected.set,
                axes: &axes,
                at: self.at.as_deref(),
                wanted: RequestedFields::default(),
                table: None,
            },
            of: self.show,
            skips_holes: true,
            patience: PATIENCE,
        };
        let report = search.answer(context)?;
        Ok(GuessOut {
            law: report.document(),
            proof: report.proof(),
            picture: report.picture(),
            notes: report.notes,
        })
    }
}

fn axis(text: &str) -> Result<Axis, QueryError> {
    Axis::parse(text).map_err(|problem| QueryError::Argument {
        flag: "param".to_owned(),
        text: text.to_owned(),
        problem,
    })
}

/// The law behind a table over parameters or fields of positions.
#[utoipa::path(
    operation_id = "guess",
    tag = "v1",
    get,
    path = "/api/v1/games/{game}/guess",
    params(
        ("game" = String, Path, description = "name or alias of a built-in game, or name of a rule file"),
        ("param" = Vec<String>, Query, description = "NAME=VALUES, once for each axis: a parameter or position field and its values, e.g. n=0..60"),
        ("at" = Option<String>, Query, description = "position with fields in braces, e.g. {a} {b} 3"),
        ("show" = Option<LawOf>, Query, description = "quantity of the table; outcome if absent"),
        ("set" = Option<Vec<String>>, Query, description = "NAME=VALUE, once for each parameter")
    ),
    responses(
        (status = 200, description = "the law, and the table for drawing", body = GuessOut),
        (status = "default", description = "error", body = ErrorResponse)
    )
)]
pub(crate) async fn get(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
) -> Result<CachedResponse, ApiError> {
    let find = async {
        let query = Query::parse(uri.query(), &["param", "at", "show"])?;
        let wanted = LawIn::of_query(&query)?;
        let selected = shared.select_game(&game, query.set).await?;
        let own = selected.clone();
        let ask = move |_: &Session, context: &RunContext| wanted.guess(&own, context);
        CachedResponse::json(&shared.run(&selected, ask).await?)
    };
    shared.responses.get_or_compute(&uri, find).await
}
