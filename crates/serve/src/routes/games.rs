//! The catalogue.

use std::sync::OnceLock;

use kibitz_game::{Kind, Parameter};
use kibitz_query::{CATALOGUE, Entry, QueryError, Session};
use rust_embed::Embed;
use serde::Serialize;
use utoipa::ToSchema;

use crate::answers::Answer;
use crate::refusal::{Refusal, RefusalOut};

/// Contest input to try.
#[derive(Embed)]
#[folder = "../../samples/"]
struct Samples;

/// A game of the catalogue, or one that somebody brought.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameOut {
    /// The name that people type.
    pub(crate) name: String,
    /// Other names.
    aliases: Vec<String>,
    /// What a game that somebody brought is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    /// The game in one line.
    summary: String,
    /// What can be set.
    parameters: Vec<ParameterOut>,
    /// How a position is written, with an example.
    position: String,
    /// What the contest's input looks like.
    contest: Option<String>,
    /// How moves are written, with an example.
    move_syntax: Option<String>,
    /// The position that is shown when nobody names one.
    shown: String,
    /// Whether there is a map of it, as long as no parameter is set.
    has_map: bool,
    /// Contest input to try.
    sample: Option<String>,
}

/// Something that `set` sets.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ParameterOut {
    /// Its name.
    name: String,
    /// The value it has when nobody sets it.
    default: String,
    /// What it means.
    meaning: String,
    /// `number` or `text`.
    kind: &'static str,
}

/// Every game of the catalogue.
#[utoipa::path(
    operation_id = "games",
    tag = "v1",
    get,
    path = "/api/v1/games",
    responses(
        (status = 200, description = "the games", body = [GameOut]),
        (status = "default", description = "no answer, and why", body = RefusalOut)
    )
)]
pub(crate) async fn get() -> Result<Answer, Refusal> {
    // It never changes, so it is written once.
    static ALL: OnceLock<Answer> = OnceLock::new();
    if let Some(answer) = ALL.get() {
        return Ok(answer.clone());
    }
    let games: Result<Vec<GameOut>, QueryError> = CATALOGUE.iter().map(listed).collect();
    let answer = Answer::json(&games?)?;
    Ok(ALL.get_or_init(|| answer).clone())
}

fn listed(entry: &Entry) -> Result<GameOut, QueryError> {
    let sample = Samples::get(&format!("{}.txt", entry.info.name));
    let sample = sample.and_then(|file| String::from_utf8(file.data.into_owned()).ok());
    Ok(game_out(&entry.open([])?, sample))
}

/// What there is to say about a game.
pub(super) fn game_out(session: &Session, sample: Option<String>) -> GameOut {
    let info = session.info();
    GameOut {
        name: info.name.to_owned(),
        aliases: info.aliases.iter().map(|&name| name.to_owned()).collect(),
        title: None,
        summary: info.summary.to_owned(),
        parameters: info.parameters.iter().map(parameter_out).collect(),
        position: info.syntax.to_owned(),
        contest: info.contest.map(str::to_owned),
        move_syntax: session.move_syntax().map(str::to_owned),
        shown: session.shown(),
        has_map: session.axes().is_ok(),
        sample,
    }
}

fn parameter_out(parameter: &Parameter<'_>) -> ParameterOut {
    ParameterOut {
        name: parameter.name.to_owned(),
        default: parameter.default.to_owned(),
        meaning: parameter.meaning.to_owned(),
        kind: match parameter.kind {
            Kind::Number => "number",
            Kind::Text => "text",
        },
    }
}
