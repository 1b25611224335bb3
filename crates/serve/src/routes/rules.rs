//! Games given as rule files.

use std::sync::{Arc, OnceLock};

use axum::extract::State;
use kibitz_query::GameSource;
use rust_embed::Embed;
use serde::Serialize;
use utoipa::ToSchema;

use super::body::Body;
use super::games::{GameOut, game_out};
use crate::api_error::{ApiError, ErrorResponse};
use crate::responses::CachedResponse;
use crate::rule_files::RuleFiles;
use crate::sessions::SelectedGame;
use crate::state::Shared;

/// Maximum length of a title in characters.
const MAX_TITLE_LEN: usize = 60;

/// The project's example rule files.
#[derive(Embed)]
#[folder = "../../examples/"]
struct Examples;

/// An example rule file.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExampleOut {
    /// Its name.
    name: String,
    /// Its title.
    title: String,
    /// Its text.
    source: String,
}

/// Compiles a rule file; the game is then available under the returned name.
#[utoipa::path(
    operation_id = "rules",
    tag = "v1",
    post,
    path = "/api/v1/rules",
    request_body(
        content = String,
        content_type = "text/plain",
        description = "a rule file, at most 64 KiB"
    ),
    responses(
        (status = 200, description = "the game, with its name", body = GameOut),
        (status = "default", description = "error", body = ErrorResponse)
    )
)]
pub(crate) async fn post(
    State(shared): State<Arc<Shared>>,
    Body(body): Body,
) -> Result<CachedResponse, ApiError> {
    shared.rules.allow()?;
    let text = std::str::from_utf8(&body)
        .map_err(|_| ApiError::query("a rule file must be valid UTF-8"))?;
    let name = RuleFiles::name_of(text);
    let file = shared.rules.file(text);
    let selected = SelectedGame::new(GameSource::File(file.clone()), &name, Vec::new())?;
    let mut out = shared
        .with_open_game(&selected, |game| game_out(game, None, false))
        .await?;
    out.name.clone_from(&name);
    out.title = title_of(text);
    shared.rules.keep(&name, file);
    CachedResponse::json(&out)
}

/// The example rule files.
#[utoipa::path(
    operation_id = "examples",
    tag = "v1",
    get,
    path = "/api/v1/rules/examples",
    responses(
        (status = 200, description = "the example rule files", body = [ExampleOut]),
        (status = "default", description = "error", body = ErrorResponse)
    )
)]
pub(crate) async fn examples() -> Result<CachedResponse, ApiError> {
    // Constant, so it is serialised once.
    static ALL: OnceLock<CachedResponse> = OnceLock::new();
    if let Some(answer) = ALL.get() {
        return Ok(answer.clone());
    }
    let mut files: Vec<ExampleOut> = Examples::iter().filter_map(|path| example(&path)).collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    let answer = CachedResponse::json(&files)?;
    Ok(ALL.get_or_init(|| answer).clone())
}

fn example(path: &str) -> Option<ExampleOut> {
    // Folders have files of other kinds.
    let name = path
        .strip_suffix(".py")
        .filter(|name| !name.contains('/'))?;
    let source = String::from_utf8(Examples::get(path)?.data.into_owned()).ok()?;
    Some(ExampleOut {
        name: name.to_owned(),
        title: title_of(&source).unwrap_or_else(|| name.to_owned()),
        source,
    })
}

/// The first phrase of the comment or docstring at the head of a file.
fn title_of(source: &str) -> Option<String> {
    let head = source.trim_start().lines().next()?;
    let marks = ["#", "\"\"\"", "'''"];
    let words = marks.iter().find_map(|mark| head.strip_prefix(mark))?;
    let first = words.split([':', '.', ',', ';', '(', '"']).next()?;
    let title: String = first.trim().chars().take(MAX_TITLE_LEN).collect();
    (!title.is_empty()).then_some(title)
}
