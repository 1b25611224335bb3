//! Games that clients bring as rule files.

use std::sync::{Arc, OnceLock};

use axum::extract::State;
use kibitz_query::Choice;
use rust_embed::Embed;
use serde::Serialize;
use utoipa::ToSchema;

use super::body::Body;
use super::games::{GameOut, game_out};
use crate::answers::Answer;
use crate::refusal::{Refusal, RefusalOut};
use crate::rule_files::RuleFiles;
use crate::sessions::Chosen;
use crate::state::Shared;

/// A title is cut after so many letters.
const LONGEST_TITLE: usize = 60;

/// The project's own rule files, and what lies beside them.
#[derive(Embed)]
#[folder = "../../examples/"]
struct Examples;

/// A rule file to begin with.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExampleOut {
    /// What it is called.
    name: String,
    /// What it is, in a few words.
    title: String,
    /// The file.
    source: String,
}

/// Takes the rules of a game: it can then be asked like any other, under the
/// name that comes back.
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
        (status = "default", description = "no answer, and why", body = RefusalOut)
    )
)]
pub(crate) async fn post(
    State(shared): State<Arc<Shared>>,
    Body(body): Body,
) -> Result<Answer, Refusal> {
    shared.rules.allow()?;
    let text =
        std::str::from_utf8(&body).map_err(|_| Refusal::query("a rule file is text in UTF-8"))?;
    let name = RuleFiles::name_of(text);
    let file = shared.rules.file(text);
    let chosen = Chosen::new(Choice::File(file.clone()), &name, Vec::new())?;
    let mut out = shared.glance(&chosen, |game| game_out(game, None)).await?;
    out.name.clone_from(&name);
    out.title = title_of(text);
    shared.rules.keep(&name, file).await;
    Answer::json(&out)
}

/// Rule files to begin with.
#[utoipa::path(
    operation_id = "examples",
    tag = "v1",
    get,
    path = "/api/v1/rules/examples",
    responses(
        (status = 200, description = "the files", body = [ExampleOut]),
        (status = "default", description = "no answer, and why", body = RefusalOut)
    )
)]
pub(crate) async fn examples() -> Result<Answer, Refusal> {
    // They never change, so they are written once.
    static ALL: OnceLock<Answer> = OnceLock::new();
    if let Some(answer) = ALL.get() {
        return Ok(answer.clone());
    }
    let mut files: Vec<ExampleOut> = Examples::iter().filter_map(|path| example(&path)).collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    let answer = Answer::json(&files)?;
    Ok(ALL.get_or_init(|| answer).clone())
}

fn example(path: &str) -> Option<ExampleOut> {
    let name = path.strip_suffix(".py")?;
    let source = String::from_utf8(Examples::get(path)?.data.into_owned()).ok()?;
    Some(ExampleOut {
        name: name.to_owned(),
        title: title_of(&source).unwrap_or_else(|| name.to_owned()),
        source,
    })
}

/// The first words of the comment or the docstring at the head of a file.
fn title_of(source: &str) -> Option<String> {
    let head = source.trim_start().lines().next()?;
    let marks = ["#", "\"\"\"", "'''"];
    let words = marks.iter().find_map(|mark| head.strip_prefix(mark))?;
    let first = words.split([':', '.', ',', ';', '(', '"']).next()?;
    let title: String = first.trim().chars().take(LONGEST_TITLE).collect();
    (!title.is_empty()).then_some(title)
}
