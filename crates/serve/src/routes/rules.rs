//! Games that clients bring as rule files.

use std::sync::{Arc, OnceLock};

use axum::extract::State;
use kibitz_game::Watch;
use kibitz_query::{Choice, RuleFile, Session};
use kibitz_rules::fault::Limits;
use kibitz_rules::source::Source;
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

/// What messages call a file that came without a name.
const FILE: &str = "rules.py";

/// The project's own rule files.
#[derive(Embed)]
#[folder = "../../examples/"]
#[include = "*.py"]
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
    let text = std::str::from_utf8(&body)
        .map_err(|_| Refusal::query("a rule file is text in UTF-8"))?;
    let name = RuleFiles::name_of(text);
    let file = RuleFile {
        source: Source::new(FILE, text),
        limits: Limits::default(),
    };
    let chosen = Chosen::new(Choice::File(file.clone()), &name, Vec::new())?;
    let title = title_of(text).to_owned();
    let called = name.clone();
    let ask = move |game: &dyn Session, _: &Watch| {
        let mut out = game_out(game, None);
        out.name.clone_from(&called);
        out.title = Some(title.clone());
        Ok(out)
    };
    let out = shared.ask(&chosen, ask).await?;
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
    let file = Examples::get(path)?;
    let source = String::from_utf8(file.data.into_owned()).ok()?;
    Some(ExampleOut {
        name: path.strip_suffix(".py")?.to_owned(),
        title: title_of(&source).to_owned(),
        source,
    })
}

/// The first words of a file's first comment.
fn title_of(source: &str) -> &str {
    let comment = source.lines().next().and_then(|line| line.strip_prefix('#'));
    let comment = comment.unwrap_or("a game").trim();
    let end = comment.find([':', '.', '(']).unwrap_or(comment.len());
    let title = comment[..end].trim();
    if title.is_empty() { "a game" } else { title }
}
