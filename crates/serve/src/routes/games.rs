//! The catalogue.

use std::sync::OnceLock;

use kibitz_game::{Kind, Parameter};
use kibitz_query::{CATALOGUE, Entry, QueryError};
use rust_embed::Embed;
use serde::Serialize;
use utoipa::ToSchema;

use crate::answers::Answer;
use crate::refusal::{Refusal, RefusalOut};

/// Contest input to try.
#[derive(Embed)]
#[folder = "../../samples/"]
struct Samples;

/// A game of the catalogue.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameOut {
    /// The name that people type.
    name: &'static str,
    /// Other names.
    aliases: &'static [&'static str],
    /// The game in one line.
    summary: &'static str,
    /// What can be set.
    parameters: Vec<ParameterOut>,
    /// How a position is written, with an example.
    position: &'static str,
    /// What the contest's input looks like.
    contest: Option<&'static str>,
    /// How moves are written, with an example.
    move_syntax: Option<&'static str>,
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
    name: &'static str,
    /// The value it has when nobody sets it.
    default: &'static str,
    /// What it means.
    meaning: &'static str,
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
    let games: Result<Vec<GameOut>, QueryError> = CATALOGUE.iter().map(game_out).collect();
    let answer = Answer::json(&games?)?;
    Ok(ALL.get_or_init(|| answer).clone())
}

fn game_out(entry: &Entry) -> Result<GameOut, QueryError> {
    let info = entry.info;
    let session = entry.open([])?;
    let sample = Samples::get(&format!("{}.txt", info.name));
    let sample = sample.and_then(|file| String::from_utf8(file.data.into_owned()).ok());
    Ok(GameOut {
        name: info.name,
        aliases: info.aliases,
        summary: info.summary,
        parameters: info.parameters.iter().map(parameter_out).collect(),
        position: info.syntax,
        contest: info.contest,
        move_syntax: session.move_syntax(),
        shown: session.shown(),
        has_map: session.axes().is_ok(),
        sample,
    })
}

fn parameter_out(parameter: &Parameter<'static>) -> ParameterOut {
    ParameterOut {
        name: parameter.name,
        default: parameter.default,
        meaning: parameter.meaning,
        kind: match parameter.kind {
            Kind::Number => "number",
            Kind::Text => "text",
        },
    }
}
